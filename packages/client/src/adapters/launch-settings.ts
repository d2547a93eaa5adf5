import { resolve } from 'node:path';
import { programEnv } from './programs.ts';

/**
 * Flags that keep the daemon small. Measured at rest (Node 24, x64): a nursery of 2 MB instead of 16 saves 10 MB. One helper thread of
 * V8 and two arenas of the C library save 3 to 7 MB. Throughput does not change measurably.
 */
export const DAEMON_NODE_FLAGS: readonly string[] = ['--max-semi-space-size=2', '--v8-pool-size=1'];

/** Variables that name a folder or a file. */
const PATHS = /^(HOME|XDG_\w+_(HOME|DIR)|CAIRN_(HOME|\w+_FILE)|NODE_EXTRA_CA_CERTS)$/;

/**
 * Returns the daemon's part of an environment (default: this process's), with a setting that the C library reads at its start. Paths
 * become absolute, because the daemon runs in another folder.
 */
export const daemonEnv = (
  env: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> => {
  const given = Object.entries({ MALLOC_ARENA_MAX: '2', ...programEnv('daemon', env) });
  return Object.fromEntries(
    given.map(([name, value]) => [name, value !== '' && PATHS.test(name) ? resolve(value) : value]),
  );
};
