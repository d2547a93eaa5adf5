/** Event streams on plain sockets, which take very little processor time of this process. */
import { connect, type Socket } from 'node:net';
import { waitUntil } from '@cairn/test-support';
import { chunksOf } from '../measure.ts';

interface StreamEvents {
  readonly onHead: (head: number) => void;
  /** Called when the stream ends for any reason. */
  readonly onClose: () => void;
}

/** Opens a stream. Resolves at the first bytes of an answer with status 200; rejects otherwise. */
export const openEventStream = (
  server: string,
  headers: Readonly<Record<string, string>>,
  token: string,
  { onHead, onClose }: StreamEvents,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(server);
    const fixed = Object.entries({ host, ...headers })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    let isOpen = false;
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET /v1/events HTTP/1.1\r\n${fixed}authorization: Bearer ${token}\r\n\r\n`);
    });
    socket.setEncoding('latin1').on('data', (text: string) => {
      isOpen ||= text.startsWith('HTTP/1.1 200');
      if (isOpen) resolve(socket);
      else socket.destroy();
      for (const [, head] of text.matchAll(/"kind":"head","head":(\d+)/g)) onHead(Number(head));
    });
    socket.once('error', reject).once('close', () => {
      reject(new Error('the stream was refused'));
      if (isOpen) onClose();
    });
  });

const AT_ONCE = 50;

export const openEventStreams = async (
  server: string,
  headers: Readonly<Record<string, string>>,
  tokens: readonly string[],
) => {
  const sockets: Socket[] = [];
  const told = new Set<string>();
  let closed = 0;
  const openOne = async (token: string): Promise<void> => {
    const onClose = (): void => {
      closed += 1;
    };
    sockets.push(await openEventStream(server, headers, token, { onHead: () => told.add(token), onClose }));
  };
  for (const some of chunksOf(tokens, AT_ONCE)) await Promise.all(some.map(openOne));
  return {
    /** Resolves when every stream has received its head. */
    told: (timeoutMs: number) =>
      waitUntil(() => told.size === tokens.length, { timeoutMs, what: 'the head of every stream' }),
    /** Returns the number of open streams. */
    open: () => sockets.length - closed,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
};
