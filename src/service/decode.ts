/** An answer's body as text. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { errorCode } from './error-code.ts';
import { TransportError } from './http.ts';

/** UTF-8 text of the body; decompressed when it came compressed although nobody asked for that. */
export function decode(bytes: Buffer, encoding: string | undefined, cap: number): string {
  const plain = inflate(bytes, encoding?.trim().toLowerCase(), cap);
  const start = plain[0] === 0xef && plain[1] === 0xbb && plain[2] === 0xbf ? 3 : 0;
  return plain.toString('utf8', start);
}

function inflate(bytes: Buffer, encoding: string | undefined, cap: number): Buffer {
  const limit = { maxOutputLength: cap };
  try {
    if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipSync(bytes, limit);
    if (encoding === 'deflate') return inflateSync(bytes, limit);
    if (encoding === 'br') return brotliDecompressSync(bytes, limit);
    return bytes;
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
