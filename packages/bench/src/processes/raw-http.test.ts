import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { openRawConnection, parseAnswer } from './raw-http.ts';

test.each([
  ['with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', 200],
  ['in chunks', 'HTTP/1.1 429 No\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n', 429],
])('an answer %s is read once it is whole, and not before', (_, text, status) => {
  const bytes = Buffer.from(text);
  for (let cut = 0; cut < bytes.length; cut += 1) expect(parseAnswer(bytes.subarray(0, cut))).toBeNull();
  expect(parseAnswer(bytes)).toMatchObject({ status, body: Buffer.from('hello') });
});

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
