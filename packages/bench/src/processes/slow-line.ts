/** A line to a port of this machine on which everything takes so long, half of it each way. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface SlowLine {
  readonly port: number;
  close(): void;
}

export const startSlowLine = async (target: number, roundTripMs: number): Promise<SlowLine> => {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.setNoDelay(true);
      from.on('data', (bytes) => setTimeout(() => to.write(bytes), roundTripMs / 2));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the line has no port');
  return {
    port: address.port,
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
};
