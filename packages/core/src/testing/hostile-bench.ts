/** A device in a vault, with another member that seals arbitrary values. [TR-6] */
import { randomBytes } from 'node:crypto';
import { deviceId, FACET_VERSION, hlcOf, nodeOf, type PulledItem, vaultId } from '@cairn/schema';
import { createCrypto } from '../crypto/index.ts';
import { createReadEngine } from '../engine/read-engine.ts';
import { createWriteEngine } from '../engine/write-engine.ts';
import { createStoreMaintenance } from '../libsql/store-maintenance.ts';
import { NO_BOUNDS } from '../sync/generation-bounds.ts';
import { mustBe } from './engine-bench.ts';
import type { HostileValue } from './hostile-values.ts';
import { SAMPLE_SALT } from './sample-memories.ts';
import { createSeededRandom } from './seeded-random.ts';
import { BENCH_EPOCH, benchAnchor } from './sync-bench.ts';
import { openTempStore } from './temp-store.ts';

const MEMBER = nodeOf(deviceId(1_700_000_000_000, new Uint8Array(10).fill(9)));
const DEVICE = deviceId(1_700_000_000_000, new Uint8Array(10).fill(1));
const VAULT = vaultId(1_700_000_000_000, new Uint8Array(10).fill(3));

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
  const keys = {
    vault: VAULT,
    kind: 'sealed',
    kg: 1,
    keys: [{ kg: 1, key: '11'.repeat(32) }],
    bounds: NO_BOUNDS,
  } as const;
  await mustBe(
    write.enterVault({
      vault: { id: VAULT, kind: 'sealed', server: 'https://sync.example', kg: 1 },
      salt: SAMPLE_SALT,
      device: { id: DEVICE, name: 'laptop' },
      push: { epoch: BENCH_EPOCH, anchor: benchAnchor(0), lastPushNo: 0, head: 0 },
    }),
  );
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
