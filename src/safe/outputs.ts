/** Step outputs and files: the text is data, so only characters that readers cannot handle are changed. */

const NAME_MAX = 64;
/** Device names reserved by Windows. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Makes text well-formed UTF-16 without NUL, for a step output or a file. Changes nothing else. */
export function outputValue(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

/** Text as part of a file name: ASCII letters, digits, `-`, `_` and `.`, 1 to 64 characters, without a dot at either end. */
export function fileNamePart(text: string): string {
  const name = text
    .slice(0, NAME_MAX * 4)
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .slice(0, NAME_MAX)
    .replace(/^[.-]+|[.-]+$/g, '');
  if (name === '') return 'unnamed';
  return DEVICE.test(name) ? `_${name}` : name;
}
