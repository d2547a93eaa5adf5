// While one client sends a stream of bodies of 15 MB, another client's saves and searches are answered as before.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { connect, type DaemonClient, resolvePaths } from '@cairn/client/device';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Device, device } from '../e2e/cairn.ts';
import { FLOODS } from './support/flood.ts';
import { loadNow } from './support/in-time.ts';

const FLOOD = fileURLToPath(new URL('support/flood.ts', import.meta.url));
const P95_MS_MAX = 50;
const ANSWER_MS_MAX = 2_000;
const ROUNDS = 3;
const HUNG_UP = 'Error: socket hang up';
const PAIRS = 40;

let own: Device;
let client: DaemonClient;
beforeAll(async () => {
  own = await device();
  await own.run(['up']);
  const env = { CAIRN_HOME: own.home };
  const paths = resolvePaths({ env, homeDir: own.home, platform: process.platform, cwd: '/' });
  const found = await connect(paths, { start: false, env, program: '' });
  if (!found.ok) throw new Error(found.error.message);
  client = found.value;
});
afterAll(async () => {
  client.close();
  await own.end();
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
let saved = 0;

/** Returns the p95 of the answers, each divided by the machine's slowdown. */
const p95 = async (): Promise<number> => {
  const took: number[] = [];
  for (let at = 0; at < PAIRS; at++) {
    for (const [path, body] of [
      ['/v1/memories', { content: `The tea house ${saved++} opens at ${saved}` }],
      ['/v1/search', { query: 'tea house' }],
    ] as const) {
      const began = performance.now();
      expect((await client.request('POST', path, body)).ok).toBe(true);
      took.push(performance.now() - began);
    }
    await pause(25);
  }
  const sorted = took.toSorted((a, b) => a - b);
  return (sorted[Math.floor(0.95 * sorted.length)] ?? Number.POSITIVE_INFINITY) / loadNow();
};

test.each(Object.keys(FLOODS))('[TR-60] %s: saves and searches within 50 ms, 95 of 100', async (name) => {
  const flood = spawn(process.execPath, [FLOOD, own.home, name], { stdio: ['ignore', 'pipe', 'inherit'] });
  let answers = '';
  flood.stdout.setEncoding('utf8').on('data', (part: string) => (answers += part));
  try {
    await expect.poll(() => answers, { timeout: 20_000 }).not.toBe('');
    const measured: number[] = [];
    for (let round = 0; round < ROUNDS; round++) measured.push(await p95());
    expect(measured.toSorted((a, b) => a - b)[1], `p95 of each round: ${measured}`).toBeLessThan(P95_MS_MAX);
    const wanted = name === 'hook' ? '204' : (ANSWERS[name] ?? '413');
    // A client that still writes when the daemon has refused and closed may lose the answer.
    const seen = new Set(
      answers
        .trim()
        .split('\n')
        .filter((one) => wanted !== '413' || one !== HUNG_UP),
    );
    expect(seen).toEqual(new Set([wanted]));
  } finally {
    flood.kill('SIGKILL');
  }
});

/** Routes that accept large bodies read them, and refuse them for their content. */
const ANSWERS: Readonly<Record<string, string>> = { import: '400', sessions: '400', transcripts: '400' };

/** Repeated starts of each pattern, and text that cleaning has to remove. */
const HOSTILE = ['<private ', 'AKIA', '\u200b\u200c', '</memory', 'token = ', '\u0000', '<context-'].join('');
const longOf = (bytes: number): string => HOSTILE.repeat(Math.floor(bytes / 70));
const MB = 1_048_576;

/** Bodies as long as each route accepts. */
const ENTRIES: Readonly<Record<string, () => readonly [path: string, body: object]>> = {
  save: () => ['/v1/memories', { content: longOf(0.9 * MB) }],
  tag: () => ['/v1/memories', { content: 'tea', tags: [longOf(0.9 * MB)] }],
  tags: () => [
    '/v1/memories',
    { content: 'tea', tags: Array.from({ length: 60_000 }, (_, at) => `\u200b${at}`) },
  ],
  search: () => ['/v1/search', { query: longOf(0.9 * MB) }],
  why: () => ['/v1/why', { text: longOf(0.9 * MB) }],
  'hook prompt': () => ['/v1/hooks/claude-code/prompt', { session_id: 's', prompt: longOf(7 * MB) }],
  'hook tool': () => [
    '/v1/hooks/claude-code/tool',
    {
      ...{ session_id: 's', tool_name: 'Bash', tool_input: { command: longOf(3 * MB) } },
      tool_response: { is_error: true, stderr: longOf(3 * MB) },
    },
  ],
  'hook stop': () => ['/v1/hooks/codex/stop', { session_id: 's', last_assistant_message: longOf(7 * MB) }],
  message: () => [
    '/v1/sessions',
    { session: { name: 'flood' }, messages: [{ role: 'user', content: longOf(15 * MB) }] },
  ],
  'tool results': () => [
    '/v1/sessions',
    {
      session: { name: 'flood' },
      messages: [{ role: 'tool', content: 'x', toolResults: [longOf(15 * MB)] }],
    },
  ],
  turn: () => [
    '/v1/transcripts',
    { session: 'flood', turns: [{ author: 'user', text: longOf(15 * MB), at: 1 }] },
  ],
  record: () => ['/v1/import', { records: [{ content: longOf(15 * MB) }] }],
  'record with tags': () => ['/v1/import', { records: [{ content: 'tea', tags: [longOf(15 * MB)] }] }],
  goal: () => ['/v1/schedules', { goal: longOf(0.9 * MB), cadence: { type: 'interval', seconds: 9_000 } }],
  rule: () => ['/v1/profile/rules/items', { section: 's', text: longOf(0.9 * MB) }],
  document: () => ['/v1/documents', { path: '/tea.md', text: longOf(1.5 * MB), modifiedAt: 1 }],
  task: () => ['/v1/sessions/ses_notes/task', { task: longOf(0.9 * MB) }],
  summary: () => ['/v1/sessions/ses_notes/summary', { text: longOf(0.9 * MB), upto: 1, expectedEpoch: 0 }],
};

const REST_MS_PER_MB = 450;
/** The last flood sent 15 MB at a time. */
let restMs = 15 * REST_MS_PER_MB;
test.each(Object.keys(ENTRIES))(
  '[TR-9] %s: the longest text that a request may carry is told in time',
  async (name) => {
    const [path, body] = ENTRIES[name]?.() ?? ['', {}];
    // After a refused large request the next large one has to wait. That wait is outside of the measured time.
    await pause(restMs);
    restMs = (JSON.stringify(body).length / MB) * REST_MS_PER_MB;
    const began = performance.now();
    const done = await client.request('POST', path, body);
    const ms = (performance.now() - began) / loadNow();
    expect(done.ok ? 200 : done.error.status, JSON.stringify(done).slice(0, 300)).toBeOneOf([200, 400, 404]);
    expect(ms).toBeLessThanOrEqual(ANSWER_MS_MAX);
  },
);
