import { ok, type SourceEntry } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createDocumentWatch, type DocumentFiles } from './document-watch.ts';
import type { Job } from './housekeeping/housekeeping.ts';

const entry = (name: string, modifiedAt: number, bytes: number): SourceEntry => ({
  id: `id of ${name}`,
  kind: 'document',
  name,
  project: 'p',
  bytes,
  passages: 1,
  modifiedAt: new Date(modifiedAt).toISOString(),
  indexedAt: new Date(0).toISOString(),
  ...{ uri: null, metadata: null },
});

type Folder = { readonly path: string; readonly project: string | null; readonly except: readonly string[] };

const watching = (files: DocumentFiles, sources: readonly SourceEntry[], folders: readonly Folder[] = []) => {
  const done: string[] = [];
  const jobs = new Set<Job>();
  const watch = createDocumentWatch({
    engine: () => ({
      listSources: async () => ({ sources: [...sources] }),
      indexedFolders: async () => folders,
      indexDocument: async ({ path, text, project }) => {
        done.push(`index ${path} ${text} ${project}`);
        return ok({ id: path, status: 'indexed', passages: 1 });
      },
      forgetSource: async (id) => {
        done.push(`forget ${id}`);
        return ok({ id, name: id });
      },
    }),
    files,
    housekeeper: {
      add: (job) => {
        jobs.add(job);
        return () => jobs.delete(job);
      },
    },
  });
  return { watch, done, jobs };
};

const nothing: DocumentFiles = {
  look: () => null,
  read: () => ({ kind: 'skipped', reason: '' }),
  list: async () => [],
};

test('[M-11] a changed file is indexed again, one that is no text loses its text, one that is gone leaves, the rest is not read', async () => {
  const read: string[] = [];
  const files: DocumentFiles = {
    ...nothing,
    look: (path) => (path === '/gone' ? null : { modifiedAt: path === '/same' ? 1 : 2, bytes: 9 }),
    read: (path) => {
      read.push(path);
      return path === '/binary'
        ? { kind: 'skipped', reason: '' }
        : { kind: 'text', text: 'new', modifiedAt: 2 };
    },
  };
  const sources = ['/same', '/changed', '/gone', '/binary'].map((name) => entry(name, 1, 9));
  const { watch, done } = watching(files, sources);
  await watch.look();
  expect(done).toEqual(['index /changed new p', 'index /binary  p']);
  expect(read).toEqual(['/changed', '/binary']);
  await watch.look();
  expect(done.slice(2)).toEqual(['index /changed new p', 'forget id of /gone']);
  expect(read.slice(2)).toEqual(['/changed']);
});

test('[M-11] a file that is missing for one check only stays indexed', async () => {
  let isMissing = true;
  const files: DocumentFiles = {
    ...nothing,
    look: () => (isMissing ? null : { modifiedAt: 2, bytes: 9 }),
    read: () => ({ kind: 'text', text: 'new', modifiedAt: 2 }),
  };
  const { watch, done } = watching(files, [entry('/swapped', 1, 9)]);
  for (isMissing of [true, false, true]) await watch.look();
  expect(done).toEqual(['index /swapped new p']);
});

test('[M-11] a new file of an indexed folder comes in, but none that was taken out, is known, or is no text', async () => {
  const read: string[] = [];
  let modifiedAt = 1;
  const names = ['/notes/known', '/notes/new', '/notes/out', '/notes/image', '/notes/locked'];
  const files: DocumentFiles = {
    look: () => ({ modifiedAt, bytes: 9 }),
    read: (path) => {
      read.push(path);
      if (path === '/notes/locked') throw new Error('EACCES');
      return path === '/notes/image'
        ? { kind: 'skipped', reason: '' }
        : { kind: 'text', text: 'text', modifiedAt };
    },
    list: async (folder) => names.filter((name) => name.startsWith(folder)),
  };
  const folders = [{ path: '/notes', project: 'zoo', except: ['/notes/out'] }];
  const { watch, done } = watching(files, [entry('/notes/known', 1, 9)], folders);
  await watch.look();
  expect(done).toEqual(['index /notes/new text zoo']);
  expect(read).toEqual(['/notes/new', '/notes/image', '/notes/locked']);
  read.length = 0;
  await watch.look();
  expect(read).not.toContain('/notes/image');
  modifiedAt = 2;
  await watch.look();
  expect(read).toContain('/notes/image');
});

test('[M-11] a file that may not be looked at stays as it was, and stops no other', async () => {
  const files: DocumentFiles = {
    ...nothing,
    look: (path) => {
      if (path === '/away') throw new Error('EACCES');
      return null;
    },
  };
  const { watch, done } = watching(files, [entry('/away', 1, 1), entry('/gone', 1, 1)]);
  await watch.look();
  await watch.look();
  expect(done).toEqual(['forget id of /gone']);
});

test('[M-11] it looks every five minutes until it is closed, and says what it found', async () => {
  const { watch, done, jobs } = watching(nothing, [entry('/gone', 1, 1)]);
  watch.watch();
  watch.watch();
  const [job, ...others] = jobs;
  expect([job?.everyMs, others]).toEqual([300_000, []]);
  expect(await job?.run()).toBeNull();
  expect(await job?.run()).toEqual({ status: 'ok', said: '1 file had changed.' });
  expect(done).toEqual(['forget id of /gone']);
  watch.close();
  expect(jobs.size).toBe(0);
});
