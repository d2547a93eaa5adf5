import { isUtf8 } from 'node:buffer';

/** Bytes of each end of a line that is too long. */
const EDGE_BYTES = 256;

const NONE = Buffer.alloc(0);

/**
 * Splits bytes into lines without their ends. A line that is too long is reported as null, at its first byte too many, and by its first
 * and last bytes to `onLongEnd` when it is over. `isText` says whether a line is valid UTF-8.
 */
export const createLineReader = (
  bytesMax: number,
  onLine: (line: string | null, isText: boolean) => void,
  onLongEnd: (head: string, tail: string) => void = () => undefined,
): ((data: Buffer) => void) => {
  let parts: Buffer[] = [];
  let bytes = 0;
  let head = NONE;
  let tail = NONE;
  const NEWLINE = 0x0a;

  const add = (part: Buffer): void => {
    const before = bytes;
    bytes += part.length;
    if (head.length < EDGE_BYTES) head = Buffer.concat([head, part.subarray(0, EDGE_BYTES - head.length)]);
    tail = Buffer.concat([tail, part.subarray(-EDGE_BYTES)]).subarray(-EDGE_BYTES);
    if (bytes <= bytesMax) parts.push(part);
    else parts = [];
    if (bytes > bytesMax && before <= bytesMax) onLine(null, true);
  };
  const finish = (): void => {
    const whole = bytes > bytesMax ? null : Buffer.concat(parts);
    if (whole === null) onLongEnd(head.toString('utf8'), tail.toString('utf8'));
    parts = [];
    bytes = 0;
    head = NONE;
    tail = NONE;
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
