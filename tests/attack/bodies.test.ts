// Beside a stream of bodies of 15 MB from one client, the saves and searches of another are answered as before.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { connect, type DaemonClient, resolvePaths } from '@cairn/client/device';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Device, device } from '../e2e/cairn.ts';
import { FLOODS } from './support/flood.ts';
import { loadNow } from './support/in-time.ts';

const FLOOD = fileURLToPath(new URL('support/flood.ts', import.meta.url));
const P95_MS_MAX = 50;
const ROUNDS = 3;
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

/** The answer that only one in twenty is slower than, each by how busy the machine was. */
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
    expect(new Set(answers.trim().split('\n'))).toEqual(
      new Set([name === 'hook' ? '204' : (ANSWERS[name] ?? '413')]),
    );
  } finally {
    flood.kill('SIGKILL');
  }
});

/** What may carry much is read, and refused for what is in it. */
const ANSWERS: Readonly<Record<string, string>> = { import: '400', sessions: '400', transcripts: '400' };
