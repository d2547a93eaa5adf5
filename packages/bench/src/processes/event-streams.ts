/** Event streams on plain sockets, which take very little processor time of this process. */
import { connect, type Socket } from 'node:net';
import { chunksOf } from '../measure.ts';
import { type LoadDevice, WIRE_HEADERS } from './load-vaults.ts';
import { headerLines } from './raw-http.ts';

interface StreamEvents {
  readonly onHead: (head: number) => void;
  /** Called when the stream ends for any reason. */
  readonly onClose: () => void;
}

/** Opens a stream. Resolves at the first bytes of an answer with status 200; rejects otherwise. */
export const openEventStream = (server: string, token: string, { onHead, onClose }: StreamEvents) =>
  new Promise<Socket>((resolve, reject) => {
    const { hostname, port, host } = new URL(server);
    const fixed = headerLines({ host, ...WIRE_HEADERS });
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

/** Opens the streams of these devices, a few at once. */
export const openEach = async (
  devices: readonly LoadDevice[],
  open: (device: LoadDevice, at: number) => Promise<void>,
): Promise<void> => {
  for (const some of chunksOf([...devices.entries()], AT_ONCE))
    await Promise.all(some.map(([at, device]) => open(device, at)));
};
