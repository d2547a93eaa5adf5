import { ok } from '@cairn/schema';
import { expect, test } from 'vitest';
import { get } from './get.ts';

const memoryOf = (project: string | null, namespace = 'default') => ({ key: 'port', project, namespace });

const notesOf = async (options: object, listed: readonly object[]) => {
  const io = Object.assign(Object.create(null), {
    isErrTerminal: true,
    json: false,
    ask: async (route: string) =>
      ok(route === 'GET /v1/memories' ? { memories: listed } : { memory: memoryOf('shop'), uses: [] }),
  });
  const text = (name: string) => new Map(Object.entries({ key: 'port', ...options })).get(name);
  const done = await get(Object.assign(Object.create(null), { args: [], text }), io);
  return done.ok ? done.value?.notes?.filter(Boolean) : done.error;
};

test('[M-10] a note names the other projects that have the key', async () => {
  const all = [memoryOf('shop'), memoryOf('api'), memoryOf(null, 'work')];
  expect(await notesOf({}, all)).toEqual([
    '2 other projects have the key "port", too: `-p api` shows the value there.',
  ]);
  expect(await notesOf({ namespace: 'work' }, all)).toEqual([
    'Another project has the key "port", too: `-p global` shows the value there.',
  ]);
  expect(await notesOf({}, [memoryOf('shop')])).toEqual([]);
  expect(await notesOf({ project: 'shop' }, all)).toEqual([]);
});
