/** Both halves of the engine on one store in memory, with a virtual clock. */
import type { CairnError } from '@cairn/schema';
import type { EngineEvent } from '../engine/call-events.ts';
import type { Answer } from '../engine/deps.ts';
import { createReadEngine } from '../engine/read-engine.ts';
import { planWrite } from '../engine/write/write-registers.ts';
import { createWriteEngine } from '../engine/write-engine.ts';
import type { StoredRegister } from '../ports/store.ts';
import { createFakeTime } from './fake-clock.ts';
import { createMemoryStore } from './memory-store.ts';
import { createPlainSealer } from './plain-sealer.ts';
import { createSeededRandom } from './seeded-random.ts';

export const createEngineBench = (seed = 1) => {
  const time = createFakeTime(Date.UTC(2026, 0, 15, 10));
  const clock = time.clock();
  const stores = createMemoryStore();
  const random = createSeededRandom(seed);
  const makeSealer: Parameters<typeof createWriteEngine>[0]['makeSealer'] = async (keys) =>
    createPlainSealer(keys);
  const listeners = new Set<(event: EngineEvent) => void>();
  const tell = (event: EngineEvent): void => {
    for (const listener of listeners) listener(event);
  };
  return {
    write: createWriteEngine({ store: stores.writer, clock, random, makeSealer, tell }),
    read: createReadEngine({ store: stores.reader, clock }),
    time,
    clock,
    stores,
    follow: (listener: (event: EngineEvent) => void) => void listeners.add(listener),
  };
};

export type EngineBench = ReturnType<typeof createEngineBench>;

/** Returns the value of a result that must be good. */
export const mustBe = async <T>(answer: Answer<T>): Promise<T> => {
  const result = await answer;
  if (!result.ok) throw new Error(`${result.error.kind}: ${result.error.message}`);
  return result.value;
};

/** Returns the error of a result that must be bad. */
export const errorOf = async <T>(answer: Answer<T>): Promise<CairnError> => {
  const result = await answer;
  if (result.ok) throw new Error(`expected an error, got ${JSON.stringify(result.value)}`);
  return result.error;
};

/** Applies registers of another device, as a page brings them. */
export const applyAll = (
  { stores, clock }: Pick<EngineBench, 'stores' | 'clock'>,
  registers: readonly StoredRegister[],
): Promise<void> =>
  stores.writer.write(async (tx) =>
    tx.apply(await planWrite(tx, registers, { origin: 'remote', nowMs: clock.nowMs(), inVault: true })),
  );
