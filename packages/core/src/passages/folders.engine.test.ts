import { LIMITS } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createEngineBench, errorOf, mustBe } from '../testing/engine-bench.ts';

const index = ({ write }: ReturnType<typeof createEngineBench>, path: string) =>
  mustBe(write.indexDocument({ path, project: null, text: `Text of ${path}`, modifiedAt: 1 }));

test('[M-11] an indexed folder is known, without the files that somebody took out, until it is indexed again', async () => {
  const bench = createEngineBench();
  const { read, write } = bench;
  expect(await read.indexedFolders()).toEqual([]);
  await mustBe(write.noteFolder({ path: '/notes', project: 'zoo' }));
  await mustBe(write.noteFolder({ path: '/notes2' }));
  const [kept, out, gone, beside] = [
    await index(bench, '/notes/kept'),
    await index(bench, '/notes/deep/out'),
    await index(bench, '/notes/gone'),
    await index(bench, '/notes2x'),
  ];
  await mustBe(write.forgetSource(out.id, true));
  await mustBe(write.forgetSource(gone.id));
  await mustBe(write.forgetSource(beside.id, true));
  expect(await read.indexedFolders()).toEqual([
    { path: '/notes', project: 'zoo', except: ['/notes/deep/out'] },
    { path: '/notes2', project: null, except: [] },
  ]);
  expect((await read.listSources('document')).sources.map(({ id }) => id)).toEqual([kept.id]);
  await mustBe(write.noteFolder({ path: '/notes', project: 'park' }));
  expect(await read.indexedFolders()).toContainEqual({ path: '/notes', project: 'park', except: [] });
});

test('[M-11] taking a folder out takes those below it, and nothing beside it', async () => {
  const { read, write } = createEngineBench();
  for (const path of ['/notes', '/notes/deep', '/notes2']) await mustBe(write.noteFolder({ path }));
  expect(await mustBe(write.forgetFolders('/notes'))).toEqual({ removed: 2 });
  expect((await read.indexedFolders()).map(({ path }) => path)).toEqual(['/notes2']);
  expect(await mustBe(write.forgetFolders('/'))).toEqual({ removed: 1 });
  expect(await mustBe(write.forgetFolders('/notes'))).toEqual({ removed: 0 });
  expect((await errorOf(write.forgetFolders(''))).kind).toBe('invalid_input');
});

test('[M-11] as many folders as the limit are taken, and one more is refused with a sentence', async () => {
  const { write } = createEngineBench();
  for (let n = 0; n < LIMITS.indexedFoldersMax; n++) await mustBe(write.noteFolder({ path: `/f${n}` }));
  await mustBe(write.noteFolder({ path: '/f0' }));
  expect(await errorOf(write.noteFolder({ path: '/more' }))).toMatchObject({
    kind: 'invalid_input',
    message: expect.stringContaining('256 folders are indexed already'),
  });
  expect((await errorOf(write.noteFolder({ path: ' ' }))).kind).toBe('invalid_input');
});
