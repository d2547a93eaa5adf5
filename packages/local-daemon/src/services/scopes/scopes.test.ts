import { createEngineBench, mustBe } from '@cairn/core/testing';
import { cairnError, err, ok } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createGate } from '../gate.ts';
import { memoriesByScope } from './memories-by-scope.ts';
import type { ScopeFile } from './scope-file.ts';
import { createScopes, type ScopeServices } from './scopes.ts';

/** Makes scopes over two real engines. With `cut`, forgetting fails, so a move is cut short. */
const scene = () => {
  const state = { cut: false, wrote: [] as string[] };
  const sideOf = () => {
    const { read, write, time } = createEngineBench();
    const engine = {
      ...{ ...read, ...write },
      forget: async (input: Parameters<typeof write.forget>[0]) => {
        if (state.cut) throw new Error('killed');
        return write.forget(input);
      },
    };
    const services: ScopeServices = Object.assign(Object.create(null), {
      engine: () => engine,
      wrote: (ids: readonly string[]) => state.wrote.push(...ids),
      projects: { canonical: (project: string) => project, projectOf: async (folder: string) => folder },
    });
    return { services, read, write, time };
  };
  const [own, team] = [sideOf(), sideOf()];
  const written = new Map<string, ScopeFile | null>([['team', { projects: [], moving: [] }]]);
  const files = {
    list: () => [...written],
    write: (name: string, file: ScopeFile) => void written.set(name, file),
    unlist: (name: string) => void written.delete(name),
    remove: (name: string) => void written.delete(name),
  };
  const timers = { after: () => () => undefined };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const open = async (name: string) =>
    name === 'team'
      ? { ok: true as const, value: { services: team.services, end: async () => undefined } }
      : err(cairnError(name === 'full' ? 'storage_full' : 'storage_corrupt', name));
  const begin = () => createScopes({ files, timers, log, open, own: () => own.services });
  return { own, team, state, begin, written };
};

const textsIn = async ({ read }: ReturnType<typeof scene>['own']) =>
  (await mustBe(read.list({ all: true }))).memories.map(({ content }) => content).sort();

test('[SP-4] a move that was cut short is listed by the next daemon, and done again it is finished', async () => {
  const { own, team, state, begin, written } = scene();
  const { id } = await mustBe(
    own.write.remember({ content: 'Ships on Friday', project: 'shop', source: 'user' }),
  );
  state.cut = true;
  await expect(begin().use('team', { project: 'shop', move: true })).rejects.toThrow('killed');
  state.cut = false;
  const next = begin();
  expect([await textsIn(own), await textsIn(team)]).toEqual([['Ships on Friday'], ['Ships on Friday']]);
  expect(written.get('team')).toEqual({ projects: ['shop'], moving: [id] });
  const again = await mustBe(next.use('team', { project: 'shop', move: true }));
  expect(again).toEqual({ project: 'shop', scope: 'team', moved: 1 });
  expect([await textsIn(own), await textsIn(team)]).toEqual([[], ['Ships on Friday']]);
  expect(written.get('team')?.moving).toEqual([]);
});

test('[SP-4] so is one out of a scope', async () => {
  const { own, team, state, begin, written } = scene();
  const { id } = await mustBe(team.write.remember({ content: 'Likes tea', source: 'user' }));
  state.cut = true;
  await expect(begin().move([id], 'personal', 'team')).rejects.toThrow('killed');
  expect(written.get('team')?.moving).toEqual([id]);
  state.cut = false;
  expect(await mustBe(begin().move([id], 'personal', 'team'))).toMatchObject({ moved: 0, finished: 1 });
  expect([await textsIn(own), await textsIn(team)]).toEqual([['Likes tea'], []]);
  expect(written.get('team')?.moving).toEqual([]);
});

test('[SP-1] a scope is not removed while it cannot be opened for a while, and one that is damaged is', async () => {
  const { begin, written } = scene();
  for (const name of ['full', 'broken']) written.set(name, { projects: [], moving: [] });
  const scopes = begin();
  expect(await scopes.remove('full')).toMatchObject({ error: { kind: 'storage_full' } });
  expect(await scopes.remove('broken')).toMatchObject({ ok: true });
  expect([...written.keys()]).toEqual(['team', 'full']);
});

test('[SP-1] a scope that could not be opened when it was added is not there, and can be added again', async () => {
  const { begin, written } = scene();
  const scopes = begin();
  for (let times = 0; times < 2; times++)
    expect(await scopes.add('full')).toMatchObject({ error: { kind: 'storage_full' } });
  expect((await scopes.list()).scopes.map(({ name }) => name)).toEqual(['team']);
  expect([...written.keys()]).toEqual(['team']);
});

test('[SP-4] a text that stands elsewhere too is not moved, and the project stays where it is', async () => {
  const { own, team, begin } = scene();
  for (const project of ['shop', 'garden'])
    await mustBe(own.write.remember({ content: 'Uses pnpm', project }));
  const scopes = begin();
  const refused = await scopes.use('team', { project: 'shop', move: true });
  expect(refused.ok || refused.error.message).toMatch(/\(garden\) has the same text/);
  expect(await mustBe(scopes.of({ project: 'shop' }))).toBeNull();
  expect([await textsIn(own), await textsIn(team)]).toEqual([['Uses pnpm', 'Uses pnpm'], []]);
});

test.each(['older', 'newer'])('[SP-4] the %s value of a key overwrites none there', async (age) => {
  const { own, team, begin } = scene();
  const port = { namespace: 'setup', key: 'port', project: 'shop' };
  await mustBe(team.write.remember({ ...port, content: '9090' }));
  if (age === 'newer') own.time.skip(1_000);
  const { id } = await mustBe(own.write.remember({ ...port, content: '8080' }));
  const scopes = begin();
  for (const refused of [
    await scopes.use('team', { project: 'shop', move: true }),
    await scopes.move([id], 'team', null),
  ])
    expect(refused.ok || refused.error.message).toContain('key "port"');
  expect(await mustBe(scopes.of({ project: 'shop' }))).toBeNull();
  expect([await textsIn(own), await textsIn(team)]).toEqual([['8080'], ['9090']]);
});

test("[SP-2] an agent forgets an id in the file that has it, and no key of a scope's file", async () => {
  const { own, team } = scene();
  const { id } = await mustBe(team.write.remember({ key: 'port', content: '9090' }));
  const memoriesOf = ({ write }: typeof own) => Object.assign(Object.create(null), { forget: write.forget });
  const all = async () => [
    Object.assign(Object.create(null), { memories: memoriesOf(team), gate: createGate() }),
  ];
  const finder = Object.assign(Object.create(null), { isEmpty: () => false, all, of: async () => ok(null) });
  const agent = memoriesByScope(memoriesOf(own), finder);
  expect(await agent.forget({ key: 'port' })).toMatchObject({ error: { kind: 'not_found' } });
  expect(await textsIn(team)).toEqual(['9090']);
  expect(await mustBe(agent.forget({ ids: [id] }))).toMatchObject({ forgotten: [id] });
  expect(await textsIn(team)).toEqual([]);
});

test('[SP-1] a scope whose opening fails unexpectedly is tried again, and the daemon still ends', async () => {
  const { own, team } = scene();
  const retries: (() => void)[] = [];
  let isFull = true;
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const scopes = createScopes({
    files: Object.assign(Object.create(null), { list: () => [['team', { projects: ['shop'], moving: [] }]] }),
    timers: {
      after(_, call) {
        retries.push(call);
        return () => undefined;
      },
    },
    log,
    own: () => own.services,
    async open() {
      if (isFull) throw new Error('ENOSPC: no space left on device, write');
      return ok({ services: team.services, end: async () => undefined });
    },
  });
  const refused = { ok: false, error: { kind: 'storage_full', retryable: true } };
  expect(await scopes.of({ project: 'shop' })).toMatchObject(refused);
  expect((await scopes.list()).scopes).toMatchObject([{ problem: expect.stringContaining('disk is full') }]);
  expect(await scopes.all()).toEqual([]);
  await scopes.end();
  isFull = false;
  for (const retry of retries) retry();
  expect(await mustBe(scopes.of({ project: 'shop' }))).toBe(team.services);
});

test('[SP-1, SP-2] a scope with unreadable facts refuses what may be its own, until it is added again', async () => {
  const { begin, written } = scene();
  written.set('team', null);
  const scopes = begin();
  for (const refused of [await scopes.named('team'), await scopes.of({ project: 'shop' })])
    expect(refused.ok || refused.error.message).toMatch(/"team" are unknown[\s\S]*cairn scope add team/);
  expect(await mustBe(scopes.of({}))).toBeNull();
  expect((await scopes.list()).scopes).toMatchObject([{ name: 'team', memories: null }]);
  expect(await scopes.problems()).toEqual([expect.stringContaining('"team"')]);
  expect(await scopes.remove('team')).toMatchObject({ error: { kind: 'storage_corrupt' } });
  expect(await mustBe(scopes.add('team'))).toEqual({ name: 'team' });
  expect(written.get('team')).toEqual({ projects: [], moving: [] });
  expect(await mustBe(scopes.of({ project: 'shop' }))).toBeNull();
  expect(await scopes.problems()).toEqual([]);
});
