// Starts a program under strace, to record its writes or to let one of its calls fail.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DiskCall, readRecording, TRACED } from './recording.ts';

/** Why tracing is not possible here, or null. */
export const whyNoTrace = ((): string | null => {
  const tried = spawnSync('strace', ['-f', '--seccomp-bpf', '-o', '/dev/null', '-e', 'trace=write', 'true']);
  if (tried.error !== undefined) return 'strace is not installed';
  return tried.status === 0 ? null : `strace cannot trace here: ${tried.stderr.toString().trim()}`;
})();
if (whyNoTrace !== null) process.stderr.write(`crash points are skipped: ${whyNoTrace}\n`);

export interface Traced {
  /** Sends SIGTERM to the program itself, because strace does not pass it on. */
  end(): void;
  readonly ended: Promise<void>;
  /** Returns the recorded calls below the folder, once the program has ended. */
  calls(folder: string): readonly DiskCall[];
  remove(): void;
}

/** Starts a traced program. `faults` are more options of strace, such as an injection. */
export const startTraced = (
  command: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Traced => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-trace-'));
  const output = join(folder, 'calls');
  const options = ['-f', '--seccomp-bpf', '-y', '-xx', '-ttt', '-s', '99999999', '-e', 'signal=none'];
  const child = spawn('strace', [...options, '-o', output, '-e', `trace=${TRACED}`, ...command], {
    env: { ...env },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    end: () => endTraced(child),
    ended,
    calls: (below) => readRecording(readFileSync(output, 'latin1'), below),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

/** Ends the program, which is strace's only child. */
const endTraced = ({ pid }: ChildProcess): void => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  for (const child of children) process.kill(Number(child), 'SIGTERM');
};

export interface Failing {
  hasEnded(): boolean;
  readonly ended: Promise<void>;
  /** Returns the number of calls that were made to fail. Call it before `remove`. */
  injected(): number;
  remove(): void;
}

/** Starts the program with a fault at one of its calls on one of these files. `fault` is an argument of strace's `inject`. */
export const startFailing = (
  command: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  {
    paths,
    call,
    fault,
  }: { readonly paths: readonly string[]; readonly call: string; readonly fault: string },
): Failing => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-trace-'));
  const output = join(folder, 'calls');
  const options = [
    // `--seccomp-bpf` is not used, because with it strace does not deliver an injected signal.
    ...['-f', '-o', output, '-e', 'signal=none', '-s', '0', '-e', `trace=${call}`],
    ...['-e', `inject=${call}:${fault}`],
    ...paths.flatMap((path) => ['-P', path]),
  ];
  const child = spawn('strace', [...options, ...command], { env: { ...env }, stdio: 'ignore' });
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    hasEnded,
    ended: new Promise<void>((resolve) => child.once('exit', () => resolve())),
    injected: () => readFileSync(output, 'latin1').split('(INJECTED)').length - 1,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
