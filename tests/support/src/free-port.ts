import { createServer } from 'node:net';

/** A loopback TCP port that was free a moment ago. Another process may take it: callers that can should bind 0 instead. */
export const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new Error('the free port has no number');
  return address.port;
};
