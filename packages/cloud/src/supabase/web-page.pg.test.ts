// The module of the page in examples/supabase, with the real supabase-js, against stand-ins of PostgREST and Realtime.

import { fileURLToPath } from 'node:url';
import { ok } from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { testPostgres } from '@cairn/test-support/vitest';
import { createClient } from '@supabase/supabase-js';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import type { AccountId } from '../ports/account-sessions.ts';
import { createPostgresDatabase } from '../postgres/postgres-database.ts';
import { migrate } from '../sql/migrate.ts';
import { createSqlStore } from '../sql/sql-store.ts';
import { bodyOf, facetItem } from '../testing/readable-items.ts';
import { startSupabaseApi } from '../testing/supabase-api.ts';
import { prepareSupabase } from '../testing/supabase-project.ts';
import { createTestDevice, createWorld, START_MS, unwrap } from '../testing/sync-world.ts';

const ADA = '6b1f0b7e-7a39-4c0c-9f0e-3f7a5f1d2c3b' as AccountId;
const BEN = '0c9a1a52-2f5e-4c65-8a1b-6f1c5a3e7d90' as AccountId;
const KEY = 'sb_publishable_for_tests';

const memorySchema = z.looseObject({ id: z.string(), content: z.string() });
type Shown = readonly z.infer<typeof memorySchema>[];
interface Page {
  readonly followMemories: (
    client: object,
    on: { readonly show: (memories: Shown) => void; readonly say: (state: string) => void },
  ) => Promise<() => Promise<unknown>>;
  readonly searchMemories: (client: object, words: string) => Promise<Shown>;
}
const page: Page = await import(
  fileURLToPath(new URL('../../../../examples/supabase/memories.js', import.meta.url))
);

const pg = testPostgres();

const setUp = async () => {
  const url = await pg?.createDatabase();
  if (url === undefined) throw new Error('no Postgres');
  await prepareSupabase(url);
  const database = createPostgresDatabase({ url, prepare: true, connectionsMax: 2 });
  await migrate(database, START_MS);
  const api = await startSupabaseApi(url);
  const clients: ReturnType<typeof createClient>[] = [];
  onTestFinished(async () => {
    await Promise.all(clients.map((client) => client.removeAllChannels()));
    await api.close();
    await database.close();
  });
  const sessions = { accountOf: async (token: string) => ok(token.startsWith('eyJada') ? ADA : BEN) };
  const world = createWorld(createSqlStore(database), url, { sessions });
  const deviceOf = async (name: 'ada' | 'ben') => {
    const { request, identity } = world.vaultRequest('readable');
    const info = unwrap(await world.server.createVault(`eyJ${name}.eyJ.c2ln`, request));
    return createTestDevice(world.server, identity, info);
  };
  const clientOf = (user: string) => {
    const client = createClient(api.url, KEY, { accessToken: async () => api.sessionOf(user) });
    clients.push(client);
    return client;
  };
  const follow = async (user: string) => {
    let shown: Shown = [];
    const end = await page.followMemories(clientOf(user), {
      show: (memories) => {
        shown = memories;
      },
      say: () => {},
    });
    onTestFinished(async () => void (await end()));
    return () => shown.map(({ content }) => content);
  };
  const stranger = createClient(api.url, KEY);
  clients.push(stranger);
  return { world, deviceOf, clientOf, follow, stranger };
};

describe.skipIf(pg === null)('a web page of the user', () => {
  test('[SY-S5, SY-S9] examples/supabase lists, follows and searches what its user may read, and nothing of another', async () => {
    const { world, deviceOf, clientOf, follow, stranger } = await setUp();
    const [ada, ben] = [await deviceOf('ada'), await deviceOf('ben')];
    const bees = bodyOf(world, ada, { content: 'Ada keeps bees' });
    unwrap(await ada.push([bees]));
    unwrap(await ben.push([bodyOf(world, ben, { content: 'Ben keeps wasps' })]));
    const [seen, others] = [await follow(ADA), await follow(BEN)];
    expect([seen(), others()]).toEqual([['Ada keeps bees'], ['Ben keeps wasps']]);

    world.advance(1_000);
    const goats = bodyOf(world, ada, { content: 'Ada keeps bees and two goats', createdAt: world.nowMs() });
    unwrap(
      await ada.push([goats, facetItem(world, ada, bees.entity, 'link', { supersededBy: goats.entity })]),
    );
    await waitUntil(() => seen().join() === 'Ada keeps bees and two goats', {
      what: 'the page to hear of it',
    });
    const found = await page.searchMemories(clientOf(ADA), 'keeps bees');
    expect(found.map(({ content }) => content)).toEqual(['Ada keeps bees and two goats', 'Ada keeps bees']);
    expect(await page.searchMemories(clientOf(BEN), 'bees')).toEqual([]);

    unwrap(await ada.push([facetItem(world, ada, goats.entity, 'gone', { hash: null })]));
    await waitUntil(() => seen().length === 0, { what: 'the page to forget it' });
    expect(others()).toEqual(['Ben keeps wasps']);
    const { data, error } = await stranger.from('memories').select('content');
    expect([data, error?.code]).toEqual([null, '42501']);
    await expect(page.searchMemories(stranger, 'bees')).rejects.toThrow('permission denied');
  });
});
