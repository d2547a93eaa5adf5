/** Many event streams on plain sockets, which cost this process next to nothing. */
import { connect, type Socket } from 'node:net';
import { waitUntil } from '@cairn/test-support';
import { chunksOf } from '../measure.ts';

export interface EventStreams {
  /** Resolves once every stream was told its head. */
  told(timeoutMs: number): Promise<unknown>;
  /** How many are open. */
  open(): number;
  close(): void;
}

interface Stream {
  readonly socket: Socket;
  isTold: boolean;
  isOpen: boolean;
}

const AT_ONCE = 50;

export const openEventStreams = async (
  server: string,
  headers: Readonly<Record<string, string>>,
  tokens: readonly string[],
): Promise<EventStreams> => {
  const { hostname, port, host } = new URL(server);
  const fixed = Object.entries({ host, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const streams: Stream[] = [];
  const openOne = (token: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(`GET /v1/events HTTP/1.1\r\n${fixed}authorization: Bearer ${token}\r\n\r\n`);
      });
      const stream = { socket, isTold: false, isOpen: true };
      streams.push(stream);
      socket.setEncoding('latin1').on('data', (text: string) => {
        if (text.includes('"kind":"head"')) stream.isTold = true;
        resolve();
      });
      socket.once('error', reject).once('close', () => {
        stream.isOpen = false;
      });
    });
  for (const some of chunksOf(tokens, AT_ONCE)) await Promise.all(some.map(openOne));
  return {
    told: (timeoutMs) =>
      waitUntil(() => streams.every(({ isTold }) => isTold), { timeoutMs, what: 'the head of every stream' }),
    open: () => streams.filter(({ isOpen }) => isOpen).length,
    close: () => {
      for (const { socket } of streams) socket.destroy();
    },
  };
};
