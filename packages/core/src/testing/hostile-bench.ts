/** A device in a vault, with another member that seals arbitrary values. [TR-6] */
import { randomBytes } from 'node:crypto';
import { deviceId, FACET_VERSION, hlcOf, nodeOf, type PulledItem } from '@cairn/schema';
import { createCrypto } from '../crypto/index.ts';
import { createReadEngine } from '../engine/read-engine.ts';
import { createWriteEngine } from '../engine/write-engine.ts';
import { createStoreMaintenance } from '../libsql/store-maintenance.ts';
import { mustBe } from './engine-bench.ts';
import type { HostileValue } from './hostile-values.ts';
import { createSeededRandom } from './seeded-random.ts';
import { benchEntry, benchKeys } from './sync-bench.ts';
import { openTempStore } from './temp-store.ts';

const MEMBER = nodeOf(deviceId(1_700_000_000_000, new Uint8Array(10).fill(9)));
const DEVICE = deviceId(1_700_000_000_000, new Uint8Array(10).fill(1));

/** Opens the bench in a real file, with the real sealer. */
export const openHostileBench = async (seed = 1) => {
  const opened = await openTempStore();
  const random = createSeededRandom(seed);
  const crypto = await createCrypto({ random: { bytes: (count) => randomBytes(count) } });
  const clock = { nowMs: () => Date.UTC(2026, 10, 23) };
  const write = createWriteEngine({
    store: opened.store,
    clock,
    random,
    makeSealer: async (keys) => crypto.makeSealer(keys),
  });
  const read = createReadEngine({ store: opened.reader, clock });
  const keys = benchKeys;
  await mustBe(write.enterVault(benchEntry(DEVICE)));
  await mustBe(write.useKeys(keys));
  const sealer = crypto.makeSealer(keys);
  let seq = 0;
  const seal = ({ entity, facet, json }: HostileValue): PulledItem => {
    seq++;
    const hlc = hlcOf(clock.nowMs() - 1_000_000 + seq, 0, MEMBER);
    return { ...sealer.seal({ entity, facet, hlc, v: FACET_VERSION }, json), seq };
  };
  return {
    ...opened,
    read,
    write,
    clock,
    keys,
    sealer,
    seal,
    care: createStoreMaintenance(opened.store, opened.path),
  };
};
