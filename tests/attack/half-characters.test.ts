// Half of a surrogate pair in every text field of every interface. libSQL ends the whole process when it reads such a text back.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Device, device, root } from '../e2e/cairn.ts';

let laptop: Device;
let pid: number | null;

beforeAll(async () => {
  laptop = await device('laptop');
  await laptop.run(['up']);
  pid = laptop.pid();
  const idOf = async (path: string, body: Json): Promise<string> => {
    const { status, text } = await ask('POST', path, JSON.stringify(body));
    expect(status, text).toBeLessThan(300);
    const [, id = ''] = /"id":"([^"]+)"/.exec(text) ?? [];
    return id;
  };
  ids.memory = await idOf('/v1/memories', { content: 'the first tea', source: 'user' });
  ids.other = await idOf('/v1/memories', { content: 'the second tea', source: 'user' });
  ids.schedule = await idOf('/v1/schedules', {
    goal: 'say',
    cadence: { type: 'interval', seconds: 86_400 },
    status: 'paused',
  });
  ids.item = await idOf('/v1/profile/rules/items', { section: 'S', text: 'be kind' });
  const said = await ask('POST', '/v1/sessions', JSON.stringify(SESSION));
  ids.session = String(JSON.parse(said.text).session);
}, 60_000);
const ids = { memory: '', other: '', schedule: '', item: '', session: '' };
afterAll(() => laptop?.end());

interface Answer {
  readonly status: number;
  readonly text: string;
}

const ask = async (method: string, path: string, body?: string): Promise<Answer> => {
  const { port } = JSON.parse(readFileSync(join(laptop.home, 'daemon.json'), 'utf8'));
  const token = readFileSync(join(laptop.home, 'daemon.token'), 'utf8').trim();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, text: await answer.text() };
};

const HALVES = ['\ud800', 'half \ud83d', '\udc4d half', 'a\udbffb'];
/** Whole characters that a cut at an odd or even number of UTF-16 units would break. */
const CUTTABLE = [64, 128, 500, 2_000, 9_000].flatMap((count) =>
  ['', 'x'].map((first) => first + '💥'.repeat(count)),
);
type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Returns copies of the document, each with half a character in one of its texts or names. */
const spoilt = (json: Json, half: string): readonly Json[] => {
  if (typeof json === 'string') return [`${json}${half}`, half];
  if (typeof json !== 'object' || json === null) return [];
  if (Array.isArray(json))
    return json.flatMap((one, at) => spoilt(one, half).map((bad) => json.with(at, bad)));
  const fields = Object.entries(json);
  return fields.flatMap(([name, value]) => [
    ...spoilt(value, half).map((bad) => ({ ...json, [name]: bad })),
    Object.fromEntries(fields.map(([key, one]) => [key === name ? `${key}${half}` : key, one])),
  ]);
};

const PLACE = { project: 'p', cwd: '/tmp' };
const SESSION: Json = {
  ...{ session: { name: 'named', scope: 'channel', scopeId: 'c1' }, ...PLACE, agent: 'a' },
  messages: [
    { role: 'user', content: 'hello' },
    {
      ...{ role: 'assistant', content: 'I edit it' },
      toolCalls: [{ id: 'c', name: 'Edit', input: { file_path: '/tmp/a', new_string: 'b' } }],
    },
    { role: 'tool', content: 'done', toolResults: [{ id: 'c', output: 'done', path: '/tmp/a' }] },
  ],
};
const CRON = { type: 'cron', expression: '0 0 1 1 *', timezone: 'UTC' };
const HOOK: Json = {
  ...{ session_id: 's', cwd: '/tmp', prompt: 'hello', source: 'startup', transcript_path: '/tmp/t' },
  ...{ tool_name: 'Edit', tool_input: { file_path: '/tmp/a' }, tool_response: { text: 'done' } },
  last_assistant_message: 'bye',
};

/** Requests that are all accepted without half a character, except those in `REFUSED`. Text after `?` only names the case. */
const BODIES: Readonly<Record<string, Json>> = {
  'POST /v1/memories': {
    ...{ content: 'tea', tags: ['t'], ...PLACE, namespace: 'n', key: 'k', source: 'user' },
    ...{ session: 's', agent: 'a' },
  },
  'POST /v1/memories?turn': { content: 'tea in a turn', turn: 't', source: 'user' },
  'PATCH /v1/memories/{memory}': { addTags: ['a'], removeTags: ['b'] },
  'POST /v1/memories/{memory}/supersede': { content: 'other tea', session: 's', agent: 'a', source: 'user' },
  'POST /v1/forget': { key: 'never', namespace: 'n' },
  'POST /v1/forget?ids': { ids: ['m_00000000000000000000000000'] },
  'POST /v1/search': { query: 'tea', tags: ['t'], ...PLACE, namespace: 'n', asOf: '2026-01-01' },
  'POST /v1/context': { ...PLACE, session: 's', query: 'tea' },
  'POST /v1/context/prompt': {
    ...{ ...PLACE, model: 'm', provider: 'p', timezone: 'UTC', activeTask: 't', summary: 's' },
    ...{ query: 'tea', messages: [{ role: 'user', content: 'hello' }] },
  },
  'POST /v1/context/prompt?session': { session: '{session}', query: 'tea' },
  'POST /v1/documents': { path: '/tmp/a.md', ...PLACE, text: 'a word', modifiedAt: 1 },
  'POST /v1/documents/folders': { path: '/tmp', ...PLACE },
  'POST /v1/sessions': SESSION,
  'POST /v1/sessions/{session}/task': { task: 'build' },
  'POST /v1/sessions/{session}/files': { path: '/tmp/a' },
  'POST /v1/sessions/{session}/summary': { text: 'what was said', upto: 1, expectedEpoch: 0 },
  'POST /v1/sessions/{session}/compact': {},
  'POST /v1/transcripts': {
    ...{ session: 't', name: 'n', ...PLACE },
    turns: [{ author: 'Anna', text: 'hello', at: 1 }],
  },
  'POST /v1/import': {
    ...PLACE,
    records: [
      {
        ...{
          content: 'tea',
          tags: ['t'],
          project: 'p',
          namespace: 'n',
          key: 'k',
          source: 'user',
          agent: 'a',
        },
        ...{ id: 'x', session: 's', supersededBy: 'y', device: { id: 'd', name: 'e' } },
      },
    ],
  },
  'POST /v1/import?bundle': {
    bundle: true,
    records: [{ id: 'm_01m83av1kkeg5rq0gb3v7xg377', content: 'bundled tea', device: { id: 'd', name: 'e' } }],
  },
  'POST /v1/schedules': {
    ...{ goal: 'say', cadence: CRON, name: 'n', ...PLACE },
    ...{ channel: 'c', channelContext: 'x', agent: 'a', status: 'paused' },
  },
  'POST /v1/schedules/preview': { cadence: CRON },
  'PATCH /v1/schedules/{schedule}': {
    goal: 'say',
    cadence: CRON,
    name: 'n',
    channel: 'c',
    channelContext: 'x',
  },
  'PATCH /v1/profile': { fields: { name: 'Anna' } },
  'POST /v1/profile/rules': { text: '- be kind' },
  'POST /v1/profile/tools': {
    text: JSON.stringify({ version: 1, sections: [{ name: 'S', items: [{ text: 'be kind' }] }] }),
  },
  'PATCH /v1/profile/rules': { raw: 'be kind' },
  'POST /v1/profile/rules/items': { section: 'S', text: 'be kind', before: 'x' },
  'PATCH /v1/profile/tools/items/{item}': { section: 'S', text: 'be kind', before: 'x' },
  'POST /v1/review/{memory}': { decision: 'keep', other: '{other}' },
  'PATCH /v1/settings': { aliases: { a: 'b' } },
  'POST /v1/summaries': PLACE,
  'POST /v1/summaries/compact': PLACE,
  'POST /v1/vault/join': { code: 'x', server: 'http://127.0.0.1:1', name: 'n' },
  'POST /v1/vault': { server: 'http://127.0.0.1:1', setupToken: 't', name: 'n' },
  'POST /v1/vault/recover': { server: 'http://127.0.0.1:1', words: 'w', name: 'n' },
  'POST /v1/backup': { path: '/nowhere/x.db' },
  'POST /v1/restore': { path: '/nowhere/x.db' },
  ...Object.fromEntries(
    ['session-start', 'prompt', 'tool', 'compact', 'stop', 'session-end'].map((kind) => [
      `POST /v1/hooks/claude-code/${kind}`,
      HOOK,
    ]),
  ),
};
/** Paths whose requests are refused, because they ask for things that do not exist here. */
const REFUSED = /\/v1\/(?:forget|vault|backup|restore|review|profile\/tools\/items)/;

const ILL = ['%ED%A0%80', '%ED%B0%80x', '%FF', '%C3', '%00'];
const QUERIES = [
  ...['project', 'cwd', 'tag', 'tags', 'namespace', 'key', 'device', 'agent', 'session', 'id', 'before'].map(
    (name) => `/v1/memories?${name}=`,
  ),
  ...['/v1/memories/by-key?key=', '/v1/memories/by-key?key=k&namespace=', '/v1/memories/', '/v1/schedules/'],
  ...['project', 'cwd', 'query', 'runner', 'limit'].map((name) => `/v1/schedules?${name}=`),
  ...['project', 'cwd', 'session', 'query'].map((name) => `/v1/context?${name}=`),
  ...['project', 'cwd', 'from'].map((name) => `/v1/context/days?${name}=`),
  ...['project', 'cwd', 'query'].map((name) => `/v1/sessions?${name}=`),
  ...['/v1/sessions/ses_', '/v1/sessions/ses_named/messages?query=', '/v1/sessions/ses_named/restore?files='],
  ...['/v1/profile/history?field=', '/v1/export?after=', '/v1/review?limit=', '/v1/context/heartbeat?cwd='],
];
const PATHS = ['/v1/documents/', '/v1/documents/folders?path=', '/v1/transcripts/', '/v1/sessions/'];

/** Paths that read everything that was stored. */
const READS = [
  ...['/v1/memories?limit=1000&all=1', '/v1/export', '/v1/context', '/v1/context?session=s&again=1'],
  ...[
    '/v1/sessions',
    '/v1/sessions/{session}',
    '/v1/sessions/{session}/messages',
    '/v1/sessions/{session}/restore?files=1',
    '/v1/documents',
  ],
  ...['/v1/transcripts', '/v1/schedules', '/v1/profile', '/v1/profile/history', '/v1/review', '/v1/stats'],
  ...['/v1/summaries', '/v1/usage', '/v1/settings', '/v1/status', '/v1/sync/refused', '/v1/context/days'],
];

const lives = async (what: string): Promise<void> => {
  for (const one of READS) {
    const path = one.replace('{session}', ids.session);
    const { status, text } = await ask('GET', path).catch((error) => ({ status: 0, text: String(error) }));
    expect(status, `${what}, then GET ${path}: ${text}`).toBeGreaterThanOrEqual(200);
    expect(status, `${what}, then GET ${path}: ${text}`).toBeLessThan(500);
  }
  const found = await ask('POST', '/v1/search', JSON.stringify({ query: 'tea hello half', limit: 50 }));
  expect(found.status, what).toBe(200);
  expect(laptop.pid(), what).toBe(pid);
};

describe('an incomplete character', () => {
  test.each(Object.keys(BODIES))('[TR-6] %s: in any text and any name it ends nothing', async (door) => {
    const named = (text: string): string =>
      Object.entries(ids).reduce((all, [name, id]) => all.replaceAll(`{${name}}`, id), text);
    const [method = '', path = ''] = named(door).replace(/\?.*/, '').split(' ');
    const whole: Json = JSON.parse(named(JSON.stringify(BODIES[door] ?? null)));
    const taken = await ask(method, path, JSON.stringify(whole));
    if (!REFUSED.test(door)) expect(taken.status, `${door}: ${taken.text}`).toBeLessThan(300);
    const send = async (bad: Json): Promise<void> => {
      const body = JSON.stringify(bad);
      const { status, text } = await ask(method, path, body).catch((error) => ({
        status: 0,
        text: String(error),
      }));
      const what = `${door} ${body.slice(0, 500)}: ${status} ${text}`;
      expect([200, 201, 204, 400, 403, 404, 409, 502, 503], what).toContain(status);
    };
    // Sends all requests of one text concurrently, which costs half as much, because threads wake each other once for many.
    for (const ill of [...HALVES, ...CUTTABLE]) await Promise.all(spoilt(whole, ill).map(send));
    await lives(door);
  });

  test('[TR-6] in any address it ends nothing', async () => {
    for (const [method, paths] of [
      ['GET', QUERIES],
      ['DELETE', PATHS],
    ] as const)
      for (const path of paths)
        for (const ill of ILL) {
          const { status, text } = await ask(method, `${path}${ill}`).catch((error) => ({
            status: 0,
            text: String(error),
          }));
          expect([200, 400, 404], `${method} ${path}${ill}: ${status} ${text}`).toContain(status);
        }
    await lives('addresses');
  });

  test('[TR-6] by MCP it ends nothing', async () => {
    const mcp = new Client({ name: 'attack', version: '1.0.0' });
    const env = { PATH: String(process.env.PATH), CAIRN_HOME: laptop.home, CAIRN_EMBED: 'off' };
    const command = join(root, 'bin', 'cairn');
    await mcp.connect(new StdioClientTransport({ command, args: ['mcp'], env, cwd: laptop.home }));
    const { tools } = await mcp.listTools();
    expect(tools.length).toBeGreaterThan(3);
    for (const { name, inputSchema } of tools)
      for (const half of HALVES)
        for (const field of Object.keys(inputSchema.properties ?? {}))
          for (const value of [half, [half]]) {
            const whole = { content: 'tea', query: 'tea', id: 'mem_x', [field]: value };
            await mcp.callTool({ name, arguments: whole }).catch(() => undefined);
          }
    for (const half of HALVES)
      await mcp.readResource({ uri: `cairn://context/${half}` }).catch(() => undefined);
    await mcp.close();
    await lives('mcp');
  });
});
