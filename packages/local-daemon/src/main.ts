/** The daemon's program: reads the surroundings and runs it. Started by clients, see `client/start-daemon`. */
import { homedir, hostname } from 'node:os';
import { resolvePaths } from '@cairn/client/device';
import { runDaemon } from './daemon.ts';

// The database and its side files are made by the native library: nobody else may read what this process makes.
process.umask(0o077);

const foreground = process.argv.includes('--foreground');

const code = await runDaemon({
  paths: resolvePaths({
    env: process.env,
    homeDir: homedir(),
    platform: process.platform,
    cwd: process.cwd(),
  }),
  env: process.env,
  hostName: hostname(),
  foreground,
  complain: (sentence) => {
    if (foreground) process.stderr.write(`${sentence}\n`);
  },
});
// A start that failed half-way leaves threads and doors that would keep this process, without a lock, for ever. [RL-21]
if (code !== 0) process.exit(code);
