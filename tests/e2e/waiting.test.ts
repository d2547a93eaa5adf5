// With a server that never answers a request, a command says what it waits for, and Ctrl-C ends it.

import { saveResult, vaultCreateResult } from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silent } from '../attack/support/lines.ts';
import { HONEST, startTamperingProxy, type TamperingProxy } from '../attack/support/proxy.ts';
import { type Device, device, type Server, server, withMembers } from './cairn.ts';

let sync: Server;
let proxy: TamperingProxy;
let laptop: Device;
let phone: Device;
let outsider: Device;
let phoneId = '';
beforeAll(async () => {
  [sync, laptop, phone, outsider] = await Promise.all([
    server(),
    device('laptop'),
    device('phone'),
    device('outsider'),
  ]);
  proxy = await startTamperingProxy(sync.port);
  const vault = ['vault', 'create', '--server', proxy.url, '--setup-token', sync.setupToken];
  await laptop.json(vaultCreateResult, vault);
  await laptop.json(saveResult, ['save', 'Kept through all of it']);
  const { code } = await laptop.json(withMembers('code'), ['invite']);
  phoneId = String((await phone.json(withMembers('device'), ['join', `${code}@${proxy.url}`])).device);
  await outsider.run(['up']);
}, 60_000);
afterAll(async () => {
  await Promise.all([laptop.end(), phone.end(), outsider.end()]);
  await proxy.close();
  await sync.end();
});

/** Time of a command that waits for nothing. The other commands are compared with it. */
const bareMs = async (): Promise<number> => {
  const began = performance.now();
  await laptop.run(['status']);
  return performance.now() - began;
};

interface Waited {
  readonly line: string;
  readonly tookMs: number;
  readonly out: string;
  readonly signal: NodeJS.Signals | null;
}

/** Starts a command, and ends it by Ctrl-C once it says what it waits for. */
const waited = async (who: Device, args: readonly string[]): Promise<Waited> => {
  const began = performance.now();
  const child = who.begin(args);
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('close', (_, how) => resolve(how)),
  );
  const texts = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (part: string) => (texts.out += part));
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (texts.err += part));
  child.stdin?.end('');
  const said = () => /^cairn: waiting for .*$/m.exec(texts.err)?.[0];
  await waitUntil(() => said() !== undefined, {
    timeoutMs: 12_000,
    everyMs: 10,
    what: `${args.join(' ')} to say whom it waits for; it said ${JSON.stringify(texts)}`,
  });
  const tookMs = performance.now() - began;
  child.kill('SIGINT');
  const signal = await ended;
  expect(texts.err.match(/waiting for http/g), args.join(' ')).toHaveLength(1);
  return { line: said() ?? '', tookMs, out: texts.out, signal };
};

const WORDS = `${'abandon '.repeat(23)}art`;

test('[RL-46] within two seconds each command says whom it waits for, how long, and how to stop', async () => {
  const atOnce = await bareMs();
  proxy.become(silent());
  const { url } = proxy;
  const commands: readonly (readonly [who: Device, args: readonly string[], seconds: number | null])[] = [
    [laptop, ['invite'], 30],
    [laptop, ['invite', '--json'], 30],
    [laptop, ['devices', 'revoke', phoneId, '--yes'], 30],
    [laptop, ['vault', 'rekey'], 30],
    [laptop, ['sync', 'verify'], 600],
    [laptop, ['sync', 'repair', '--json'], 600],
    [laptop, ['sync', '--wait', '--timeout', '40'], 40],
    [outsider, ['vault', 'create', '--server', url, '--setup-token', 'x'], 30],
    [outsider, ['login', '--server', url, '--email', 'ada@example.org'], 30],
    [outsider, ['join', `7K3M-9QXA-2TDP-W5HC@${url}`], null],
  ];
  for (const [who, args, seconds] of commands) {
    const { line, tookMs, out, signal } = await waited(who, args);
    const howLong = seconds === null ? '' : `, ${seconds} s at most`;
    expect(line).toBe(`cairn: waiting for ${url}${howLong}. Ctrl-C stops waiting.`);
    expect(out, args.join(' ')).toBe('');
    expect(signal, args.join(' ')).toBe('SIGINT');
    expect(tookMs, args.join(' ')).toBeLessThan(2_000 + atOnce);
  }
}, 60_000);

test('[RL-46] what Ctrl-C ended leaves nobody waiting, and nothing is done afterwards', async () => {
  proxy.become(silent());
  await waited(laptop, ['vault', 'rekey']);
  await waited(laptop, ['devices', 'revoke', phoneId, '--yes']);
  proxy.become(HONEST);
  const began = performance.now();
  const { kg } = await laptop.json(withMembers('kg'), ['vault', 'rekey']);
  // It did not queue: the two commands before it would have waited 15 s each.
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(kg).toBe(2);
  const listed = await laptop.run(['devices']);
  expect(listed.out).not.toContain('revoked');
  for (const one of [laptop, phone]) {
    await one.run(['sync', '--wait', '--timeout', '30']);
    const verified = await one.run(['sync', 'verify']);
    expect(verified.code, verified.out + verified.err).toBe(0);
  }
}, 90_000);

test('[RL-46] recovery that was called off joins nothing, and works later', async () => {
  proxy.become(silent());
  const child = outsider.begin(['recover', '--server', proxy.url]);
  let err = '';
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (err += part));
  child.stdin?.end(WORDS);
  await waitUntil(() => /waiting for http/.test(err), { timeoutMs: 12_000, everyMs: 20, what: 'the note' });
  child.kill('SIGINT');
  await new Promise((resolve) => child.once('close', resolve));
  proxy.become(HONEST);
  const { code } = await laptop.json(withMembers('code'), ['invite']);
  await outsider.json(withMembers('vault'), ['join', `${code}@${proxy.url}`]);
}, 60_000);
