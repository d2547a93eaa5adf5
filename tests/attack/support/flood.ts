// A program that sends requests with bodies of 15 MB to a daemon in sequence, until it is ended.

import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';

const BYTES = 15 * 1_048_576;
const many = (one: object): string => {
  const text = JSON.stringify(one);
  return `[${`${text},`.repeat(Math.floor(BYTES / (text.length + 1))).slice(0, -1)}]`;
};
const long = 'x'.repeat(BYTES);

export const FLOODS: Readonly<Record<string, () => readonly [path: string, body: string]>> = {
  save: () => ['/v1/memories', JSON.stringify({ content: long })],
  search: () => ['/v1/search', JSON.stringify({ query: long })],
  mcp: () => [
    '/mcp',
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: long } }),
  ],
  import: () => ['/v1/import', `{"records":${many({ kind: 'memory', content: 'tea is green' })}}`],
  sessions: () => [
    '/v1/sessions',
    `{"session":{"name":"flood"},"messages":${many({ role: 'user', content: 'hello' })}}`,
  ],
  transcripts: () => [
    '/v1/transcripts',
    `{"session":"flood","turns":${many({ author: 'user', text: 'hello', at: 1 })}}`,
  ],
  hook: () => [
    '/v1/hooks/claude-code/prompt',
    `{"session_id":"a","prompt":"x","more":${many({ a: 1 }).slice(0, 8 * 874_999)}]}`,
  ],
};

const [, , home = '', name = ''] = process.argv;
const flood = FLOODS[name];
if (flood !== undefined) {
  const { port } = JSON.parse(readFileSync(join(home, 'daemon.json'), 'utf8'));
  const token = readFileSync(join(home, 'daemon.token'), 'utf8').trim();
  const [path, text] = flood();
  const body = Buffer.from(text);
  const agent = new Agent({ keepAlive: true });
  const headers = {
    ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...{ accept: 'application/json, text/event-stream', 'content-length': body.length },
  };
  for (;;) {
    const status = await new Promise((resolve) => {
      const asked = request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, (answer) => {
        answer.resume().once('close', () => resolve(answer.statusCode));
      });
      asked.once('error', resolve);
      asked.end(body);
    });
    process.stdout.write(`${String(status)}\n`);
  }
}
