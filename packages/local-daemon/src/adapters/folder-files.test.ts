import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEngineBench, mustBe } from '@cairn/core/testing';
import { FOLDER_LIMITS } from '@cairn/schema';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, onTestFinished, test } from 'vitest';
import { createDocumentWatch } from '../services/document-watch.ts';
import { idleHousekeeping } from '../testing/idle-housekeeping.ts';
import { lookAtFile, readDocument } from './document-files.ts';
import { listFolder } from './folder-files.ts';

test('[M-11] a file that comes into an indexed folder is found after the next look, and leaves with it', async () => {
  const folder = join(await homeForTest(), 'notes');
  mkdirSync(join(folder, 'deep'), { recursive: true });
  const { read, write, time } = createEngineBench();
  const watch = createDocumentWatch({
    engine: () => ({ ...read, ...write }),
    files: { look: lookAtFile, read: readDocument, list: async (path) => (await listFolder(path)).files },
    housekeeper: idleHousekeeping(time),
  });
  const found = async (query: string) =>
    (await mustBe(read.search({ query }))).passages.map(({ source }) => source.name);
  await mustBe(write.noteFolder({ path: folder, project: 'zoo' }));
  const path = join(folder, 'deep', 'a.md');
  writeFileSync(path, 'The zebra sleeps at noon.');
  writeFileSync(join(folder, 'image.png'), new Uint8Array([137, 80, 0, 1]));
  await watch.look();
  expect(await found('zebra')).toEqual([path]);
  writeFileSync(path, '');
  await watch.look();
  expect(await found('zebra')).toEqual([]);
  writeFileSync(path, 'The zebra sleeps at night.');
  await watch.look();
  expect(await found('zebra')).toEqual([path]);
  rmSync(path);
  await watch.look();
  expect(await found('zebra')).toEqual([path]);
  await watch.look();
  expect(await found('zebra')).toEqual([]);
  rmSync(folder, { recursive: true });
  await watch.look();
  expect((await read.listSources('document')).sources).toEqual([]);
});

test('[M-11] the files of a disk stay indexed while its mount point is an empty folder', async () => {
  const home = await homeForTest();
  const mount = join(home, 'disk');
  const path = join(mount, 'a.md');
  mkdirSync(mount);
  writeFileSync(path, 'The zebra sleeps at noon.');
  const { read, write, time } = createEngineBench();
  const watch = createDocumentWatch({
    engine: () => ({ ...read, ...write }),
    files: { look: lookAtFile, read: readDocument, list: async () => [] },
    housekeeper: idleHousekeeping(time),
  });
  await mustBe(write.indexDocument({ path, text: 'The zebra sleeps at noon.', modifiedAt: 1 }));
  const names = async () => (await read.listSources('document')).sources.map(({ name }) => name);
  const [{ indexedAt = '' } = {}] = (await read.listSources('document')).sources;
  const before = new Date(Date.parse(indexedAt) - 1_000);
  renameSync(mount, join(home, 'unmounted'));
  mkdirSync(mount);
  utimesSync(mount, before, before);
  await watch.look();
  expect(await names()).toEqual([path]);
  writeFileSync(join(mount, 'b.md'), 'other');
  rmSync(join(mount, 'b.md'));
  await watch.look();
  await watch.look();
  expect(await names()).toEqual([]);
});

test('[M-11] what git ignores is not listed, nor what is gone, nor a link', async () => {
  const folder = await homeForTest();
  execFileSync('git', ['init', '-q', folder]);
  for (const name of ['.gitignore', 'kept', 'built', 'gone']) writeFileSync(join(folder, name), 'built\n');
  execFileSync('git', ['-C', folder, 'add', 'gone', '.gitignore']);
  rmSync(join(folder, 'gone'));
  expect((await listFolder(folder)).files).toEqual([join(folder, '.gitignore'), join(folder, 'kept')]);
  const nowhere = await listFolder(join(folder, 'nowhere'));
  expect([nowhere.files, nowhere.problems]).toMatchObject([[], [{ path: join(folder, 'nowhere') }]]);
});

test.each(['folderFilesMax', 'folderEntriesMax'] as const)(
  '[TR-12] a folder with exactly %s is listed whole, and one with more says so',
  async (limit) => {
    const folder = await homeForTest();
    const { [limit]: usual } = FOLDER_LIMITS;
    onTestFinished(() => void Object.assign(FOLDER_LIMITS, { [limit]: usual }));
    Object.assign(FOLDER_LIMITS, { [limit]: 3 });
    const listed = async () => {
      const { files, problems } = await listFolder(folder);
      return [files.length, problems.length];
    };
    for (const name of ['a', 'b', 'c']) writeFileSync(join(folder, name), '');
    expect(await listed()).toEqual([3, 0]);
    writeFileSync(join(folder, 'd'), '');
    expect(await listed()).toEqual([3, 1]);
  },
);
