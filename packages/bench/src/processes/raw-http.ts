/**
 * HTTP/1.1 client with as little processor time as possible, so that a benchmark measures the server and not the load generator. One
 * connection, one request at a time.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { createAnswerReader } from '@cairn/client/device';

export interface RawAnswer {
  readonly status: number;
  readonly body: Buffer;
}

export type RawConnection = Awaited<ReturnType<typeof openRawConnection>>;

/** Returns the head's lines for these headers. */
export const headerLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

interface Waiting {
  readonly resolve: (answer: RawAnswer) => void;
  readonly reject: (error: Error) => void;
}

export const openRawConnection = async (server: string, headers: Readonly<Record<string, string>>) => {
  const url = new URL(server);
  const socket = connect(Number(url.port), url.hostname).setNoDelay(true);
  await once(socket, 'connect');
  const fixed = headerLines({ host: url.host, ...headers });
  let waiting: Waiting | null = null;
  let parts: Buffer[] = [];
  let reader = createAnswerReader((part) => parts.push(part));
  socket.on('data', (bytes: Buffer) => {
    const state = reader.push(bytes);
    if (state === 'malformed') socket.destroy();
    if (state !== 'done') return;
    waiting?.resolve({ status: reader.status(), body: Buffer.concat(parts) });
    waiting = null;
    parts = [];
    reader = createAnswerReader((part) => parts.push(part));
  });
  const ended = (): Error => new Error('the connection ended');
  const lose = (): void => waiting?.reject(ended());
  socket.once('error', lose).once('close', lose);
  return {
    /** Rejects when the connection ends before the answer is complete. */
    ask: (method: 'GET' | 'POST', path: string, token: string, body = '') =>
      new Promise<RawAnswer>((resolve, reject) => {
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
