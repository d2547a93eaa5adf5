// Runs Postgres as its child and stops it, then removes its folder, when standard input closes. The one that started
// this process may be killed in any way: the kernel closes the pipe, and nothing is left behind.
//
// arguments: FOLDER UID|- GID|- PROGRAM ARGUMENT…

import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

const GRACE_MS = 3_000;
const [, , folder, uid, gid, program, ...args] = process.argv;
if (folder === undefined || program === undefined) throw new Error('usage: FOLDER UID GID PROGRAM ARGUMENT…');

const user = uid === '-' ? {} : { uid: Number(uid), gid: Number(gid) };
const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'], ...user });

const finish = (code) => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  process.exit(code);
};
child.once('error', () => finish(1));
child.once('exit', (code) => finish(code ?? 1));

const stop = () => {
  // SIGINT is Postgres' fast shutdown, SIGQUIT the immediate one.
  child.kill('SIGINT');
  setTimeout(() => child.kill('SIGQUIT'), GRACE_MS).unref();
};
process.stdin.once('end', stop);
process.stdin.once('error', stop);
process.stdin.resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
