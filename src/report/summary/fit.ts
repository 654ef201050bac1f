/** Keeps the parts of a summary within a byte limit. Pure. */

export const bytes = (text: string): number => Buffer.byteLength(text, 'utf8');

/** Tries shorter and shorter renderings until one fits. Sanitizing may lengthen a text, so the rendered size is measured. */
export function fitting(length: number, budget: number, render: (max: number) => string): string {
  for (let max = Math.min(length, budget); ; max = Math.floor(max * 0.6)) {
    const rendered = render(max);
    if (bytes(rendered) <= budget || max === 0) return rendered;
  }
}

export interface Shown {
  readonly shown: readonly string[];
  readonly rest: number;
}

/** As many complete items as fit. Items are rendered one by one, so the others cost nothing. */
export function fittingItems<T>(items: readonly T[], budget: number, render: (item: T) => string): Shown {
  const shown: string[] = [];
  let left = budget;
  for (const item of items) {
    const rendered = render(item);
    left -= bytes(rendered);
    if (left < 0) break;
    shown.push(rendered);
  }
  return { shown, rest: items.length - shown.length };
}

/** Folded content with a one-line Markdown title. Markdown inside `details` needs a blank line on both sides. */
export function folded(title: string, content: string): string {
  return content === '' ? '' : `<details><summary>${title}</summary>\n\n${content}\n\n</details>`;
}
