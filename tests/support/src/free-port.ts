import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems hand out by themselves (from 32768 on Linux, 49152 elsewhere): while a server of a test is down,
 * neither somebody who binds port 0 nor the near end of a line, be it one that knocks at this very port, is given its port.
 */
const PORT_MIN = 12_000;
const PORT_MAX = 32_000;
const TRIES_MAX = 100;

const canListen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A loopback TCP port that was free a moment ago, and that only another caller of this could take. */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < TRIES_MAX; attempt++) {
    const port = randomInt(PORT_MIN, PORT_MAX);
    if (await canListen(port)) return port;
  }
  throw new Error(`none of ${TRIES_MAX} ports is free`);
};
