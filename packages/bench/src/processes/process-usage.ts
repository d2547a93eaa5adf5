/** Memory and processor time of processes, from /proc. Linux only. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { orElse } from '@cairn/schema';
import postgres from 'postgres';
import { sleep } from '../measure.ts';

/** Returns the resident memory in MB of 2^20 bytes. */
export const residentMb = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return Number(kib) / 1_024;
};

/** Returns the peak of the resident memory in MB of 2^20 bytes; null when the process has ended. */
export const peakResidentMb = async (pid: number): Promise<number | null> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kib === undefined ? null : Number(kib) / 1_024;
};

/** Returns the processor time over the period as a percentage of one core. */
export const processorShare = async (pid: number, overMs: number): Promise<number> => {
  const [from, startedAt] = [await processorMs(pid), performance.now()];
  await sleep(overMs);
  const [until, endedAt] = [await processorMs(pid), performance.now()];
  return (100 * (until - from)) / (endedAt - startedAt);
};

/** Returns user and system time in milliseconds: fields 14 and 15 of `stat`. */
export const processorMs = async (pid: number): Promise<number> => {
  const fields = fieldsOf(await readFile(`/proc/${pid}/stat`, 'utf8'));
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond();
};

let ticks = 0;
const ticksPerSecond = (): number => {
  if (ticks === 0) ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return ticks;
};

/** Fields 3 and later of proc(5)'s `stat`. They are counted after the name, because the name may hold blanks. */
const fieldsOf = (stat: string): readonly string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ');

const parentOf = (pid: number): number =>
  orElse(() => Number(fieldsOf(readFileSync(`/proc/${pid}/stat`, 'utf8'))[1]), 0);

const proportionalKib = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);

/** Watches all processes of a Postgres cluster together. They are found as children of the parent of one session. */
export const watchPostgres = async (url: string) => {
  const sql = postgres(url, { max: 1 });
  const [session] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const postmaster = parentOf(session?.pid ?? 0);
  await sql.end();
  const pids = (): readonly number[] =>
    readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && (pid === postmaster || parentOf(pid) === postmaster));
  return {
    /** Returns user and system time of the running processes, in milliseconds. Ended processes are not counted. */
    processorMs: async (): Promise<number> => {
      const each = await Promise.all(pids().map((pid) => processorMs(pid).catch(() => 0)));
      return each.reduce((sum, ms) => sum + ms, 0);
    },
    /** Returns MB of 2^20 bytes, with shared memory counted once; null when reading it is not permitted. */
    residentMb: (): number | null =>
      orElse(() => pids().reduce((sum, pid) => sum + proportionalKib(pid), 0) / 1_024, null),
  };
};
