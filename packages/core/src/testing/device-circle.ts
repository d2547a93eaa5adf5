/**
 * Several engines, and the registers that a server would hold, without a network. A device that syncs sends everything it has, and
 * receives everything in pages of any size and order. For rules that must give the same result on every device, whatever the order of
 * arrival.
 */
import { deviceId, type EntityId } from '@cairn/schema';
import { mergeRegisters } from '../merge/merge-registers.ts';
import type { StoredRegister } from '../ports/store.ts';
import { NO_BOUNDS } from '../sync/generation-bounds.ts';
import { tellPast } from '../sync/tell-past.engine.ts';
import { applyAll, createEngineBench, type EngineBench, mustBe } from './engine-bench.ts';
import { SAMPLE_SALT } from './sample-memories.ts';
import type { SeededRandom } from './seeded-random.ts';

const ALL = 100_000;

export const createDeviceCircle = async (count: number) => {
  let server: readonly StoredRegister[] = [];
  const devices: EngineBench[] = [];
  const add = async (): Promise<EngineBench> => {
    const number = devices.length + 1;
    const bench = createEngineBench(number);
    bench.time.skip(number);
    const device = { id: deviceId(1_700_000_000_000, new Uint8Array(10).fill(number)), name: `${number}` };
    await bench.stores.writer.write((tx) => tx.apply({ meta: { device, salt: SAMPLE_SALT } }));
    devices.push(bench);
    return bench;
  };
  const give = async (bench: EngineBench): Promise<void> => {
    const own = await bench.stores.writer.write(async (tx) => {
      while ((await tellPast({ clock: bench.clock, memory: { bounds: NO_BOUNDS } }, tx)) > 0);
      return tx.registersAfter(null, ALL);
    });
    const named = new Set(own.map(({ entity }) => entity));
    const untouched = server.filter(({ entity }) => !named.has(entity));
    server = [...mergeRegisters(server, own).after.values(), untouched].flat();
  };
  /** Syncs a device. Without a random source: in the order of the ids, in one page. */
  const sync = async (bench: EngineBench, random?: SeededRandom): Promise<void> => {
    await give(bench);
    await take(bench, server, random);
    await give(bench);
  };
  for (let n = 0; n < count; n++) await add();
  return {
    devices,
    sync,
    /** Syncs every device twice, so that each has received everything. */
    async rest(random?: SeededRandom) {
      for (const bench of [...devices, ...devices]) await sync(bench, random);
    },
    /** Adds a device that joins without old tombstones. [SY-P4] */
    async join(random?: SeededRandom) {
      const bench = await add();
      await take(
        bench,
        server.filter(({ facet }) => facet !== 'gone'),
        random,
      );
      return bench;
    },
  };
};

const take = async (
  bench: EngineBench,
  registers: readonly StoredRegister[],
  random: SeededRandom | undefined,
): Promise<void> => {
  const order = registers.map((register) => ({ register, at: random?.next() ?? 0 }));
  const waiting = order.sort((a, b) => a.at - b.at).map(({ register }) => register);
  while (waiting.length > 0)
    await applyAll(bench, waiting.splice(0, random === undefined ? ALL : 1 + random.below(4)));
};

/** Returns the answers that a person can get about every memory, as text. */
export const askAll = async ({ read, stores }: EngineBench): Promise<Readonly<Record<string, string>>> => {
  const answers: Record<string, string> = {};
  const rows = await stores.reader.rowsAfter(null, ALL);
  for (const { id, state, tags } of rows) {
    const history = await mustBe(read.history(id));
    const shown = history.versions.map((one) => [one.id, one.content, one.tags, one.current]);
    const head = await read.get(id);
    const headId = head.ok ? head.value.memory.id : head.error.kind;
    answers[id] = JSON.stringify({ state, tags, headId, shown, incomplete: history.incomplete });
  }
  const { forks, held } = await mustBe(read.review({ limit: 100 }));
  const review = JSON.stringify({
    forks: forks.map(({ current, other }) => [current.id, other.id]).sort(),
    held: held.map(({ id }) => id).sort(),
  });
  return { ...answers, review };
};

export const idsOf = async ({ stores }: EngineBench): Promise<readonly EntityId[]> =>
  (await stores.reader.rowsAfter(null, ALL)).map(({ id }) => id);
