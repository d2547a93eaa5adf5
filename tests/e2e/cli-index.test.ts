// Indexed files on a real device.

import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LIMITS, searchResult, sessionsResult, sourcesResult } from '@cairn/schema';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Device, device, withMembers } from './cairn.ts';

const counts = withMembers('indexed', 'unchanged', 'removed', 'skipped');

describe('files that are indexed', () => {
  let own: Device;
  let folder: string;
  const put = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  const index = (...args: string[]) => own.json(counts, ['index', ...args]);
  const texts = async (...args: string[]) =>
    (await own.json(searchResult, ['search', ...args])).passages.map(({ text }) => text);
  beforeAll(async () => {
    own = await device('own');
    folder = join(own.home, 'notes é');
    put('a.md', 'The zebra sleeps at noon.\n');
    put('deep/b.txt', 'The quagga is gone for good.\n');
    put('.git/c', 'zebra in .git');
    put('node_modules/d.js', 'zebra in node_modules');
    put('e.png', new Uint8Array([137, 80, 78, 71, 0, 1, 2]));
    put('f.txt', 'x'.repeat(LIMITS.documentBytesMax + 1));
  });
  afterAll(() => own.end());

  test('[M-11] a folder: what is text is found, the rest is named; a dry run changes nothing', async () => {
    expect(await index(folder, '--dry-run')).toMatchObject({ indexed: 2, dryRun: true });
    expect(await texts('zebra')).toEqual([]);
    const done = await index(folder, '-p', 'zoo');
    expect(done).toMatchObject({ indexed: 2, unchanged: 0, removed: 0 });
    expect(done.skipped).toMatchObject([
      { path: join(folder, 'e.png'), reason: 'not text' },
      { path: join(folder, 'f.txt'), reason: expect.stringContaining('the limit is 1,048,576') },
    ]);
    expect(await texts('where does the zebra sleep')).toEqual(['The zebra sleeps at noon.']);
    expect(await texts('zebra', '-p', 'other')).toEqual([]);
    expect(await texts('zebra', '--in', 'memories')).toEqual([]);
    const { sources } = await own.json(sourcesResult, ['index', '--list']);
    expect(sources.map(({ name, project }) => [name, project])).toEqual([
      [join(folder, 'a.md'), 'zoo'],
      [join(folder, 'deep/b.txt'), 'zoo'],
    ]);
  });

  test('[M-11] again: only what changed is indexed, and what was deleted leaves', async () => {
    put('a.md', 'The okapi sleeps at noon.\n');
    rmSync(join(folder, 'deep'), { recursive: true });
    expect(await index(folder, '-p', 'zoo')).toMatchObject({ indexed: 1, unchanged: 0, removed: 1 });
    expect(await index(folder, '-p', 'zoo')).toMatchObject({ indexed: 0, unchanged: 1, removed: 0 });
    expect([await texts('zebra'), await texts('quagga')]).toEqual([[], []]);
    expect(await texts('okapi')).toHaveLength(1);
  });

  test('[M-11] again: the files of a disk stay while its mount point is an empty folder', async () => {
    const [parent, disk, away] = [
      join(own.home, 'parent'),
      join(own.home, 'parent/disk'),
      join(own.home, 'away'),
    ];
    mkdirSync(join(disk, 'deep'), { recursive: true });
    writeFileSync(join(parent, 'a.md'), 'The gnu stays.');
    writeFileSync(join(disk, 'deep/b.md'), 'The gnu comes back.');
    expect(await index(parent)).toMatchObject({ indexed: 2 });
    renameSync(disk, away);
    mkdirSync(disk);
    utimesSync(disk, 0, 0);
    const done = await index(parent);
    expect(done).toMatchObject({ unchanged: 1, removed: 0 });
    expect(done.skipped).toEqual([{ path: disk, reason: 'its disk is not mounted' }]);
    rmdirSync(disk);
    renameSync(away, disk);
    expect(await index(parent)).toMatchObject({ indexed: 0, unchanged: 2, skipped: [] });
    rmSync(disk, { recursive: true });
    expect(await index(parent)).toMatchObject({ unchanged: 1, removed: 1, skipped: [] });
  });

  test('[M-11] what git ignores is left out', async () => {
    const repository = join(own.home, 'repository');
    mkdirSync(join(repository, 'build'), { recursive: true });
    writeFileSync(join(repository, '.gitignore'), 'build\n');
    writeFileSync(join(repository, 'kept.md'), 'The tapir is kept.\n');
    writeFileSync(join(repository, 'build/out.md'), 'The tapir is built.\n');
    execFileSync('git', ['init', '-q', repository]);
    await index(repository);
    expect(await texts('tapir')).toEqual(['The tapir is kept.']);
  });

  test('[M-11] a file that git ignores stays when it was indexed by its name', async () => {
    const named = join(own.home, 'repository/build/named.md');
    writeFileSync(named, 'The bongo was named.\n');
    expect(await index(named)).toMatchObject({ indexed: 1 });
    expect(await index(join(own.home, 'repository'))).toMatchObject({ unchanged: 2, removed: 0 });
    expect(await texts('bongo')).toEqual(['The bongo was named.']);
    rmSync(named);
    expect(await index(join(own.home, 'repository'))).toMatchObject({ removed: 1 });
  });

  test('[M-11] a folder without a text in it is watched, and taken out again', async () => {
    const bare = join(own.home, 'bare');
    mkdirSync(bare);
    writeFileSync(join(bare, 'image.png'), new Uint8Array([137, 80, 0]));
    expect(await index(bare)).toMatchObject({ indexed: 0, removed: 0 });
    expect(await own.json(withMembers('removed'), ['index', '--remove', bare])).toMatchObject({ removed: 0 });
    expect((await own.run(['index', '--remove', bare])).err).toContain('no file of it is indexed');
  });

  test('[M-11] a folder is taken out, also when it is gone', async () => {
    rmSync(join(own.home, 'repository'), { recursive: true });
    const removed = await own.json(withMembers('removed'), [
      'index',
      '--remove',
      join(own.home, 'repository'),
    ]);
    expect(removed).toMatchObject({ removed: 2 });
    expect(await texts('tapir')).toEqual([]);
  });

  test.each([
    ['no such folder', ['/no/such/folder'], 1, 'there is no such file or folder'],
    ['nothing to do', [], 2, 'Give files or folders'],
    ['two things at once', ['x', '--list'], 2, 'Give files or folders'],
    ['never indexed', ['--remove', '/no/such/file'], 1, 'no file of it is indexed'],
  ])('[M-11] %s is a sentence and an exit code', async (_, args, code, sentence) => {
    const ran = await own.run(['index', ...args]);
    expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(sentence)]);
  });

  test('[TE-1] a hit in a file names its line, and shows it; of a file that has changed, the name alone', async () => {
    const lines = Array.from({ length: 40 }, (_, n) => `line ${n}`);
    const path = put('lines/l.md', [...lines, 'The okapi fence is green', 'the end'].join('\n'));
    await index(join(folder, 'lines'));
    const found = await own.run(['search', 'okapi', '--in', 'documents', '--explain']);
    // In a pipe, which has no highlighting, the line is the same.
    const plain = await own.run(['search', 'okapi', '--in', 'documents']);
    for (const { out } of [found, plain]) {
      expect(out).toContain('▪ The okapi fence is green');
      expect(out).toContain(`${path}:41`);
    }
    expect(plain.out).not.toContain('why:');
    writeFileSync(path, 'another text');
    const stale = await own.run(['search', 'okapi', '--in', 'documents', '--explain']);
    expect(stale.out).toContain('okapi');
    expect(stale.out).not.toMatch(/l\.md:\d/);
  });

  test('[M-11, SE-1] a file says where it comes from; it and a session have fields of their own', async () => {
    const path = put('book.txt', 'The tapir eats reeds.');
    const uri = 'https://example.org/book';
    await index(path, '--uri', uri, '--meta', 'team=ops', '--meta', 'note=a=b');
    const { sources } = await own.json(sourcesResult, ['index', '--list']);
    const kept = sources.find(({ name }) => name === path);
    expect(kept).toMatchObject({ uri, metadata: { team: 'ops', note: 'a=b' } });
    expect((await own.run(['index', '--list'])).out).toContain(`${uri} · team=ops · note=a=b`);
    expect((await own.run(['index', path, '--meta', 'team'])).err).toContain('KEY=VALUE');
    expect((await own.run(['index', folder, '--uri', uri])).err).toContain('give exactly one file');
    await own.json(withMembers('session'), ['session', 'append', 'n', 'user: hello', '--meta', 'ticket=A-7']);
    const { sessions } = await own.json(sessionsResult, ['session', 'list']);
    expect(sessions[0]?.metadata).toEqual({ ticket: 'A-7' });
  });

  test('[M-11] a folder whose files were all deleted leaves nothing in the index', async () => {
    const emptied = join(own.home, 'emptied');
    mkdirSync(emptied);
    writeFileSync(join(emptied, 'otter.md'), 'The otter eats mussels.\n');
    await own.json(counts, ['index', emptied]);
    await own.run(['down']);
    rmSync(join(emptied, 'otter.md'));
    expect(await own.json(counts, ['index', emptied])).toMatchObject({ indexed: 0, removed: 1, skipped: [] });
    expect((await own.json(searchResult, ['search', 'otter mussels'])).passages).toEqual([]);
  });

  test('[M-11] an empty folder is a sentence', async () => {
    const empty = join(own.home, 'empty');
    mkdirSync(empty);
    const ran = await own.run(['index', empty]);
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining('there are no files in this folder')]);
  });
});

test('[PG-37] a document that alone answers stands above memories that hold little of the question', async () => {
  const own = await device('above', { CAIRN_EMBED: 'on' });
  onTestFinished(() => own.end());
  const weak = [
    'The invoice service is written in Go',
    'Invoices are sent on the first of the month',
    'The worker of the newsletter runs on Fridays',
    'Anna looks after the invoice templates',
    'We chose Postgres for the invoice service',
    'The signing of contracts happens in DocuSign',
    'The certificate of the fair hangs in the hall',
    'Rotate the on-call duty every Monday',
    'Water the plants every three days',
    'The service desk opens at nine',
  ];
  for (const text of weak) await own.json(withMembers('id'), ['save', text]);
  const folder = join(own.home, 'handbook');
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'certificates.md'),
    '# Certificates\n\nTo rotate the signing certificate, stop the worker and run make rotate-cert.\n',
  );
  await own.json(counts, ['index', folder]);
  const question = 'how do we rotate the signing certificate';
  const ask = () => own.json(searchResult, ['search', question]);
  // Waits for the vectors.
  await expect
    .poll(async () => (await ask()).passages.map(({ above }) => above), { timeout: 60_000, interval: 500 })
    .toEqual([true]);
  const { results } = await ask();
  expect(results.length).toBeGreaterThan(1);
  const { out } = await own.run(['search', question]);
  expect(out.indexOf('make rotate-cert')).toBeLessThan(out.indexOf('The signing of contracts'));
  // A memory that answers stays before the files.
  const { passages } = await own.json(searchResult, ['search', 'who looks after the invoice templates']);
  expect(passages.filter(({ above }) => above === true)).toEqual([]);
});
