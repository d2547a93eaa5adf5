// A TCP proxy on loopback whose connections ("lines") a test can cut, stall, slice and watch.

import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Way = 'out' | 'back';

/** The fate of some bytes: `pass` forwards them, `cut` drops them and resets the line. */
export type Fate = 'pass' | 'cut';

export interface FaultProxy {
  readonly port: number;
  /** Port that new lines connect to. A restarted server may use another port. */
  target: number;
  /** Whether new lines are reset at once, as by a closed port. */
  refusing: boolean;
  /** Whether no bytes pass in either direction while the lines stay open (half-open). */
  stalled: boolean;
  /** Bytes per piece; null forwards chunks unchanged. */
  sliceBytes: number | null;
  /** Called for all bytes. `line` counts from 1. */
  judge: ((way: Way, bytes: Buffer, line: number) => Fate) | null;
  /** Returns the number of open lines. */
  lines(): number;
  /** Resets every line. */
  cut(): void;
  close(): Promise<void>;
}

const STALL_LOOK_MS = 10;

export const startFaultProxy = async (target: number): Promise<FaultProxy> => {
  const open = new Map<number, readonly [Socket, Socket]>();
  let count = 0;
  const server = createServer((near) => {
    if (proxy.refusing) {
      near.resetAndDestroy();
      return;
    }
    const line = ++count;
    const far = connect(proxy.target, '127.0.0.1');
    open.set(line, [near, far]);
    const reset = (): void => {
      open.delete(line);
      for (const socket of [near, far]) socket.resetAndDestroy();
    };
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      socket.on('error', reset);
      socket.on('close', () => open.delete(line));
    }
    void carry(near, far, (bytes) => proxy.judge?.('out', bytes, line) ?? 'pass', reset);
    void carry(far, near, (bytes) => proxy.judge?.('back', bytes, line) ?? 'pass', reset);
  });

  const carry = async (
    from: Socket,
    to: Socket,
    judge: (bytes: Buffer) => Fate,
    reset: () => void,
  ): Promise<void> => {
    try {
      for await (const bytes of from) {
        while (proxy.stalled && !from.destroyed) await later(STALL_LOOK_MS);
        if (judge(bytes) === 'cut') {
          reset();
          return;
        }
        await write(to, bytes, proxy.sliceBytes);
      }
      to.end();
    } catch {
      reset();
    }
  };

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const cut = (): void => {
    for (const sockets of open.values()) for (const socket of sockets) socket.resetAndDestroy();
    open.clear();
  };
  const proxy: FaultProxy = {
    port: address.port,
    target,
    refusing: false,
    stalled: false,
    sliceBytes: null,
    judge: null,
    lines: () => open.size,
    cut,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      cut();
      await closed;
    },
  };
  return proxy;
};

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const write = async (to: Socket, bytes: Buffer, sliceBytes: number | null): Promise<void> => {
  const size = sliceBytes ?? bytes.length;
  for (let at = 0; at < bytes.length; at += size) {
    if (to.destroyed) return;
    if (!to.write(bytes.subarray(at, at + size)))
      await new Promise<void>((resolve) => {
        to.once('drain', resolve);
        to.once('close', resolve);
      });
    if (sliceBytes !== null) await new Promise((resolve) => setImmediate(resolve));
  }
};
