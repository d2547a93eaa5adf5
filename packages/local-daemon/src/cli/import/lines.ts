/** Splits bytes into lines of text, one at a time and of any length. A line that is no text or too long is reported and skipped. */
import { isUtf8 } from 'node:buffer';
import { FOLDER_LIMITS } from '@cairn/schema';

/** `text`: null if the line cannot be read; `reason` says why. */
export interface Line {
  readonly number: number;
  readonly text: string | null;
  readonly reason: string;
  /** Whether the file ends here, without a line end. */
  readonly isCutOff: boolean;
}

const NEWLINE = 10;

export async function* linesOf(
  bytes: AsyncIterable<Uint8Array>,
  bytesMax: number = FOLDER_LIMITS.importRecordBytesMax,
): AsyncGenerator<Line> {
  let number = 0;
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (isCutOff: boolean): Line => {
    number++;
    const line = length > bytesMax ? null : Buffer.concat(parts);
    parts = [];
    length = 0;
    if (line === null)
      return {
        number,
        text: null,
        reason: `longer than ${bytesMax.toLocaleString('en-US')} bytes`,
        isCutOff,
      };
    const own =
      number === 1 && line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf ? line.subarray(3) : line;
    if (!isUtf8(own)) return { number, text: null, reason: 'not UTF-8 text', isCutOff };
    return { number, text: own.toString('utf8'), reason: '', isCutOff };
  };
  for await (const chunk of bytes) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      length += at - from;
      if (length <= bytesMax) parts.push(chunk.subarray(from, at));
      yield take(false);
      from = at + 1;
    }
    length += chunk.length - from;
    // The bytes of a line that is too long are counted and not kept.
    if (length <= bytesMax) parts.push(chunk.subarray(from));
    else parts = [];
  }
  if (length > 0) yield take(true);
}
