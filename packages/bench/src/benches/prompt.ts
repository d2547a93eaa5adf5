/**
 * Measures how long it takes to make an agent's prompt from a large store, in the engine and over HTTP. Also measures the suffix, the
 * part of the prompt that changes with every call. [CX-2]
 */
import { dynamicSuffix, type Engine, joinSections, openEngine } from '@cairn/core';
import { LIMITS } from '@cairn/schema';
import { chunksOf, range, timedEach } from '../measure.ts';
import { must } from '../must.ts';
import { makeDevice } from '../processes/device.ts';
import { createHttpClient } from '../processes/keep-alive.ts';
import { belowRow, named, type Row } from '../report.ts';
import { createCorpus } from '../text/corpus.ts';
import type { Bench, World } from '../world.ts';

/** Every fifth memory is tacit. Every twentieth tacit memory is about personality. */
const TACIT_EVERY = 5;
const PERSONALITY_EVERY = 20;
const SURROUNDINGS = {
  files: {},
  machine: { hostName: 'bench', os: 'linux', arch: 'x64' },
  timezone: 'Europe/Berlin',
};

export const prompt: Bench = async (world) => {
  const stored = world.size(100_000, 2_000);
  const device = await makeDevice(world, 'prompt');
  const engine = must(await openEngine({ path: device.paths.database, deviceName: 'bench' }));
  world.say(`prompt: filling a store with ${stored} memories`);
  await fill(engine, stored);
  const rows = [...(await measureEngine(world, engine, stored)), measureSuffix(world)];
  await engine.close();
  await device.start();
  const overHttp = await measureDaemon(world, device, stored);
  await device.stop();
  return [...rows, ...overHttp];
};

const fill = async (engine: Engine, stored: number): Promise<void> => {
  const corpus = createCorpus('prompt');
  const records = corpus.memories(stored).map((content, n) => ({ content, source: 'agent', ...placeOf(n) }));
  for (const block of chunksOf(records, LIMITS.importItemsPerRequestMax)) {
    must(await engine.importRecords({ records: [...block] }));
  }
  await engine.changeProfile({
    kind: 'fields',
    fields: { name: 'Juniper', preset: 'warm', displayName: 'Ada', interests: 'chess, climbing, tea' },
  });
  const listed = await engine.list({ limit: LIMITS.listLimitMax });
  if (listed.ok) await engine.noteAccess(listed.value.memories.map(({ id }) => id));
  await engine.checkpoint();
};

/** Returns namespace and key of a tacit memory, and neither for other memories. */
const placeOf = (n: number): { readonly namespace?: string; readonly key?: string } => {
  if (n % TACIT_EVERY !== 0) return {};
  const isPersonality = n % (TACIT_EVERY * PERSONALITY_EVERY) === 0;
  return { namespace: isPersonality ? 'tacit/personality' : 'tacit/preferences', key: `fact-${n}` };
};

const measureEngine = async (world: World, engine: Engine, stored: number): Promise<readonly Row[]> => {
  world.say('prompt: from the engine');
  const ask = async (): Promise<void> => {
    const made = await engine.prompt({ model: 'm' }, SURROUNDINGS);
    const known = made.ok ? made.value.sections.find(({ name }) => name === 'known') : undefined;
    if (known?.ids.length !== LIMITS.promptKnownMax)
      throw new Error(`the prompt does not have ${LIMITS.promptKnownMax} known memories`);
  };
  await timedEach(range(10), ask);
  const times = await timedEach(range(world.size(200, 5)), ask);
  const name = named('prompt.engine', `prompt from ${stored.toLocaleString('en-US')} memories`);
  return [belowRow(name, times, 'p95', 10)];
};

const measureDaemon = async (
  world: World,
  device: Awaited<ReturnType<typeof makeDevice>>,
  stored: number,
) => {
  world.say('prompt: over HTTP');
  const client = createHttpClient(device);
  const ask = () => client.post('/v1/context/prompt', { cwd: device.paths.home });
  await timedEach(range(10), ask);
  const times = await timedEach(range(world.size(200, 5)), ask);
  client.close();
  const name = named('prompt.http', `the same over HTTP, ${stored.toLocaleString('en-US')} memories`);
  return [belowRow(name, times, 'median', 20)];
};

const measureSuffix = (world: World): Row => {
  const { machine, timezone } = SURROUNDINGS;
  const summary = 'They chose pnpm. Then they wrote tests.\n'.repeat(20);
  const fixed = { machine, timezone, model: 'm', provider: 'p', relevant: null };
  const make = (at: number): string => {
    const nowMs = Date.UTC(2026, 0, 1) + at;
    return joinSections(dynamicSuffix({ ...fixed, nowMs, activeTask: 'Move the parser', summary }));
  };
  for (const at of range(100)) make(at);
  const times = range(world.size(2_000, 100)).map((at) => {
    const from = performance.now();
    make(at);
    return performance.now() - from;
  });
  return belowRow(named('prompt.suffix', 'the suffix alone'), times, 'p95', 1);
};
