import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '@cairn/schema';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, test } from 'vitest';
import { createHookSpool } from '../services/hook-spool.ts';
import { noteHookFailure, readHookHealth, spoolFiles } from './hook-files.ts';

const place = async () => ({ hooks: join(await homeForTest('hooks'), 'hooks') });
const failure = (message: string, at = '2026-11-22T10:00:00.000Z') => ({
  at,
  agent: 'codex',
  event: 'prompt',
  message,
});
const spoolOf = (at: { readonly hooks: string }, warnings: string[] = []) =>
  createHookSpool(spoolFiles(at), {
    info: () => undefined,
    warn: (message) => void warnings.push(message),
    error: () => undefined,
  });
const turn = (text: string, at: number): string =>
  JSON.stringify({ v: 1, id: text, session: 'codex:s', cwd: null, author: 'user', text, at });

describe('[HK-5] what hooks leave while no daemon answers', () => {
  test('is a short list of failures, of which the newest are known', async () => {
    const at = await place();
    expect(readHookHealth(at, 0)).toEqual({ failures: 0, last: null, waiting: 0 });
    noteHookFailure(at, failure('old', '2026-10-01T00:00:00.000Z'));
    noteHookFailure(at, failure('one'));
    noteHookFailure(at, failure('two'));
    expect(readHookHealth(at, Date.parse('2026-11-01T00:00:00.000Z'))).toMatchObject({
      failures: 2,
      last: { agent: 'codex', event: 'prompt', message: 'two' },
    });
    for (let n = 0; n < 300; n++) noteHookFailure(at, failure('x'.repeat(1_000)));
    const path = join(at.hooks, 'failures.log');
    expect(statSync(path).size).toBeLessThanOrEqual(LIMITS.hookFailuresBytesMax);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readHookHealth(at, 0).failures).toBeGreaterThan(0);
  });

  test('is at most so many turns, for their owner only', async () => {
    const at = await place();
    for (let n = 0; n < LIMITS.hookSpoolEntriesMax; n++)
      expect(spoolFiles(at).add(n, String(n), turn('t', n))).toBe(true);
    expect(spoolFiles(at).add(1, 'more', turn('t', 1))).toBe(false);
    expect(spoolFiles(at).list()).toHaveLength(LIMITS.hookSpoolEntriesMax);
    expect(readdirSync(join(at.hooks, 'spool'))).toEqual([...spoolFiles(at).list()]);
    expect(statSync(join(at.hooks, 'spool')).mode & 0o777).toBe(0o700);
    const [first = ''] = readdirSync(join(at.hooks, 'spool'));
    expect(statSync(join(at.hooks, 'spool', first)).mode & 0o777).toBe(0o600);
  });

  test('is taken in oldest first, once, and stays when it could not be', async () => {
    const at = await place();
    const warnings: string[] = [];
    spoolFiles(at).add(20, 'b', turn('second', 20));
    spoolFiles(at).add(3, 'a', turn('first', 3));
    spoolFiles(at).add(21, 'c', '{"v":1,"session"');
    spoolFiles(at).add(22, 'd', turn('third', 22));
    const spool = spoolOf(at, warnings);
    const taken: string[] = [];
    await spool.takeAll(async ({ message }) => {
      taken.push(message.content);
      return taken.length < 3;
    });
    expect(taken).toEqual(['first', 'second', 'third']);
    expect(warnings).toHaveLength(1);
    expect(spoolFiles(at).list()).toHaveLength(1);
    expect(readFileSync(join(at.hooks, 'spool', spoolFiles(at).list()[0] ?? ''), 'utf8')).toContain('third');
    const again: string[] = [];
    const take = async ({
      message,
    }: {
      readonly message: { readonly content: string };
    }): Promise<boolean> => {
      again.push(message.content);
      return true;
    };
    await Promise.all([spool.takeAll(take), spool.takeAll(take)]);
    expect(again).toEqual(['third']);
    expect(spool.hasAny()).toBe(false);
  });

  test('is taken in although its hook was killed before the file got its name', async () => {
    const at = await place();
    const part = (name: string, text: string, atMs: number) => {
      const path = join(at.hooks, 'spool', `${name}.part`);
      writeFileSync(path, text);
      utimesSync(path, atMs / 1_000, atMs / 1_000);
    };
    spoolFiles(at).add(2, 'b', turn('second', 2));
    part('000000000000001-a', turn('first', 1), Date.now() - 120_000);
    part('000000000000003-c', '{"v":1,"ses', Date.now() - 120_000);
    // Its hook may still be writing.
    part('000000000000004-d', '{"v":1,"ses', Date.now());
    const taken: string[] = [];
    await spoolOf(at).takeAll(async ({ message }) => taken.push(message.content) > 0);
    expect(taken).toEqual(['first', 'second']);
    expect(readdirSync(join(at.hooks, 'spool'))).toEqual(['000000000000004-d.part']);
  });

  test('is kept in the folder of waiting turns, whatever the id of its event is', async () => {
    const at = await place();
    for (const id of ['../../out', 'a/b', 'x'.repeat(300)]) spoolFiles(at).add(1, id, turn(id, 1));
    expect(spoolFiles(at).list()).toHaveLength(3);
  });

  test('of a session that cannot be written now is no obstacle to other sessions, and keeps its order', async () => {
    const at = await place();
    const of = (session: string, text: string, ms: number) =>
      spoolFiles(at).add(ms, text, turn(text, ms).replace('codex:s', session));
    of('codex:team', 'a', 1);
    of('codex:own', 'b', 2);
    of('codex:team', 'c', 3);
    of('codex:own', 'd', 4);
    const asked: string[] = [];
    await spoolOf(at).takeAll(async ({ session, message }) => {
      asked.push(message.content);
      return session !== 'codex:team';
    });
    expect(asked).toEqual(['a', 'b', 'd']);
    expect(
      spoolFiles(at)
        .list()
        .map((name) => name.slice(-6, -5)),
    ).toEqual(['a', 'c']);
  });

  test('is taken in past an entry that cannot be read, which stays and is reported once', async () => {
    const at = await place();
    const warnings: string[] = [];
    spoolFiles(at).add(20, 'b', turn('later', 20));
    mkdirSync(join(at.hooks, 'spool', `${'3'.padStart(15, '0')}-a.json`));
    const spool = spoolOf(at, warnings);
    const taken: string[] = [];
    for (let times = 0; times < 2; times++)
      await spool.takeAll(async ({ message }) => {
        taken.push(message.content);
        return true;
      });
    expect(taken).toEqual(['later']);
    expect(spoolFiles(at).list()).toHaveLength(1);
    expect(warnings).toHaveLength(1);
  });
});
