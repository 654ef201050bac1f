/** Decodes a response body to text. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate as inflateZlib } from 'node:zlib';
import { errorCode } from './error-code.ts';
import { TransportError } from './port.ts';

const ENCODINGS = /^(?:x-gzip|gzip|deflate|br)$/;

/** Decodes UTF-8. Decompresses first if the server compressed the body without being asked to. */
export async function decode(bytes: Buffer, encoding: string | undefined, cap: number): Promise<string> {
  const plain = await inflate(bytes, encoding?.trim().toLowerCase(), cap);
  const start = plain[0] === 0xef && plain[1] === 0xbb && plain[2] === 0xbf ? 3 : 0;
  return plain.toString('utf8', start);
}

async function inflate(bytes: Buffer, encoding: string | undefined, cap: number): Promise<Buffer> {
  if (!ENCODINGS.test(encoding ?? '')) return bytes;
  const limit = { maxOutputLength: cap };
  try {
    // Asynchronous, because a few hundred bytes may expand to megabytes and signals must be handled meanwhile.
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
