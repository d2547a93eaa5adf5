/** Starts the person's program of `CAIRN_NOTIFY_COMMAND` without a shell, with JSON on its standard input. [SC-3, TR-11] */
import { spawn } from 'node:child_process';
import { findProgram, missingProgram, NEUTRAL_FOLDER, programEnv } from '@cairn/client/device';
import { LIMITS } from '@cairn/schema';
import type { NotifyCommand } from '../services/schedules/notifier.ts';

export const createNotifyCommand =
  (
    [program = '', ...args]: readonly string[],
    timeoutMs: number = LIMITS.notifyCommandMsMax,
  ): NotifyCommand =>
  (text) =>
    new Promise((resolve) => {
      const found = findProgram(program);
      if (found === null) return resolve({ error: missingProgram(program) });
      const child = spawn(found, args, {
        cwd: NEUTRAL_FOLDER,
        env: programEnv('session'),
        stdio: ['pipe', 'ignore', 'ignore'],
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        windowsHide: true,
      });
      const end = (error: string | null): void => resolve({ error });
      child.on('error', (error) => end(error.message));
      child.on('exit', (code, signal) => {
        if (signal !== null) end(`it was ended by ${signal} after at most ${timeoutMs} ms`);
        else end(code === 0 ? null : `it ended with ${code}`);
      });
      // The program may end, or fail to start, without reading.
      child.stdin.on('error', () => undefined);
      child.stdin.end(text);
      child.unref();
    });
