// A server that is down, never answers a request, or is overloaded. Each command that calls it reports that soon.

import { saveResult, vaultCreateResult } from '@cairn/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json } from '../attack/support/answers.ts';
import { silent } from '../attack/support/lines.ts';
import { type Behaviour, HONEST, startTamperingProxy, type TamperingProxy } from '../attack/support/proxy.ts';
import { type Device, device, type Server, server, withMembers } from './cairn.ts';

/** Limit: 15 s, and as much again for a busy machine. */
const TOLD_MS_MAX = 30_000;

const busy = (): Behaviour => ({
  name: 'busy',
  deal: () => {
    const problem = { title: 'Unavailable', status: 503, kind: 'unavailable', detail: 'The server is busy.' };
    const answer = json({ type: 'about:blank', ...problem, serverTime: Date.now() });
    return { ...answer, status: 503, headers: { 'content-type': 'application/problem+json' } };
  },
});
const down = (): Behaviour => ({ name: 'down', deal: () => (response) => response.destroy() });

let sync: Server;
let proxy: TamperingProxy;
let laptop: Device;
beforeAll(async () => {
  [sync, laptop] = await Promise.all([server(), device('laptop')]);
  proxy = await startTamperingProxy(sync.port);
  const vault = ['vault', 'create', '--server', proxy.url, '--setup-token', sync.setupToken];
  await laptop.json(vaultCreateResult, vault);
  await laptop.json(saveResult, ['save', 'Kept through all of it']);
  await laptop.json(withMembers('head'), ['sync', '--wait']);
});
afterAll(async () => {
  await laptop.end();
  await proxy.close();
  await sync.end();
});

const ASKS_THE_SERVER: readonly (readonly [code: number, args: readonly string[]])[] = [
  [5, ['sync', 'verify']],
  [5, ['sync', 'repair']],
  [5, ['sync', '--wait', '--timeout', '8']],
  [1, ['devices']],
  [1, ['invite']],
  [1, ['vault', 'rekey']],
];
const NEEDS_NO_SERVER = [
  ['sync'],
  ['sync', 'retry'],
  ['sync', 'removed'],
  ['status'],
  ['list'],
  ['save', 'More'],
];

test.for([
  ['down', down, /cannot be reached/],
  ['silent', silent, /no answer for 15 s|not done after 8 s/],
  ['busy', busy, /busy/],
] as const)(
  '[RL-12] a server that is %s is told by every command that asks it',
  async ([name, how, sentence]) => {
    proxy.become(how());
    const began = performance.now();
    const asked = ASKS_THE_SERVER.map(async ([code, args]) => {
      const ran = await laptop.run(args);
      const tookMs = performance.now() - began;
      // The list does not need the server. [RL-45]
      const isListed = name === 'silent' && args[0] === 'devices' && args.length === 1;
      expect(ran.code, `${args.join(' ')}: ${ran.out}${ran.err}`).toBe(isListed ? 0 : code);
      expect(ran.err, args.join(' ')).toMatch(isListed ? /has not answered/ : sentence);
      expect(tookMs, args.join(' ')).toBeLessThan(TOLD_MS_MAX);
    });
    const local = NEEDS_NO_SERVER.map(async (args) => {
      const ran = await laptop.run(args);
      expect(ran.code, `${args.join(' ')}: ${ran.out}${ran.err}`).toBe(0);
    });
    await Promise.all([...asked, ...local]);
    proxy.become(HONEST);
    const verified = await laptop.run(['sync', 'verify']);
    expect(verified.code, verified.out + verified.err).toBe(0);
  },
);
