import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findModels } from './found-models.ts';

/** Starts a server that lists a model like Ollama. Returns its port. */
const serve = async (): Promise<number> => {
  const server = createServer((_, response) => response.end('{"data":[{"id":"bge-m3"},{"id":"qwen3:4b"}]}'));
  onTestFinished(() => void server.close());
  const { promise, resolve } = Promise.withResolvers<number>();
  server.listen(0, '0.0.0.0', () => {
    const at: AddressInfo | string | null = server.address();
    resolve(typeof at === 'object' && at !== null ? at.port : 0);
  });
  return promise;
};

const outside = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

test.runIf(outside !== undefined)(
  '[SU-9] a model that OLLAMA_HOST places on another machine does not count as one of this machine',
  async () => {
    const port = await serve();
    const found = async (host: string) =>
      (await findModels({ OLLAMA_HOST: `${host}:${port}` })).filter(({ title }) => title === 'Ollama');
    for (const host of ['0.0.0.0', '[::]'])
      expect(await found(host)).toMatchObject([{ model: 'qwen3:4b', isHere: true }]);
    const url = `http://${outside}:${port}/v1`;
    expect(await found(outside ?? '')).toMatchObject([{ url, model: 'qwen3:4b', isHere: false, key: null }]);
  },
);

test.each([
  ['', 'http://127.0.0.1:11434/v1'],
  ['box', 'http://box:11434/v1'],
  ['box:80', 'http://box/v1'],
  [' "box:8080" ', 'http://box:8080/v1'],
  [':8080', 'http://127.0.0.1:8080/v1'],
  ['::1', 'http://[::1]:11434/v1'],
  ['[::]:8080', 'http://127.0.0.1:8080/v1'],
  ['http://box:11434/', 'http://box:11434/v1'],
  ['http://box:80', 'http://box/v1'],
  ['http://box', 'http://box/v1'],
  ['https://box', 'https://box/v1'],
  ['https://box/ollama/', 'https://box/ollama/v1'],
  ['no host', 'http://127.0.0.1:11434/v1'],
])('[SU-9] OLLAMA_HOST "%s" means what it means to Ollama: %s', async (host, url) => {
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no network'));
  onTestFinished(() => asked.mockRestore());
  expect(await findModels({ OLLAMA_HOST: host })).toEqual([]);
  expect(asked.mock.calls[0]?.[0]).toBe(`${url}/models`);
});
