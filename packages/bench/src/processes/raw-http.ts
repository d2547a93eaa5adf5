/**
 * HTTP/1.1 client with as little processor time as possible, so that a benchmark measures the server and not the load generator. One
 * connection, one request at a time.
 */
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly body: Buffer;
}

export interface RawConnection {
  /** Rejects when the connection ends before the answer is complete. */
  ask(method: 'GET' | 'POST', path: string, token: string, body?: string): Promise<RawAnswer>;
  close(): void;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LINE_END = Buffer.from('\r\n');

/** Returns the bytes of a chunked body and the offset of its end; null while the body is incomplete. Trailers are not read. */
const readChunked = (bytes: Buffer, from: number): { readonly body: Buffer; readonly end: number } | null => {
  const parts: Buffer[] = [];
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf(LINE_END, at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const start = lineEnd + 2;
    if (bytes.length < start + size + 2) return null;
    if (size === 0) return { body: Buffer.concat(parts), end: start + 2 };
    parts.push(bytes.subarray(start, start + size));
    at = start + size + 2;
  }
};

/** Returns null while the answer is incomplete. */
export const parseAnswer = (bytes: Buffer): RawAnswer | null => {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const head = bytes.toString('latin1', 0, headEnd);
  const status = Number(head.slice(9, 12));
  const from = headEnd + HEAD_END.length;
  const length = /^content-length: *(\d+)$/im.exec(head)?.[1];
  if (length === undefined) {
    const chunked = readChunked(bytes, from);
    return chunked === null ? null : { status, body: chunked.body };
  }
  const end = from + Number(length);
  return bytes.length < end ? null : { status, body: bytes.subarray(from, end) };
};

const connected = (url: URL): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname, () => {
      socket.off('error', reject);
      resolve(socket);
    });
    socket.setNoDelay(true).once('error', reject);
  });

interface Waiting {
  readonly resolve: (answer: RawAnswer) => void;
  readonly reject: (error: Error) => void;
}

export const openRawConnection = async (
  server: string,
  headers: Readonly<Record<string, string>>,
): Promise<RawConnection> => {
  const url = new URL(server);
  const socket = await connected(url);
  const fixed = Object.entries({ host: url.host, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  let waiting: Waiting | null = null;
  let parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => {
    parts.push(part);
    const bytes = parts.length === 1 ? part : Buffer.concat(parts);
    parts = [bytes];
    const answer = parseAnswer(bytes);
    if (answer === null) return;
    parts = [];
    waiting?.resolve(answer);
    waiting = null;
  });
  const ended = (): Error => new Error('the connection ended');
  const lose = (): void => waiting?.reject(ended());
  socket.once('error', lose).once('close', lose);
  return {
    ask: (method, path, token, body = '') =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(ended());
        waiting = { resolve, reject };
        const sized =
          body === ''
            ? ''
            : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
        socket.write(
          `${method} ${path} HTTP/1.1\r\n${fixed}authorization: Bearer ${token}\r\n${sized}\r\n${body}`,
        );
      }),
    close: () => socket.destroy(),
  };
};
