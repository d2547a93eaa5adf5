/** The usage of a process, from /proc: Linux only. */
import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { sleep } from '../measure.ts';

/** Resident, MB of 2^20 bytes. */
export const residentMb = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return Number(kib) / 1_024;
};

/** The most that was ever resident; null when the process is gone. */
export const peakResidentMb = async (pid: number): Promise<number | null> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kib === undefined ? null : Number(kib) / 1_024;
};

/** Processes that it started, whichever of its threads did. */
export const childrenOf = async (pid: number): Promise<readonly number[]> => {
  const tasks = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8')),
  );
  return lists.flatMap((list) =>
    list
      .split(' ')
      .filter((one) => one.trim() !== '')
      .map(Number),
  );
};

/** Share of one core over the time, in percent. */
export const processorShare = async (pid: number, overMs: number): Promise<number> => {
  const [from, startedAt] = [await processorMs(pid), performance.now()];
  await sleep(overMs);
  const [until, endedAt] = [await processorMs(pid), performance.now()];
  return (100 * (until - from)) / (endedAt - startedAt);
};

/** User and system time; fields 14 and 15 of proc(5)'s stat, counted from behind the name, which may hold blanks. */
export const processorMs = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond();
};

let ticks = 0;
const ticksPerSecond = (): number => {
  if (ticks === 0) ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return ticks;
};
