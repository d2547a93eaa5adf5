/** Splits bytes into lines of text, one at a time and of any length. A line that is no text or too long is reported and skipped. */
import { isUtf8 } from 'node:buffer';
import { FOLDER_LIMITS } from '@cairn/schema';

const NEWLINE = 10;

/** `text`: null if the line cannot be read; `reason` says why. `isCutOff`: the file ends here, without a line end. */
export async function* linesOf(
  bytes: AsyncIterable<Uint8Array>,
  bytesMax: number = FOLDER_LIMITS.importRecordBytesMax,
) {
  let number = 0;
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (isCutOff: boolean) => {
    number++;
    const isLong = length > bytesMax;
    const line = Buffer.concat(isLong ? [] : parts);
    parts = [];
    length = 0;
    if (isLong || !isUtf8(line)) {
      const reason = isLong ? `longer than ${bytesMax.toLocaleString('en-US')} bytes` : 'not UTF-8 text';
      return { number, text: null, reason, isCutOff };
    }
    const text = line.toString('utf8');
    return { number, text: number === 1 ? text.replace(/^\ufeff/, '') : text, reason: '', isCutOff };
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
