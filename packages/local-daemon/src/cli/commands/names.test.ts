import { mkdirSync, realpathSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { err, ok } from '@cairn/schema';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test } from 'vitest';
import { failure } from '../failure.ts';
import { earlierProject } from '../request-input.ts';
import { renameProject, renameTag } from './names.ts';

/** Renames a tag of three memories. `answers`: the daemon's answer to each change, in order. */
const renamed = async (answers: readonly unknown[]) => {
  const left = [...answers];
  const io = Object.assign(Object.create(null), {
    ask: async (route: string, input?: { readonly query?: { readonly tag?: readonly string[] } }) => {
      if (route !== 'GET /v1/memories') return left.shift();
      const ids = input?.query?.tag?.includes('old') === true ? ['m_1', 'm_2', 'm_3'] : [];
      return ok({ memories: ids.map((id) => ({ id, project: null })), next: null });
    },
  });
  return renameTag(Object.assign(Object.create(null), { args: ['old', 'new'], flag: () => true }), io);
};

test('[TE-13] a rename that stops on its way says how far it came', async () => {
  const stopped = await renamed([ok({}), err(failure('storage_full', 'The disk is full.'))]);
  expect(stopped).toMatchObject({ ok: false, error: { kind: 'storage_full' } });
  expect(stopped).toMatchObject({
    error: { message: expect.stringContaining('1 of 3 memories was renamed before') },
  });
  const first = await renamed([err(failure('storage_full', 'The disk is full.'))]);
  expect(first).toMatchObject({ error: { message: 'The disk is full.' } });
});

test('[TE-13] a tag is not renamed to itself in other letters', async () => {
  const rename = (...args: readonly string[]) =>
    renameTag(Object.assign(Object.create(null), { args }), Object.create(null));
  expect(await rename('ops', 'OPS')).toMatchObject({
    error: { kind: 'usage', message: expect.stringContaining('Give another name') },
  });
});

test('[TE-13] a rename says the tag as it is kept, in small letters', async () => {
  const sent: unknown[] = [];
  const io = Object.assign(Object.create(null), {
    ask: async (
      route: string,
      input: { readonly query?: { readonly tag?: unknown }; readonly body?: unknown },
    ) => {
      if (route !== 'GET /v1/memories') sent.push(input.body);
      const isOld = String(input.query?.tag) === 'santé';
      return ok({ memories: isOld ? [{ id: 'm_1', project: null }] : [], next: null });
    },
  });
  const done = await renameTag(Object.assign(Object.create(null), { args: ['santé', 'Gesundheit'] }), io);
  expect(done).toMatchObject({ ok: true, value: { json: { to: 'gesundheit' } } });
  expect(sent).toEqual([{ addTags: ['gesundheit'], removeTags: ['santé'] }]);
});

test('[TE-13] a memory that was forgotten during a rename does not stop it', async () => {
  const done = await renamed([ok({}), err(failure('not_found', 'No memory has this id.')), ok({})]);
  expect(done).toMatchObject({ ok: true, value: { json: { memories: 2 } } });
});

test.each([
  ['shop', 'github.com/acme/shop', 'cairn config set projects.shop github.com/acme/shop'],
  ['my shop', "Anna's shop", "cairn config set 'projects.my shop' 'Anna'\\''s shop'"],
  ['a`b', '$HOME', "cairn config set 'projects.a`b' '$HOME'"],
  ['shop', '-x', 'cairn config set projects.shop -- -x'],
  ['-x', '--a shop', "cairn config set projects.-x -- '--a shop'"],
])('[TE-13] after a rename of %s to %s the command of the hint can be run', async (from, to, command) => {
  const io = Object.assign(Object.create(null), {
    ask: async (route: string, input?: { readonly query?: { readonly project?: string } }) => {
      if (route === 'GET /v1/scopes') return ok({ scopes: [] });
      if (route === 'GET /v1/settings') return ok({ aliases: {} });
      if (route !== 'GET /v1/memories') return ok({});
      const ids = input?.query?.project === from ? ['m_1'] : [];
      return ok({ memories: ids.map((id) => ({ id, project: from })), next: null });
    },
  });
  const done = await renameProject(Object.assign(Object.create(null), { args: [from, to] }), io);
  expect(done).toMatchObject({ ok: true, value: { notes: [expect.stringContaining(`\`${command}\``)] } });
});

test('[TE-13] a rename to global asks first where memories are in no project', async () => {
  const io = Object.assign(Object.create(null), {
    canAsk: false,
    ask: async (route: string, input?: { readonly query?: { readonly project?: string } }) =>
      route === 'GET /v1/settings'
        ? ok({ aliases: {} })
        : route === 'GET /v1/memories'
          ? ok({
              memories:
                input?.query?.project === 'shop'
                  ? [{ id: 'm_1', project: 'shop' }]
                  : [{ id: 'm_2', project: null }],
              next: null,
            })
          : ok({}),
  });
  const rename = (...args: readonly string[]) =>
    renameProject(Object.assign(Object.create(null), { args, flag: () => false }), io);
  expect(await rename('shop', 'global')).toMatchObject({
    error: { kind: 'usage', message: expect.stringContaining('global is on 1 memory already') },
  });
  // What has no name cannot be renamed.
  expect(await rename('global', 'shop')).toMatchObject({ error: { kind: 'usage' } });
});

test('[TE-13] "." names the project of this folder in a rename', async () => {
  const home = realpathSync(await homeForTest());
  const moves: unknown[] = [];
  const io = Object.assign(Object.create(null), {
    cwd: home,
    ask: async (
      route: string,
      input: { readonly query?: { readonly project?: string }; readonly body?: unknown },
    ) => {
      if (route === 'GET /v1/settings') return ok({ aliases: {} });
      if (route === 'GET /v1/scopes') return ok({ scopes: [] });
      if (route === 'POST /v1/memories/:id/move') moves.push(input.body);
      if (route !== 'GET /v1/memories') return ok({});
      return ok({
        memories: input.query?.project === 'shop' ? [{ id: 'm_1', project: 'shop' }] : [],
        next: null,
      });
    },
  });
  const rename = (...args: readonly string[]) =>
    renameProject(Object.assign(Object.create(null), { args }), io);
  expect(await rename('shop', '.')).toMatchObject({ ok: true, value: { json: { from: 'shop', to: home } } });
  expect(moves).toEqual([{ project: home }]);
  expect(await rename('.', 'store')).toMatchObject({
    error: { message: expect.stringContaining(`"${home}"`) },
  });
});

test('[M-8] memories of a folder that was renamed or moved are told of where it is now', async () => {
  const home = realpathSync(await homeForTest());
  const [shop, store, moved] = ['shop', 'store', join('work', 'shop')].map((name) => join(home, name));
  if (shop === undefined || store === undefined || moved === undefined) throw new Error('three folders');
  const noteIn = (cwd: string, ...projects: readonly string[]) =>
    earlierProject(
      projects.map((project) => ({ project, count: 2 })),
      Object.assign(Object.create(null), { cwd, ask: async () => ok({ aliases: {} }) }),
    );
  mkdirSync(shop);
  mkdirSync(join(home, 'work'));
  expect(await noteIn(home, shop)).toBe('');
  renameSync(shop, store);
  expect(await noteIn(store, shop)).toContain(
    `2 memories in "${shop}", a folder that is not on this device.`,
  );
  expect(await noteIn(store, shop)).toContain(`\`cairn projects rename ${shop} ${store}\``);
  renameSync(store, moved);
  expect(await noteIn(moved, shop)).toContain(`rename ${shop} ${moved}`);
  // Nothing is guessed where the folder has memories, or several others may be meant.
  expect(await noteIn(moved, shop, moved)).toBe('');
  expect(await noteIn(moved, shop, '/srv/shop')).toBe('');
  expect(await noteIn(moved, '/srv/other')).toBe('');
});

test('[TE-13] memories that still have a name that the settings turn into another one can be renamed', async () => {
  const all = [
    { id: 'm_1', project: 'novel' },
    { id: 'm_2', project: 'git:1' },
    { id: 'm_3', project: null },
  ];
  const moved: unknown[] = [];
  const io = Object.assign(Object.create(null), {
    ask: async (
      route: string,
      input: {
        readonly query?: { readonly project?: string };
        readonly at?: unknown;
        readonly body?: unknown;
      },
    ) => {
      if (route === 'GET /v1/settings') return ok({ aliases: { 'git:1': 'novel' } });
      if (route === 'GET /v1/scopes') return ok({ scopes: [] });
      if (route === 'POST /v1/memories/:id/move') moved.push({ ...Object(input.at), ...Object(input.body) });
      if (route !== 'GET /v1/memories') return ok({});
      // The daemon takes either name for the one that the settings give.
      const isAll = input.query?.project === undefined;
      return ok({ memories: isAll ? all : all.filter(({ id }) => id !== 'm_2'), next: null });
    },
  });
  const done = await renameProject(
    Object.assign(Object.create(null), { args: ['git:1', 'novel'], flag: () => true }),
    io,
  );
  expect(done).toMatchObject({ ok: true, value: { json: { memories: 1 }, notes: [false] } });
  expect(moved).toEqual([{ id: 'm_2', project: 'novel' }]);
});

test('[M-8] memories under the name that this folder has without the settings are told of', async () => {
  const home = realpathSync(await homeForTest());
  const io = Object.assign(Object.create(null), {
    cwd: home,
    ask: async () => ok({ aliases: { [home]: 'novel' } }),
  });
  const note = await earlierProject([{ project: home, count: 3 }], io);
  expect(note).toContain(`3 memories are in "${home}"`);
  expect(note).toContain(`\`cairn projects rename ${home} novel\``);
  expect(await earlierProject([{ project: 'novel', count: 3 }], io)).toBe('');
});
