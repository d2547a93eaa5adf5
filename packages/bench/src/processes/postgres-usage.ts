/** The usage of all processes of a Postgres cluster together, found by the parent of one of its sessions: Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import postgres from 'postgres';
import { processorMs } from './process-usage.ts';

export interface PostgresUsage {
  /** User and system time since it began; of processes that have ended meanwhile nothing is known. */
  processorMs(): Promise<number>;
  /** MB of 2^20 bytes, shared memory counted once; null where that may not be read. */
  residentMb(): number | null;
}

const parentOf = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
};

const proportionalKib = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);

export const watchPostgres = async (url: string): Promise<PostgresUsage> => {
  const sql = postgres(url, { max: 1 });
  const [session] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const postmaster = parentOf(session?.pid ?? 0);
  await sql.end();
  const pids = (): readonly number[] =>
    readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && (pid === postmaster || parentOf(pid) === postmaster));
  return {
    processorMs: async () => {
      const each = await Promise.all(pids().map((pid) => processorMs(pid).catch(() => 0)));
      return each.reduce((sum, ms) => sum + ms, 0);
    },
    residentMb: () => {
      try {
        return pids().reduce((sum, pid) => sum + proportionalKib(pid), 0) / 1_024;
      } catch {
        return null;
      }
    },
  };
};
