// Several endpoints of language models and embedders on a real daemon: which one is used, and which ones it finds by itself.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, startModelServer, waitUntil } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { type Device, device, withMembers } from './cairn.ts';

const SUMMARY = '{"sentences":[{"text":"The port is 5433.","ids":[]}],"summary":"The port is 5433."}';

const fresh = async (config: object | null, env: Readonly<Record<string, string>> = {}): Promise<Device> => {
  const own = await device('models', { CAIRN_EMBED: 'on', ...env });
  onTestFinished(own.end);
  if (config !== null) writeFileSync(join(own.home, 'config.json'), JSON.stringify(config));
  return own;
};

const modelServer = async (...options: Parameters<typeof startModelServer>) => {
  const server = await startModelServer(...options);
  onTestFinished(() => server.close());
  return server;
};

test('[SU-8] the second endpoint answers when the first is down, each call under its name, at its price', async () => {
  const cloud = await modelServer({ script: [{ kind: 'reply', text: SUMMARY }] });
  const embed = await modelServer({ dimensions: 16 });
  const gone = `http://127.0.0.1:${await freePort()}/v1`;
  const own = await fresh({
    llm: [
      { baseUrl: gone, models: ['own'], price: { in: 0, out: 0 } },
      { baseUrl: cloud.baseUrl, models: ['cloud'], tokensPerDay: 9_000, price: { in: 1, out: 2 } },
    ],
    embeddings: [
      { baseUrl: gone, model: 'nomic', dimensions: 16 },
      { baseUrl: embed.baseUrl, model: 'nomic', dimensions: 16 },
    ],
  });
  await own.run(['save', 'The staging port is 5433']);
  expect((await own.run(['summarise'])).code).toBe(0);
  expect(cloud.requests.length).toBeGreaterThan(0);
  const used = await own.json(withMembers('usage', 'costToday', 'currency'), ['usage']);
  const models = Object.values(Object(used.usage)).map((row) => Object(row).model);
  expect([...new Set(models)].sort()).toEqual(['cloud', 'own']);
  expect(used.currency).toBe('USD');
  expect(Number(used.costToday)).toBeGreaterThan(0);
  const status = await own.json(withMembers('models'), ['status']);
  expect(status.models).toMatchObject({ llm: { models: ['own', 'cloud'], state: 'ready' } });
  await waitUntil(async () => embed.requests.length > 0, { timeoutMs: 20_000, what: 'the second embedder' });
  expect(embed.requests[0]?.body).toMatchObject({ model: 'nomic', dimensions: 16 });
});

test('[SU-9] init finds a model that runs here, and none is asked for what nobody chose', async () => {
  const ollama = await modelServer({ models: ['nomic-embed-text', 'qwen3:4b'] });
  const host = new URL(ollama.baseUrl).host;
  const own = await fresh(null, { OLLAMA_HOST: host, OPENAI_API_KEY: 'sk-never' });
  const done = await own.run(['init', '--yes', '--agent', 'none', '--model', 'auto']);
  expect([done.code, done.out]).toEqual([0, expect.stringContaining('the language model qwen3:4b')]);
  const config = readFileSync(join(own.home, 'config.json'), 'utf8');
  expect(JSON.parse(config)).toMatchObject({
    llm: { baseUrl: `http://${host}/v1`, models: ['qwen3:4b'] },
  });
  expect(config).not.toContain('sk-never');
  await ollama.close();
  const none = await own.run(['init', '--yes', '--agent', 'none', '--model', 'auto'], {
    env: { OLLAMA_HOST: `127.0.0.1:${await freePort()}` },
  });
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('No language model answers')]);
});
