// One round: open a world, run its steps, end all faults, wait for rest and judge.

import type { Device } from './device.ts';
import type { Finding } from './findings.ts';
import { areEqual, judgeDevices, judgeEqual, judgeVerify } from './judge/equal.ts';
import { judgeOutputs } from './judge/outputs.ts';
import { judgePromises } from './judge/promises.ts';
import { comeToRest } from './judge/rest.ts';
import { type Snapshot, snapshotOf } from './judge/snapshot.ts';
import { knownName } from './known.ts';
import type { Nemesis } from './nemesis.ts';
import type { Plan, Step } from './plan.ts';
import type { Postgres } from './postgres.ts';
import { runningIn } from './processes.ts';
import { createRandom } from './random.ts';
import { work } from './work.ts';
import { openWorld, type World } from './world.ts';

export interface RoundOptions {
  readonly nemeses: readonly Nemesis[];
  readonly postgres: Postgres | null;
  readonly older: string | null;
  /** Whether the folder of a failed round is kept. */
  readonly keep: boolean;
}

export interface Verdict {
  readonly findings: readonly Finding[];
  /** Names of the known faults that were found. */
  readonly known: readonly string[];
  /** Number of strikes by nemesis. */
  readonly struck: ReadonlyMap<string, number>;
  readonly acknowledged: number;
  readonly answers: ReadonlyMap<string, number>;
  readonly seconds: number;
  /** Seconds by phase. */
  readonly phases: ReadonlyMap<string, number>;
  readonly folder: string | null;
}

type Timed = <T>(name: string, act: () => Promise<T>) => Promise<T>;

/** Shortest tick, so that devices sync meanwhile. */
const TICK_MS_MIN = 250;

export const playRound = async (plan: Plan, options: RoundOptions): Promise<Verdict> => {
  const started = performance.now();
  const struck = new Map<string, number>();
  const phases = new Map<string, number>();
  const timed: Timed = async (name, act) => {
    const from = performance.now();
    try {
      return await act();
    } finally {
      phases.set(name, (performance.now() - from) / 1_000);
    }
  };
  const world = await timed('begin', () => openWorld({ ...plan, ...options }));
  const { findings } = world;
  try {
    await timed('torment', () => torment(world, plan, options, struck));
    await timed('heal', () => endAllHarm(world));
    await judge(world, plan, timed);
  } catch (error) {
    findings.add('harness', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  await timed('end', () => stopAll(world));
  judgeOutputs(world);
  const names = [...struck.keys()];
  const all = findings.all();
  const fresh = all.filter((finding) => knownName(finding, names) === null);
  const isKept = options.keep && fresh.length > 0;
  if (!isKept) world.remove();
  return {
    findings: fresh,
    known: [...new Set(all.flatMap((finding) => knownName(finding, names) ?? []))],
    struck,
    answers: world.answers,
    acknowledged: world.ledger.entries.size,
    phases,
    seconds: (performance.now() - started) / 1_000,
    folder: isKept ? world.folder : null,
  };
};

/** Length of a tick for the end of a fault, whether devices work or not. */
const HARM_TICK_MS = 600;

/** Active faults, each with its end time. */
const createHarm = (world: World, nemeses: readonly Nemesis[], struck: Map<string, number>) => {
  const ending = new Set<Promise<void>>();
  const early: (() => void)[] = [];
  return {
    strike: async (step: Extract<Step, { kind: 'strike' }>): Promise<void> => {
      const nemesis = nemeses.find(({ name }) => name === step.nemesis);
      const end = (await nemesis?.strike(world, createRandom(step.seed))) ?? null;
      if (end === null) return;
      struck.set(step.nemesis, (struck.get(step.nemesis) ?? 0) + 1);
      const over = new Promise<void>((resolve) => {
        setTimeout(resolve, step.ticks * HARM_TICK_MS);
        early.push(resolve);
      });
      const ended = over.then(end);
      // It is awaited at the end. Until then a failure must not count as unhandled.
      ended.catch(() => undefined);
      ending.add(ended);
    },
    end: async (): Promise<void> => {
      for (const resolve of early) resolve();
      await Promise.all(ending);
    },
  };
};

const torment = async (
  world: World,
  { steps }: Plan,
  { nemeses }: RoundOptions,
  struck: Map<string, number>,
): Promise<void> => {
  const ticks = Math.max(0, ...steps.map(({ tick }) => tick)) + 1;
  const harm = createHarm(world, nemeses, struck);
  try {
    for (let tick = 0; tick < ticks; tick += 1) {
      const pause = new Promise((resolve) => setTimeout(resolve, TICK_MS_MIN));
      const doing = steps
        .filter((step) => step.tick === tick)
        .map((step) => {
          if (step.kind === 'strike') return harm.strike(step);
          const device = world.devices[step.device];
          return device === undefined ? Promise.resolve() : work(world, device, step.seed);
        });
      await Promise.all([...doing, ...twins(world, tick), pause]);
    }
  } finally {
    await harm.end();
  }
};

/** Lets the devices that joined later work. */
const twins = (world: World, tick: number): readonly Promise<void>[] =>
  world.devices.slice(3).map((device, index) => work(world, device, tick * 31 + index));

const endAllHarm = async (world: World): Promise<void> => {
  for (const { line } of world.devices) line.heal();
  await world.postgres?.start();
  for (const node of world.server.nodes) await world.server.alone(() => node.start());
  for (const device of insiders(world)) {
    device.kill('SIGCONT');
    const { code, err, out } = await device.run(['up'], 60_000);
    if (code !== 0)
      world.findings.add('message', `${device.name}: at rest, up ended with ${code}: ${out}${err}`);
  }
  for (const act of world.later.splice(0)) await act();
};

const insiders = ({ devices }: World): readonly Device[] => devices.filter(({ isIn }) => isIn);

const judge = async (world: World, plan: Plan, timed: Timed): Promise<void> => {
  const devices = insiders(world);
  await timed('rest', () => comeToRest(world, plan.rest));
  const snapshots = await timed('look', () => quietSnapshots(devices));
  for (const snapshot of snapshots) judgePromises(world, snapshot);
  const equal = judgeEqual(world, snapshots);
  await timed('verify', () => judgeVerify(world, devices, equal));
  await judgeDevices(world, devices);
  await timed('doctor', () => judgeDoctors(world, devices, equal));
};

const TRIES = 4;
const TRY_MS = 2_000;

/** Takes the snapshots again when something was still in flight: a hint about the last push may just have woken a device. */
const quietSnapshots = async (devices: readonly Device[]): Promise<readonly Snapshot[]> => {
  for (let attempt = 1; ; attempt += 1) {
    const snapshots: Snapshot[] = [];
    for (const device of devices) snapshots.push(await snapshotOf(device));
    if (attempt === TRIES || areEqual(snapshots)) return snapshots;
    await new Promise((resolve) => setTimeout(resolve, TRY_MS));
  }
};

const judgeDoctors = async (
  { findings }: World,
  devices: readonly Device[],
  areShownEqual: boolean,
): Promise<void> => {
  for (const device of devices) {
    const { code, out } = await device.run(['doctor', '--json']);
    if (code === 0 && !areShownEqual && !/"status":"(?:warn|fail)"/.test(out.replaceAll(/\s/g, '')))
      findings.add('message', `${device.name}: doctor finds nothing while devices differ`);
    if (/"status":"fail"/.test(out.replaceAll(/\s/g, '')))
      findings.add('message', `${device.name}: at rest, doctor fails: ${out.slice(0, 1_500)}`);
  }
};

const END_MS = 15_000;

const stopAll = async (world: World): Promise<void> => {
  for (const device of world.devices) {
    const { code, err, out } = await device.down();
    if (code !== 0) world.findings.add('process', `${device.name}: down ended with ${code}: ${out}${err}`);
  }
  await world.close().catch((error: unknown) => world.findings.add('harness', String(error)));
  const until = performance.now() + END_MS;
  for (;;) {
    const left = runningIn(world.folder);
    if (left.length === 0) return;
    if (performance.now() > until) {
      for (const { pid, command } of left) {
        world.findings.add('process', `still running after down: ${command}`);
        process.kill(pid, 'SIGKILL');
      }
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};
