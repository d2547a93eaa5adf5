import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './free-port.ts';
import { startRoundRobin } from './round-robin.ts';

/** Starts a server that answers its name and the request. `/stream` never ends. */
const echo = async (name: string): Promise<string> => {
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.once('end', () => {
      response.setHeader('x-name', name);
      if (request.url === '/stream') response.write(`${name} begins`);
      else response.end(`${name} ${request.method} ${text}`);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
};

test('the proxy asks one server after the other, passes those that refuse, and streams', async () => {
  const gone = `http://127.0.0.1:${await freePort()}`;
  const [a, b] = [await echo('a'), await echo('b')];
  const proxy = await startRoundRobin([a, gone, b]);
  onTestFinished(() => proxy.stop());
  const answers: string[] = [];
  for (const body of ['1', '2', '3', '4']) {
    answers.push(await (await fetch(proxy.url, { method: 'POST', body })).text());
  }
  expect(answers).toEqual(['a POST 1', 'b POST 2', 'a POST 3', 'b POST 4']);
  expect(proxy.served()).toEqual({ [a]: 2, [gone]: 0, [b]: 2 });
  const stream = await fetch(`${proxy.url}/stream`);
  expect(stream.headers.get('x-name')).toBe('a');
  const first = await stream.body?.getReader().read();
  expect(new TextDecoder().decode(first?.value)).toBe('a begins');
});

test('the proxy hangs up when nobody is there', async () => {
  const proxy = await startRoundRobin([`http://127.0.0.1:${await freePort()}`]);
  onTestFinished(() => proxy.stop());
  await expect(fetch(proxy.url)).rejects.toThrow();
});
