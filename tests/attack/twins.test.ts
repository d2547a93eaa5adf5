// Thousands of equal texts, chains and stars: connected memories are walked once, no matter which device made them. [TR-55]

import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type EntityId,
  inviteResult,
  joinResult,
  listResult,
  memoryId,
  reviewResult,
  saveResult,
} from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Device, device, type Server, server, withMembers } from '../e2e/cairn.ts';
import { inTime } from './support/in-time.ts';
import { type HostileMember, hostileMember, lootOf } from './support/member.ts';

/** Longest answer of any command. */
const ANSWER_MS = 2_000;
const EQUAL = 5_000;
const LINKED = 3_000;

let sync: Server;
let laptop: Device;
let mallory: HostileMember;

beforeAll(async () => {
  [sync, laptop] = await Promise.all([server(), device('laptop')]);
  const create = ['vault', 'create', '--server', sync.url, '--setup-token', sync.setupToken];
  await laptop.json(withMembers('vault'), create);
  const looted = await device('looted');
  const { code } = await laptop.json(inviteResult, ['invite']);
  joinResult.parse(
    JSON.parse((await looted.run(['join', `${code}@${sync.url}`, '--name', 'looted', '--json'])).out),
  );
  const loot = lootOf(looted.home);
  await looted.end();
  mallory = await hostileMember(loot, sync.url);
}, 120_000);

afterAll(async () => {
  await laptop?.end();
  await sync?.end();
});

/** `argsOf` returns new arguments for each try, because a memory cannot be forgotten twice. */
const timely = async (what: string, argsOf: () => readonly string[]): Promise<string> => {
  const { done, ms } = await inTime(() => laptop.run(argsOf()), ANSWER_MS);
  expect(done.code, `${what}: ${done.err}`).toBe(0);
  expect(ms, what).toBeLessThanOrEqual(ANSWER_MS);
  return done.out;
};

const by = { device: `d_${'0'.repeat(26)}`, name: 'mallory', session: null, agent: null };
const newId = (): EntityId => memoryId(Date.now(), randomBytes(10));
const body = (entity: EntityId, content: string, project: string | null = null) =>
  mallory.forge({
    entity,
    facet: 'body',
    value: { content, namespace: null, key: null, project, source: 'user', createdAt: Date.now(), by },
  });
const link = (entity: EntityId, supersededBy: EntityId) =>
  mallory.forge({ entity, facet: 'link', value: { supersededBy } });

const pushAndPull = async (items: Parameters<HostileMember['push']>[0]): Promise<void> => {
  expect(new Set(await mallory.push(items))).toEqual(new Set(['ok']));
  const ran = await laptop.run(['sync', '--wait', '--timeout', '60']);
  expect(ran.code, ran.err).toBe(0);
};

const readAll = async (what: string, id: string): Promise<void> => {
  await timely(`history of ${what}`, () => ['history', id]);
  await timely(`get of ${what}`, () => ['get', id]);
  await timely(`list beside ${what}`, () => ['list', '-n', '20']);
  await timely(`review beside ${what}`, () => ['review']);
  await timely(`search beside ${what}`, () => ['search', 'staging train quartz onyx']);
};

describe('[TR-55] every command answers in time', () => {
  test(`beside ${EQUAL} equal texts in as many projects, out of a file`, async () => {
    const file = join(laptop.home, 'equal.ndjson');
    const lines = Array.from({ length: EQUAL }, (_, at) =>
      JSON.stringify({ content: 'The staging port is 8080', project: `p${at}` }),
    );
    writeFileSync(file, lines.join('\n'));
    const ran = await laptop.run(['import', file]);
    expect(ran.code, ran.err).toBe(0);
    const { memories } = await laptop.json(listResult, ['list', '--all', '-n', '50']);
    expect(memories).toHaveLength(50);
    const rest = memories.map(({ id }) => id).values();
    const next = (): string => rest.next().value ?? newId();
    await readAll('the equal texts of a file', next());
    await timely('a newer one for one of them', () => ['supersede', next(), `Port ${newId()}`]);
    await timely('forget of one of them', () => ['forget', next()]);
    await timely('forget of one of them for good', () => ['forget', '--for-good', next()]);
    await timely('one more of them', () => ['save', 'The staging port is 8080']);
  });

  test(`beside ${EQUAL} equal texts of a member, shown as one with what was saved here`, async () => {
    const text = 'The release train leaves on Tuesday';
    const { id } = await laptop.json(saveResult, ['save', text]);
    await pushAndPull(Array.from({ length: EQUAL }, () => body(newId(), text)));
    await readAll('the equal texts of a member', id);
  });

  test('beside 4000 values of one key in as many namespaces, each compared with a few', async () => {
    const file = join(laptop.home, 'namesakes.ndjson');
    const lines = Array.from({ length: 4_000 }, (_, at) =>
      JSON.stringify({ content: `The port is ${at}`, namespace: `n${at}`, key: 'port' }),
    );
    writeFileSync(file, lines.join('\n'));
    expect((await laptop.run(['import', file])).code).toBe(0);
    const all = await waitUntil(
      async () => {
        const found = await laptop.json(reviewResult, ['review', '-n', '1000']);
        return found.pending === 0 ? found : null;
      },
      { timeoutMs: 120_000, everyMs: 500, what: 'all of them compared' },
    );
    expect(all.contradictions).toHaveLength(1_000);
    await timely('review of all', () => ['review', '-n', '1000']);
    await timely('one more of them', () => [
      'save',
      '--key',
      'port',
      '--namespace',
      'mine',
      `Port ${newId()}`,
    ]);
  });

  test(`on a chain and a star of ${LINKED}`, async () => {
    const chain = Array.from({ length: LINKED }, newId);
    const hub = newId();
    const rays = Array.from({ length: LINKED }, newId);
    await pushAndPull([
      ...chain.flatMap((id, at) => [
        body(id, `Chain ${at} of quartz`),
        ...chain.slice(at + 1, at + 2).map((after) => link(id, after)),
      ]),
      body(hub, 'The hub of everything onyx'),
      ...rays.flatMap((id, at) => [body(id, `Ray ${at} of onyx`), link(id, hub)]),
    ]);
    await readAll('a chain', chain[0] ?? hub);
    await readAll('a star', hub);
  });
});
