/** Processor time of a daemon's threads by source file, from V8's CPU profiles. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRunningDaemon } from '@cairn/client/device';
import { orElse } from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import type { World } from '../world.ts';
import type { Device } from './device.ts';
import { daemonProgram } from './places.ts';

/** Microseconds between two samples of a stack. */
const INTERVAL_US = 500;

/** Frames that stand for idle time. */
const IDLE = new Set(['(idle)', '(program)']);

interface Frame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}
interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: Frame;
    readonly children?: readonly number[];
  }[];
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Returns the microseconds of the clock that V8 stamps its samples with. */
export const nowUs = (): number => Number(process.hrtime.bigint() / 1_000n);

/** Starts the device's daemon like `start`. Each thread also writes a profile when it ends. */
export const startProfiled = async (world: World, device: Device, folder: string): Promise<void> => {
  const flags = ['--cpu-prof', '--cpu-prof-dir', folder, '--cpu-prof-interval', String(INTERVAL_US)];
  const child: ChildProcess = spawn(process.execPath, [...flags, daemonProgram()], {
    env: device.env,
    stdio: 'ignore',
  });
  world.cleanup.add(async () => void child.kill('SIGKILL'));
  await waitUntil(() => readRunningDaemon(device.paths), { timeoutMs: 30_000, what: 'the daemon' });
  await device.start();
};

/**
 * Returns the share of the time between two moments that these functions and their callees took. Each function is written as `FILE
 * NAME`.
 */
export const shareOf = (
  folder: string,
  [fromUs, toUs]: readonly [number, number],
  isCounted: (place: string) => boolean,
): number => {
  let [busy, counted] = [0, 0];
  for (const name of readdirSync(folder)) {
    const { nodes, samples, timeDeltas, startTime }: Profile = JSON.parse(
      readFileSync(join(folder, name), 'utf8'),
    );
    const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
    const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
    const known = new Map<number, boolean>();
    const isWithin = (id: number): boolean => {
      const before = known.get(id);
      if (before !== undefined) return before;
      const [frame, parent] = [frames.get(id), parents.get(id)];
      const is =
        (frame !== undefined && isCounted(placeOf(frame))) || (parent !== undefined && isWithin(parent));
      known.set(id, is);
      return is;
    };
    let at = startTime;
    samples.forEach((id, nth) => {
      const took = timeDeltas[nth] ?? 0;
      at += took;
      if (at < fromUs || at > toUs || IDLE.has(frames.get(id)?.functionName ?? '')) return;
      busy += took;
      if (isWithin(id)) counted += took;
    });
  }
  return counted / Math.max(1, busy);
};

const maps = new Map<string, SourceMap | null>();

/** Returns `packages/core/src/memory/guard.ts findSecret`, for example; empty for a file outside the project. */
const placeOf = ({ url, lineNumber, columnNumber, functionName }: Frame): string => {
  if (!url.startsWith('file:') || !basename(dirname(url)).startsWith('dist')) return '';
  const path = fileURLToPath(url);
  if (!maps.has(path)) maps.set(path, mapOf(path));
  const found = maps.get(path)?.findEntry(lineNumber, columnNumber);
  const source = found !== undefined && 'originalSource' in found ? String(found.originalSource) : '';
  return `${source.replace(/^(?:.*?packages\/|(?:\.\.\/)+)/, 'packages/')} ${functionName}`;
};

const mapOf = (path: string): SourceMap | null =>
  orElse(() => new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8'))), null);
