/**
 * Reads one HTTP/1.1 answer from the bytes of a connection. Supports only what the daemon's server writes: a status line, header lines,
 * and a body by `content-length`, in chunks, or to the end of the connection.
 */
type Body =
  | { readonly kind: 'head' }
  | { readonly kind: 'length'; readonly left: number }
  | { readonly kind: 'chunkSize' }
  | { readonly kind: 'chunk'; readonly left: number }
  | { readonly kind: 'trailer' }
  | { readonly kind: 'close' }
  | { readonly kind: 'done' };

const HEAD_BYTES_MAX = 65_536;
const EMPTY = Buffer.alloc(0);

export const createAnswerReader = (onBody: (bytes: Buffer) => void) => {
  let rest: Buffer = EMPTY;
  let body: Body = { kind: 'head' };
  let status = 0;
  let keepsAlive = true;

  /** Takes the bytes up to the line end. Null if the line is not complete yet. */
  const takeLine = (): string | null => {
    const at = rest.indexOf('\r\n');
    if (at < 0) return null;
    const line = rest.toString('latin1', 0, at);
    rest = rest.subarray(at + 2);
    return line;
  };

  const takeHead = (): Body | null => {
    const at = rest.indexOf('\r\n\r\n');
    if (at < 0) return rest.length > HEAD_BYTES_MAX ? null : body;
    const [first = '', ...lines] = rest.toString('latin1', 0, at).split('\r\n');
    rest = rest.subarray(at + 4);
    status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0);
    if (status < 200) return null;
    const headers = new Map(lines.map(headerOf));
    keepsAlive = headers.get('connection')?.toLowerCase() !== 'close';
    if (status === 204 || status === 304) return { kind: 'done' };
    if (headers.get('transfer-encoding')?.toLowerCase() === 'chunked') return { kind: 'chunkSize' };
    const length = headers.get('content-length');
    if (length === undefined) return { kind: 'close' };
    return /^\d+$/.test(length) ? lengthOf(Number(length)) : null;
  };

  const takeBytes = (left: number): number => {
    const part = rest.subarray(0, left);
    rest = rest.subarray(part.length);
    if (part.length > 0) onBody(part);
    return left - part.length;
  };

  /** Parses one step. Returns the same `body` if more bytes are needed, null if the answer is malformed. */
  const step = (): Body | null => {
    switch (body.kind) {
      case 'head':
        return takeHead();
      case 'length':
        return rest.length === 0 ? body : lengthOf(takeBytes(body.left));
      case 'close':
        takeBytes(rest.length);
        return body;
      case 'chunkSize': {
        const line = takeLine();
        if (line === null) return body;
        const size = /^([0-9a-f]{1,8})(;|$)/i.exec(line)?.[1];
        if (size === undefined) return null;
        const left = Number.parseInt(size, 16);
        return left === 0 ? { kind: 'trailer' } : { kind: 'chunk', left };
      }
      case 'chunk': {
        if (rest.length === 0) return body;
        const left = takeBytes(body.left);
        return left > 0 ? { kind: 'chunk', left } : { kind: 'chunkSize' };
      }
      case 'trailer': {
        const line = takeLine();
        if (line === null) return body;
        return line === '' ? { kind: 'done' } : { kind: 'trailer' };
      }
      case 'done':
        return body;
    }
  };

  return {
    /** Takes the next bytes. `done` once the answer is complete; later bytes are ignored. */
    push: (bytes: Buffer) => {
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      for (;;) {
        // The line end after a chunk's bytes.
        if (body.kind === 'chunkSize' && rest.length >= 2 && rest[0] === 13 && rest[1] === 10)
          rest = rest.subarray(2);
        const next = step();
        if (next === null) return 'malformed';
        const stays = next === body;
        body = next;
        if (body.kind === 'done') return 'done';
        if (stays) return 'more';
      }
    },
    /** Call it when the connection has ended. Returns whether the answer is complete. */
    end: () => body.kind === 'close' || body.kind === 'done',
    /** 0 until the head has been read. */
    status: () => status,
    /** Whether the connection can carry another request. */
    isReusable: () => keepsAlive && body.kind === 'done',
  };
};

const headerOf = (line: string): [string, string] => {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
};

const lengthOf = (left: number): Body => (left === 0 ? { kind: 'done' } : { kind: 'length', left });
