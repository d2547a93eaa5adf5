// Every command that needs no server, on one real device: its document and its exit code.

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  contextResult,
  doctorResult,
  forgetResult,
  getResult,
  historyResult,
  listResult,
  memoryResult,
  saveResult,
  searchResult,
  statsResult,
  statusResult,
  supersedeResult,
} from '@cairn/schema';
import { pidAlive, waitUntil } from '@cairn/test-support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Device, device, withMembers } from './cairn.ts';

const daemonDocument = withMembers('pid', 'port', 'version');

describe('a device of its own', () => {
  let own: Device;
  beforeAll(async () => {
    own = await device();
  });
  afterAll(() => own.end());

  const save = (...args: string[]) => own.json(saveResult, ['save', ...args]);

  test('status and down start no daemon; up does, once', async () => {
    const before = await own.json(withMembers('daemon', 'version'), ['status']);
    expect(before.daemon).toBeNull();
    expect(await own.json(withMembers('daemon'), ['down'])).toEqual({ daemon: null });
    expect(own.pid()).toBeNull();
    const up = await own.json(daemonDocument, ['up']);
    expect(await own.json(daemonDocument, ['up'])).toEqual(up);
    expect(own.pid()).toBe(up.pid);
  });

  test('save, get, list, search, stats: one memory in every shape', async () => {
    const saved = await save(
      'Staging is read-only on weekdays',
      '-t',
      'ops',
      '-t',
      'db',
      '--source',
      'user',
      '--pin',
    );
    expect(saved.status).toBe('saved');
    const { memory } = await own.json(getResult, ['get', saved.id]);
    expect(memory).toMatchObject({
      id: saved.id,
      content: 'Staging is read-only on weekdays',
      project: null,
      source: 'user',
      pinned: true,
      supersededBy: null,
    });
    expect([...memory.tags].sort()).toEqual(['db', 'ops']);
    expect(memory.createdAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    const listed = await own.json(listResult, ['list', '--pinned', '-t', 'ops']);
    expect(listed.memories.map(({ id }) => id)).toEqual([saved.id]);
    const found = await own.json(searchResult, ['search', 'can I write to staging?', '-n', '5']);
    expect(found.results[0]).toMatchObject({ id: saved.id, vectorScore: null });
    expect(found.results[0]?.content.slice(found.results[0].chunk.start, found.results[0].chunk.end)).toBe(
      found.results[0]?.chunk.text,
    );
    const stats = await own.json(statsResult, ['stats']);
    expect(stats.memories.pinned).toBe(1);
  });

  test('[F-16] statistics begin with how many, how large, and since when', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const { summaries, oldest, newest } = await own.json(statsResult, ['stats']);
    expect({ summaries, oldest, newest }).toEqual({ summaries: 0, oldest: today, newest: today });
    const [line] = (await own.run(['stats'])).out.split('\n');
    expect(line).toMatch(
      /^\d+ memor(y|ies), 0 summaries, [\d.]+ [kM]?B, oldest: [\d-]{10}, newest: [\d-]{10}$/,
    );
  });

  test('[M-4] the same words again are a duplicate, and nothing is written', async () => {
    const first = await save('Deploys happen on Tuesdays');
    const again = await save('Deploys happen on Tuesdays');
    expect([again.status, again.id]).toEqual(['duplicate', first.id]);
    const tagged = await own.run(['save', 'Deploys happen on Tuesdays', '-t', 'deploy', '--pin']);
    const told = tagged.err.match(/cairn (?:tag|pin) .*/g) ?? [];
    expect(told).toEqual([`cairn tag ${first.id} +deploy`, `cairn pin ${first.id}`]);
    for (const command of told) expect((await own.run(command.split(' ').slice(1))).code).toBe(0);
    const { memory } = await own.json(getResult, ['get', first.id]);
    expect([memory.tags, memory.pinned]).toEqual([['deploy'], true]);
  });

  test('[M-10] a keyed memory is updated in place and found by its key', async () => {
    const first = await save('Anna leads design', '--namespace', 'entity/people', '--key', 'Anna');
    const second = await save('Anna leads research', '--namespace', 'entity/people', '--key', 'anna');
    expect([second.status, second.id]).toEqual(['updated', first.id]);
    const { memory } = await own.json(getResult, ['get', '--key', 'anna']);
    expect(memory).toMatchObject({ content: 'Anna leads research', namespace: 'entity/people', key: 'anna' });
    const { versions } = await own.json(historyResult, ['history', first.id]);
    expect(versions.map(({ content }) => content)).toEqual(['Anna leads design', 'Anna leads research']);
    const gone = await own.json(forgetResult, ['forget', '--key', 'anna', '--namespace', 'entity/people']);
    expect(gone.forgotten).toEqual([first.id]);
    expect((await own.fails(1, ['get', '--key', 'anna'])).kind).toBe('not_found');
  });

  test('[M-10] a key of several projects is forgotten in one of them', async () => {
    const shop = await save('3000', '-p', 'shop', '--key', 'port');
    const none = await save('4000', '--key', 'port');
    const refused = await own.fails(2, ['forget', '--key', 'port']);
    expect(refused.message).toContain(`${shop.id} in shop, ${none.id} in no project`);
    const portOf = async (project: string) =>
      (await own.json(getResult, ['get', '--key', 'port', '-p', project])).memory.content;
    expect([await portOf('shop'), await portOf('global')]).toEqual(['3000', '4000']);
    const { forgotten } = await own.json(forgetResult, ['forget', '--key', 'port', '-p', 'global']);
    expect(forgotten).toEqual([none.id]);
    expect((await own.json(forgetResult, ['forget', '--key', 'port'])).forgotten).toEqual([shop.id]);
  });

  test('[F-15] facts by category, what changed last first', async () => {
    for (const [key, text] of [
      ['tea', 'Tea is green'],
      ['wine', 'Wine is red'],
      ['tea', 'Tea is black'],
    ] as const)
      await save(text, '--namespace', 'entity/drinks', '--key', key);
    await save('Ships on Friday', '--namespace', 'daily', '--key', 'ship');
    const { memories, next } = await own.json(listResult, ['list', '--by', 'category', '-n', '2']);
    expect(memories.map(({ content }) => content)).toEqual(['Ships on Friday', 'Tea is black']);
    expect(next).not.toBeNull();
    const { message } = await own.fails(2, ['list', '--by', 'category', '--sort', 'oldest']);
    expect(message).toContain('leave --sort out');
    const { out } = await own.run(['list', '--by', 'category']);
    expect(out).toMatch(/^daily\n.*Ships on Friday.*\nentity\/drinks\n.*Tea is black.*Wine is red/s);
    await own.run(['forget', '--key', 'tea', '--yes']);
    await own.run(['forget', '--key', 'wine', '--yes']);
    await own.run(['forget', '--key', 'ship', '--yes']);
  });

  test('[M-3] supersede keeps tags and pin; an old id leads to the head; history has both', async () => {
    const old = await save('Prefers npm', '-t', 'tooling', '--pin');
    const next = await own.json(supersedeResult, ['supersede', old.id, 'Prefers pnpm']);
    expect(next.supersedes).toBe(old.id);
    const { memory } = await own.json(getResult, ['get', old.id]);
    expect(memory).toMatchObject({ id: next.id, content: 'Prefers pnpm', tags: ['tooling'], pinned: true });
    const { versions } = await own.json(historyResult, ['history', old.id]);
    expect(versions.map(({ content, current }) => [content, current])).toEqual([
      ['Prefers npm', false],
      ['Prefers pnpm', true],
    ]);
    const forgotten = await own.json(forgetResult, ['forget', old.id]);
    expect(forgotten.forgotten).toEqual([old.id]);
    expect((await own.fails(1, ['get', next.id])).kind).toBe('not_found');
  });

  test('a tag is understood as lists show it', async () => {
    const { id } = await own.json(saveResult, ['save', 'The scanner is in room 5', '-t', '#scanner']);
    expect((await own.run(['list', '-t', '#scanner'])).out).toContain(' #scanner');
    const { memories } = await own.json(listResult, ['list', '-t', 'scanner']);
    expect(memories.map((memory) => memory.id)).toEqual([id]);
    const { results } = await own.json(searchResult, ['search', 'room', '-t', '#scanner']);
    expect(results.map((memory) => memory.id)).toEqual([id]);
    const { memory } = await own.json(memoryResult, ['tag', id, '+#room', '--', '-#scanner']);
    expect(memory.tags).toEqual(['room']);
  });

  test('pin, unpin, tag', async () => {
    const { id } = await save('The printer is on the second floor', '-t', 'office');
    expect((await own.json(memoryResult, ['pin', id])).memory.pinned).toBe(true);
    expect((await own.json(memoryResult, ['unpin', id])).memory.pinned).toBe(false);
    const { memory } = await own.json(memoryResult, ['tag', id, '+printer', '--', '-office']);
    expect(memory.tags).toEqual(['printer']);
    const changed = await own.json(memoryResult, ['tag', id, '-printer', '+room', '-old']);
    expect(changed.memory.tags).toEqual(['room']);
    expect((await own.run(['tag', '-h'])).out).toContain('cairn tag');
  });

  test('forget of several: partial is exit 5, one unknown is exit 1', async () => {
    const a = await save('To be forgotten, first');
    const b = await save('To be forgotten, second');
    await save('To be forgotten in part, never whole');
    const missing = 'm_01k9x0000000000000000000aa';
    const mixed = await own.fails(5, ['forget', a.id, missing]);
    expect(mixed.document).toMatchObject({ forgotten: [a.id], notFound: [missing] });
    expect((await own.fails(1, ['forget', missing])).kind).toBe('not_found');
    expect((await own.fails(2, ['forget', '--query', 'forgotten'])).message).toContain('--yes');
    const found = await own.json(forgetResult, ['forget', '--query', 'to be forgotten second', '--yes'], {});
    expect(found.forgotten).toEqual([b.id]);
  });

  test('context: the block for a person, with its tokens in the document', async () => {
    await save('Always answers in English', '--pin');
    const { text, tokens, sections } = await own.json(contextResult, ['context', '--max-tokens', '300']);
    expect(text).toContain('Always answers in English');
    expect(tokens).toBeLessThanOrEqual(300);
    expect(sections.flatMap(({ ids }) => ids).length).toBeGreaterThan(0);
    const plain = await own.run(['context', '--max-tokens', '300']);
    expect(plain.out.trimEnd()).toBe(text.trimEnd());
    const prompt = await own.json(contextResult, ['context', '--form', 'prompt']);
    expect(prompt.text.length).toBeGreaterThan(text.length);
    const long = `in which language do I want answers, English? ${'旅'.repeat(20_000)}`;
    const relevant = await own.json(contextResult, ['context', '--query', long]);
    expect(relevant.text).toContain('Always answers in English');
  });

  test('[F-14] operators are asked for by --fts, and a mistake in them is explained', async () => {
    await own.run(['save', 'Frobnicate goes to production']);
    await own.run(['save', 'Frobnicate staging first']);
    const ask = (query: string) => ['search', '--fts', query];
    const { results } = await own.json(searchResult, ask('frobnicate NOT (staging OR test)'));
    expect(results.map(({ content }) => content)).toEqual(['Frobnicate goes to production']);
    for (const query of ['frobnicate NOT', '"open', 'x) OR (y', "a'; DROP TABLE memories --", 'NEAR(a b)*'])
      expect((await own.fails(2, ask(query))).message).toContain('deploy NOT (staging OR test)');
    expect((await own.run(['search', '--help'])).out).toContain('AND, OR, NOT in capitals');
  });

  test('no results is exit 0', async () => {
    const { results } = await own.json(searchResult, ['search', 'zzzyyyxxx']);
    expect(results).toEqual([]);
  });

  test('status, doctor, logs', async () => {
    const status = await own.json(statusResult, ['status']);
    expect(status.daemon?.pid).toBe(own.pid());
    expect(status.sync).toMatchObject({ vault: null, state: 'off' });
    const doctor = await own.json(doctorResult, ['doctor', '--fix']);
    expect(doctor.ok).toBe(true);
    const logs = await own.json(withMembers('path', 'entries'), ['logs', '-n', '5']);
    expect(logs.entries).not.toEqual([]);
  });

  test('[SV-5] doctor --bundle writes a file of its own, once, and says what is in it', async () => {
    const path = join(own.home, 'report.json');
    const made = await own.json(withMembers('ok', 'bundle'), ['doctor', '--bundle', path]);
    expect(made).toMatchObject({ ok: true, bundle: { path, bytes: statSync(path).size } });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const text = readFileSync(path, 'utf8');
    const { memories } = await own.json(listResult, ['list', '--all']);
    expect(memories.length).toBeGreaterThan(2);
    for (const { content } of memories) expect(text).not.toContain(content);
    expect(text).not.toContain(readFileSync(join(own.home, 'daemon.token'), 'utf8').trim());
    expect(JSON.parse(text)).toMatchObject({ v: 1, status: { device: {} }, log: expect.arrayContaining([]) });
    expect(await own.fails(1, ['doctor', '--bundle', path])).toMatchObject({
      kind: 'bad_file',
      message: expect.stringContaining('it is there already'),
    });
    const shown = await own.run(['doctor', '--bundle', join(own.home, 'other.json')]);
    expect(shown.out).toMatch(
      /The bundle .*other\.json \(.*\) contains: .*look through it before you send it\./,
    );
  });

  test('in no vault: invite, devices, leave and sync say so', async () => {
    for (const args of [['invite'], ['devices'], ['leave', '--yes'], ['sync', '--wait']])
      expect((await own.fails(1, args)).kind, args.join(' ')).toBe('not_in_vault');
  });

  test('down ends the daemon, and the next command starts it with everything there', async () => {
    const pid = own.pid();
    const down = await own.json(daemonDocument, ['down']);
    expect(down.pid).toBe(pid);
    expect(pid !== null && pidAlive(pid)).toBe(false);
    const { total } = await own.json(listResult, ['list', '-n', '1']);
    expect(total).toBeGreaterThanOrEqual(3);
  });

  test('[ST-2] killed at once after a save, the daemon starts again with the memory', async () => {
    const { id } = await save('Saved just before the kill');
    const pid = own.pid();
    if (pid !== null) process.kill(pid, 'SIGKILL');
    expect((await own.json(getResult, ['get', id])).memory.content).toBe('Saved just before the kill');
  });

  test('daemon run stays in the foreground and ends on SIGTERM with 0', async () => {
    await own.run(['down']);
    const service = own.begin(['daemon', 'run']);
    const ended = new Promise((resolve) => service.once('exit', resolve));
    const pid = await waitUntil(() => own.pid(), { timeoutMs: 30_000, what: 'the daemon to be ready' });
    expect((await own.json(statusResult, ['status'])).daemon?.pid).toBe(pid);
    service.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect([pidAlive(pid), own.pid()]).toEqual([false, null]);
  });

  test('logs -f shows lines as they come, until it is ended', async () => {
    const following = own.begin(['logs', '-f', '-n', '1']);
    let text = '';
    following.stdout?.on('data', (part) => (text += String(part)));
    await waitUntil(() => text !== '', { timeoutMs: 60_000, what: 'the last line' });
    await own.run(['up']);
    await waitUntil(() => text.includes('ready'), { timeoutMs: 60_000, what: 'the line of the start' });
    const ended = new Promise((resolve) => following.once('exit', (_, signal) => resolve(signal)));
    following.kill('SIGINT');
    expect(await ended).toBe('SIGINT');
  });

  test('people get sentences, not documents', async () => {
    const saved = await own.run(['save', 'A plain line for a person']);
    expect(saved.out).toMatch(/^Saved m_[0-9a-z]{26}\n/);
    const list = await own.run(['list', '-n', '1']);
    expect(list.out).toMatch(
      /^• A plain line for a person\n {2}m_[0-9a-z]{26} · (?:today|yesterday) \d\d:\d\d\n$/,
    );
    expect(list.err).toMatch(/^1 of \d+ memories; -n shows more\.\n$/);
    expect((await own.run(['--help'])).out).toContain('Usage: cairn COMMAND');
  });
});
