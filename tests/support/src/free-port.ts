import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Lower bound of the ports, below the ephemeral range (from 32768 on Linux, 49152 elsewhere). A stopped server's port must not be taken
 * meanwhile, neither by a bind to port 0 nor as the local port of an outgoing connection.
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

/** Returns a loopback TCP port that was just free. Only another caller of this function could take it. */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < TRIES_MAX; attempt++) {
    const port = randomInt(PORT_MIN, PORT_MAX);
    if (await canListen(port)) return port;
  }
  throw new Error(`none of ${TRIES_MAX} ports is free`);
};
