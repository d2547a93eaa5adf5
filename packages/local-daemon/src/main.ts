/** The daemon's program: reads environment and paths, and runs the daemon. Clients start it, see `client/device/start-daemon`. */
import { hostname } from 'node:os';
import { resolvePaths, surroundings } from '@cairn/client/device';
import { runDaemon } from './daemon.ts';

// The native library creates the database and its side files. Other users may not read them.
process.umask(0o077);

const foreground = process.argv.includes('--foreground');

const code = await runDaemon({
  paths: resolvePaths(surroundings()),
  env: process.env,
  hostName: hostname(),
  foreground,
  complain: (sentence) => {
    if (foreground) process.stderr.write(`${sentence}\n`);
  },
});
// A start that failed halfway leaves threads and listeners that would keep this process alive forever, without a lock. [RL-21]
if (code !== 0) process.exit(code);
