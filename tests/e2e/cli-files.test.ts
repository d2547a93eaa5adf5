// Export, import, backup and restore, on real devices.

import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  backupResult,
  exportHeader,
  getResult,
  historyResult,
  importResult,
  listResult,
  type Memory,
  memorySchema,
  restoreResult,
  saveResult,
  searchResult,
} from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Device, device, root, withMembers } from './cairn.ts';

const FORMATS = ['ndjson', 'json', 'md'] as const;
const HOSTILE =
  'First line\n  <!-- cairn {"id":"m_x"} -->\n- not an item\n\n"quoted" --> ```\n漢字 👩‍👩‍👧 مرحبا';

const allOf = async (from: Device): Promise<readonly Memory[]> => {
  const { memories } = await from.json(listResult, ['list', '--all', '-n', '1000']);
  return [...memories].sort((a, b) => a.content.localeCompare(b.content));
};
/** Returns what another device can know of a memory. The id of a keyed memory depends on the vault's salt, so it is left out. */
const portable = ({
  id,
  content,
  tags,
  project,
  pinned,
  namespace,
  key,
  createdAt,
  supersededBy,
}: Memory) => ({
  id: key === null ? id : 'k_',
  content,
  tags,
  project,
  pinned,
  namespace,
  key,
  createdAt,
  supersededBy,
});

describe('a device with memories of every kind', () => {
  let own: Device;
  beforeAll(async () => {
    own = await device('own');
    const save = (...args: string[]) => own.json(saveResult, ['save', ...args]);
    await save('Plain');
    await save('Tagged and pinned', '-t', 'a', '-t', 'b c', '--pin');
    await save('With a project', '-p', 'github.com/a/b');
    await save('Anna leads design', '--namespace', 'entity/people', '--key', 'anna');
    const old = await save('Prefers npm');
    await own.json(withMembers('id'), ['supersede', old.id, 'Prefers pnpm']);
    await own.json(saveResult, ['save', '-'], { input: HOSTILE });
    const gone = await save('Forgotten before the export');
    await own.json(withMembers('forgotten'), ['forget', gone.id]);
  });
  afterAll(() => own.end());

  test.each(FORMATS)(
    '%s: exported, imported elsewhere, equal; imported again, all duplicates',
    async (format) => {
      const file = join(own.home, `export.${format}`);
      const written = await own.json(withMembers('path', 'format', 'memories'), ['export', '-o', file]);
      expect(written).toEqual({ path: file, format, memories: 7, profile: 0, schedules: 0 });
      expect(statSync(file).mode & 0o777).toBe(0o600);
      // One earlier memory is replaced, and nothing else changes.
      expect((await own.run(['export', '-o', file])).code).toBe(0);
      const precious = join(own.home, `precious.${format}`);
      writeFileSync(precious, 'precious\n');
      expect((await own.fails(1, ['export', '-o', precious])).message).toContain('is not an export of Cairn');
      expect(readFileSync(precious, 'utf8')).toBe('precious\n');
      expect(readFileSync(file, 'utf8')).not.toContain('Forgotten');

      const other = await device('other');
      onTestFinished(() => other.end());
      const dry = await other.json(importResult, ['import', file, '--dry-run']);
      expect(dry).toMatchObject({ read: 7, new: 7, failed: 0 });
      expect(await allOf(other)).toEqual([]);
      const first = await other.json(importResult, ['import', file]);
      expect(first).toMatchObject({ read: 7, new: 7, duplicate: 0, skipped: 0, failed: 0 });
      expect((await allOf(other)).map(portable)).toEqual((await allOf(own)).map(portable));
      const again = await other.json(importResult, ['import', file]);
      expect(again).toMatchObject({ read: 7, new: 0, failed: 0 });
      expect((await allOf(other)).map(portable)).toEqual((await allOf(own)).map(portable));
      const { results } = await other.json(searchResult, ['search', 'pnpm']);
      expect(results[0]?.content).toBe('Prefers pnpm');
      const { versions } = await other.json(historyResult, ['history', String(results[0]?.id)]);
      expect(versions.map(({ content }) => content)).toEqual(['Prefers npm', 'Prefers pnpm']);
    },
  );

  test('an export that Ctrl-C ends leaves no file behind', async () => {
    const folder = join(own.home, 'ended');
    mkdirSync(folder);
    const daemon = Number(own.pid());
    process.kill(daemon, 'SIGSTOP');
    try {
      const running = own.begin(['export', '-o', join(folder, 'all.ndjson')]);
      const ended = once(running, 'exit');
      await waitUntil(() => readdirSync(folder).length === 1, { timeoutMs: 10_000, what: 'the file' });
      running.kill('SIGINT');
      expect(await ended).toEqual([null, 'SIGINT']);
    } finally {
      process.kill(daemon, 'SIGCONT');
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  test('standard output has the export and nothing else', async () => {
    const ndjson = await own.run(['export']);
    const [head, ...lines] = ndjson.out.trimEnd().split('\n');
    expect(exportHeader.parse(JSON.parse(head ?? '')).memories).toBe(7);
    expect(lines.map((line) => memorySchema.parse(JSON.parse(line)).content)).toContain(HOSTILE);
    const json = await own.run(['export', '--json']);
    expect(JSON.parse(json.out).memories).toHaveLength(7);
    expect((await own.run(['export', '--format', 'md'])).out).toContain('\n- Tagged and pinned\n');
    expect([ndjson.err, json.err]).toEqual(['', '']);
    const dash = await own.run(['export', '-o', '-', '--json']);
    expect(JSON.parse(dash.out).memories).toHaveLength(7);
    const markdown = await own.run(['export', '-o', '-', '--format', 'md'], { cwd: own.home });
    expect([markdown.out, existsSync(join(own.home, '-'))]).toEqual([
      expect.stringContaining('\n- Tagged and pinned\n'),
      false,
    ]);
  });

  test('a folder that is not there is a sentence, and nothing is written', async () => {
    const { kind, message } = await own.fails(1, ['export', '-o', join(own.home, 'none', 'x.ndjson')]);
    expect([kind, message]).toEqual([
      'bad_file',
      expect.stringMatching(/there is no folder .*none\. Make it, then run this again\.$/),
    ]);
  });

  test.skipIf(process.platform === 'win32')(
    'an export that does not fit is a failure, and the one before it stays',
    async () => {
      const file = join(own.home, 'earlier.ndjson');
      expect((await own.run(['export', '-o', file])).code).toBe(0);
      const before = readFileSync(file, 'utf8');
      // A limit of this process, one byte block before the end: the last write is cut.
      const blocks = Math.floor(Buffer.byteLength(before) / 512);
      const program = ['sh', '-c', `ulimit -f ${blocks}; exec "$0" "$@"`, join(root, 'bin', 'cairn')];
      expect((await own.fails(1, ['export', '-o', file], { program })).kind).toBe('bad_file');
      expect(readFileSync(file, 'utf8')).toBe(before);
    },
  );

  test.skipIf(process.platform === 'win32')(
    '[SV-5] a bundle that does not fit leaves no cut file, so it can be made again at that place',
    async () => {
      const file = join(own.home, 'bundle.json');
      const program = ['sh', '-c', 'ulimit -f 1; exec "$0" "$@"', join(root, 'bin', 'cairn')];
      expect((await own.fails(1, ['doctor', '--bundle', file], { program })).kind).toBe('bad_file');
      expect(existsSync(file)).toBe(false);
      expect((await own.run(['doctor', '--bundle', file])).code).toBe(0);
    },
  );

  test("[SP-1] a scope's backup is not put into the personal file", async () => {
    const own = await device('scopes');
    onTestFinished(own.end);
    await own.json(saveResult, ['save', 'Likes tea']);
    await own.run(['scope', 'add', 'team']);
    await own.json(saveResult, ['--scope', 'team', 'save', 'The shop ships heron']);
    const file = join(own.home, 'team.db');
    await own.json(backupResult, ['--scope', 'team', 'backup', file]);
    const { message } = await own.fails(2, ['restore', file, '--yes']);
    expect(message).toContain('cairn --scope team restore');
    expect((await allOf(own)).map(({ content }) => content)).toEqual(['Likes tea']);
    await own.json(restoreResult, ['--scope', 'team', 'restore', file, '--yes']);
  });

  test('[ST-2] backup and restore: what came later is gone, what was there is back', async () => {
    const file = join(own.home, 'backup.db');
    const made = await own.json(backupResult, ['backup', 'backup.db'], { cwd: own.home });
    expect(made).toMatchObject({ path: file });
    const before = await allOf(own);
    const later = await own.json(saveResult, ['save', 'Saved after the backup']);
    const restored = await own.json(restoreResult, ['restore', file]);
    expect(statSync(restored.previous).size).toBeGreaterThan(0);
    expect((await own.fails(1, ['get', later.id])).kind).toBe('not_found');
    expect(await allOf(own)).toEqual(before);
    expect((await own.json(saveResult, ['save', 'And on it goes'])).status).toBe('saved');
  });

  test('a file that is no backup is refused before anything is replaced', async () => {
    const file = join(own.home, 'not-a-backup.db');
    writeFileSync(file, 'hello '.repeat(2_000));
    const before = await allOf(own);
    const { message } = await own.fails(1, ['restore', file]);
    expect((await own.fails(2, ['restore', own.home])).message).toMatch(
      /is a folder, and a backup is a file/,
    );
    const below = [join(own.home, 'gone', 'b.db'), join(file, 'b.db'), join(file, 'x', 'b.db')];
    for (const path of below)
      expect((await own.fails(2, ['backup', path])).message).toMatch(/There is no folder .*Make it/);
    expect(message.length).toBeGreaterThan(10);
    expect((await own.fails(1, ['restore', join(own.home, 'missing.db')])).kind).toBe('not_found');
    expect(await allOf(own)).toEqual(before);
  });

  // A path that not even root can write to.
  test.skipIf(process.platform !== 'linux')('a backup names the folder that is closed to it', async () => {
    const { message } = await own.fails(1, ['backup', '/proc/backup.db']);
    expect(message).toMatch(/^Nothing can be written into \/proc\. Choose another folder/);
  });
});

describe('notes of others', () => {
  let own: Device;
  beforeAll(async () => {
    own = await device('notes');
  });
  afterAll(() => own.end());

  test('a CLAUDE.md becomes memories with their heading as tag', async () => {
    const file = join(own.home, 'CLAUDE.md');
    writeFileSync(
      file,
      '# Rules\n\n- Run tests with pnpm\n- Two spaces\n\n## Code style\n\nNo default exports.\n',
    );
    const done = await own.json(importResult, ['import', file]);
    expect(done).toMatchObject({ read: 3, new: 3, failed: 0 });
    const { memories } = await own.json(listResult, ['list', '-t', 'rules']);
    expect(memories.map(({ content }) => content).sort()).toEqual(['Run tests with pnpm', 'Two spaces']);
    expect(memories[0]?.source).toBe('import');
  });

  test('the same text again, in another list, is the same memory', async () => {
    const first = await own.json(importResult, ['import', '-'], { input: '- Ships on Tuesdays\n' });
    expect(first).toMatchObject({ new: 1, duplicate: 0 });
    const again = await own.json(importResult, ['import', '-'], { input: '* Ships on Tuesdays\n' });
    expect(again).toMatchObject({ new: 0, duplicate: 1 });
  });

  test('one bad record stops no other: exit 5, each named by its place', async () => {
    const lines = [
      '{"content":"Good one"}',
      '{"content":""}',
      'garbage',
      `{"content":"${'x'.repeat(2_001)}"}`,
    ];
    const ran = await own.run(['import', '-', '--json'], { input: lines.join('\n') });
    const done = importResult.parse(JSON.parse(ran.out));
    expect([ran.code, done.read, done.new, done.failed]).toEqual([5, 4, 1, 3]);
    const places = JSON.parse(ran.out).failures.map(({ place }: { place: string }) => place);
    expect(places.sort()).toEqual(['line 2', 'line 3', 'line 4']);
  });

  test('2,500 records in one go, from standard input', async () => {
    const lines = Array.from({ length: 2_500 }, (_, at) =>
      JSON.stringify({ content: `Imported number ${at}`, tags: ['bulk'] }),
    );
    const done = await own.json(importResult, ['import', '-'], { input: lines.join('\n') });
    expect(done).toMatchObject({ read: 2_500, new: 2_500 });
    const { total } = await own.json(listResult, ['list', '-t', 'bulk', '-n', '1']);
    expect(total).toBe(2_500);
    const { results } = await own.json(searchResult, ['search', 'imported number 1234', '-n', '1']);
    expect((await own.json(getResult, ['get', String(results[0]?.id)])).memory.content).toBe(
      'Imported number 1234',
    );
  });
});
