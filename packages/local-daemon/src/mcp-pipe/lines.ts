import { isUtf8 } from 'node:buffer';

/**
 * Splits bytes into lines without their ends. A line that is too long is reported as null, at its first byte too many.
 * `isText` says whether a line is valid UTF-8.
 */
export const createLineReader = (
  bytesMax: number,
  onLine: (line: string | null, isText: boolean) => void,
): ((data: Buffer) => void) => {
  let parts: Buffer[] = [];
  let bytes = 0;
  const NEWLINE = 0x0a;

  const add = (part: Buffer): void => {
    const before = bytes;
    bytes += part.length;
    if (bytes <= bytesMax) parts.push(part);
    else parts = [];
    if (bytes > bytesMax && before <= bytesMax) onLine(null, true);
  };
  const finish = (): void => {
    const whole = bytes > bytesMax ? null : Buffer.concat(parts);
    parts = [];
    bytes = 0;
    const line = whole?.toString('utf8') ?? '';
    if (whole !== null && line.trim() !== '') onLine(line, isUtf8(whole));
  };
  return (data) => {
    let from = 0;
    for (let at = data.indexOf(NEWLINE); at >= 0; at = data.indexOf(NEWLINE, from)) {
      add(data.subarray(from, at));
      finish();
      from = at + 1;
    }
    if (from < data.length) add(data.subarray(from));
  };
};
