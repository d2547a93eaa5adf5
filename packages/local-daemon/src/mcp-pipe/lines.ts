/** Bytes → lines, each without its end. One that is too long is left out and told as null. */
export const createLineReader = (
  bytesMax: number,
  onLine: (line: string | null) => void,
): ((data: Buffer) => void) => {
  let parts: Buffer[] = [];
  let bytes = 0;
  const NEWLINE = 0x0a;

  const add = (part: Buffer): void => {
    bytes += part.length;
    if (bytes <= bytesMax) parts.push(part);
    else parts = [];
  };
  const finish = (): void => {
    const line = bytes > bytesMax ? null : Buffer.concat(parts).toString('utf8');
    parts = [];
    bytes = 0;
    if (line === null || line.trim() !== '') onLine(line);
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
