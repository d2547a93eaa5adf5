import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { openRawConnection } from './raw-http.ts';

test('one connection asks again and again, and says when it is gone', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/gone') request.socket.destroy();
    else
      request.resume().once('end', () => response.end(`${request.method} ${request.headers.authorization}`));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const connection = await openRawConnection(`http://127.0.0.1:${port}`, {});
  onTestFinished(() => {
    connection.close();
    server.close();
  });
  expect((await connection.ask('POST', '/', 'a', '{}')).body.toString()).toBe('POST Bearer a');
  expect((await connection.ask('GET', '/', 'b')).body.toString()).toBe('GET Bearer b');
  await expect(connection.ask('GET', '/gone', 'b')).rejects.toThrow('ended');
  await expect(connection.ask('GET', '/', 'b')).rejects.toThrow('ended');
});
