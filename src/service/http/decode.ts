/** An answer's body as text. */
import { errorCode } from './error-code.ts';
import { TransportError } from './port.ts';

const ENCODINGS = /^(?:x-gzip|gzip|deflate|br)$/;

/** UTF-8 text of the body; decompressed when it came compressed although nobody asked for that. */
export async function decode(bytes: Buffer, encoding: string | undefined, cap: number): Promise<string> {
  const plain = await inflate(bytes, encoding?.trim().toLowerCase(), cap);
  const start = plain[0] === 0xef && plain[1] === 0xbb && plain[2] === 0xbf ? 3 : 0;
  return plain.toString('utf8', start);
}

async function inflate(bytes: Buffer, encoding: string | undefined, cap: number): Promise<Buffer> {
  if (!ENCODINGS.test(encoding ?? '')) return bytes;
  // Nobody asks for compression, so that this is hardly ever needed.
  const [{ brotliDecompress, gunzip, inflate: inflateZlib }, { promisify }] = await Promise.all([
    import('node:zlib'),
    import('node:util'),
  ]);
  const limit = { maxOutputLength: cap };
  try {
    // Not synchronously: some hundred bytes may hold megabytes, and a signal is to be heard meanwhile.
    if (encoding === 'br') return await promisify(brotliDecompress)(bytes, limit);
    return await promisify(encoding === 'deflate' ? inflateZlib : gunzip)(bytes, limit);
  } catch (error) {
    const tooLarge = errorCode(error) === 'ERR_BUFFER_TOO_LARGE';
    throw new TransportError(
      tooLarge ? 'too_large' : 'protocol',
      `the answer could not be decompressed (${String(encoding)})`,
      {
        cause: error,
      },
    );
  }
}
