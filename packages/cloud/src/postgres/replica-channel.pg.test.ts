import { type VaultId, vaultId } from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { testPostgres } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PublishedHint } from '../ports/hints.ts';
import { NOTIFY } from '../sql/statements.ts';
import { createTestRandom } from '../testing/sync-world.ts';
import { createPostgresDatabase } from './postgres-database.ts';
import { createReplicaChannel, retryDelayMs } from './replica-channel.ts';

const pg = testPostgres();
const PATIENCE = { timeoutMs: 30_000, everyMs: 5 };
const vault: VaultId = vaultId(0, createTestRandom('channel').bytes(10));
const headOf = (head: number): PublishedHint => ({
  vault,
  hint: { kind: 'head', head },
  audience: { kind: 'all' },
});

const openChannel = (url: string, replica: string, options: { readonly deaf?: boolean } = {}) => {
  const database = createPostgresDatabase({ url, prepare: true });
  const heard: PublishedHint[] = [];
  const said: string[] = [];
  let ups = 0;
  const channel = createReplicaChannel({
    url,
    replica,
    random: () => 0,
    notifyElsewhere: async (name, text) => {
      if (options.deaf !== true) await database.query(NOTIFY, [name, text]);
    },
    onHint: (hint) => heard.push(hint),
    onUp: () => {
      ups += 1;
    },
    warn: (sentence) => said.push(sentence),
    info: (sentence) => said.push(sentence),
    beatMs: 20,
    silenceMs: options.deaf === true ? 20 : 10_000,
  });
  onTestFinished(async () => {
    await channel.close();
    await database.close();
  });
  const up = (times: number) => waitUntil(() => ups >= times, { ...PATIENCE, what: `${times} connections` });
  return { channel, heard, said, up };
};

describe.skipIf(pg === null)('the channel between replicas', () => {
  test('[SY-L3] what one shares the others hear, more than fits into a message too, and it does not hear itself', async () => {
    const url = (await pg?.createDatabase()) ?? '';
    const [one, two] = [openChannel(url, 'one'), openChannel(url, 'two')];
    await Promise.all([one.up(1), two.up(1)]);
    const heads = Array.from({ length: 300 }, (_, head) => headOf(head));
    one.channel.share(heads);
    two.channel.share([headOf(1_000)]);
    await waitUntil(() => two.heard.length === 300 && one.heard.length === 1, { ...PATIENCE, what: 'hints' });
    expect(two.heard).toEqual(heads);
    expect(one.heard).toEqual([headOf(1_000)]);
    expect([...one.said, ...two.said]).toEqual([]);
  });

  test('a connection that hears nothing is replaced, and the log says once what to set', async () => {
    const { said, up } = openChannel((await pg?.createDatabase()) ?? '', 'one', { deaf: true });
    await up(3);
    expect(said).toEqual([expect.stringContaining('Set DATABASE_DIRECT_URL')]);
  });

  test('a database that is away is tried again, later each time', async () => {
    const { said, channel } = openChannel('postgres://nobody@127.0.0.1:9/none', 'one');
    channel.share([headOf(1)]);
    await waitUntil(() => said.length === 1, { ...PATIENCE, what: 'the warning' });
    expect(said).toEqual([expect.stringContaining('up to 5 s late')]);
    expect([0, 1, 2, 9].map((attempt) => retryDelayMs(attempt, 1))).toEqual([250, 500, 1_000, 5_000]);
    expect(retryDelayMs(9, 0)).toBe(2_500);
  });
});
