/** Reads the daemon's log file. The daemon need not run. */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  statSync,
} from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as sleep } from 'node:timers/promises';
import { tailOf } from '@cairn/client/device';
import { err, ok, systemCodeOf } from '@cairn/schema';
import type { Run } from '../command.ts';
import type { Failure } from '../failure.ts';
import { logText, parseLogLine } from '../output/log-line.ts';
import { createStyle, isColoured } from '../style.ts';
import { fileFailure } from '../text-file.ts';

const LINES_DEFAULT = 50;
const POLL_MS = 250;

export const logs: Run = async (given, io) => {
  const path = io.paths.log;
  const unread = whyUnread(path);
  if (unread !== null) return err(unread);
  const lines = tailOf(path, given.int('lines') ?? LINES_DEFAULT);
  if (given.flag('follow')) {
    const style = createStyle(isColoured(io.env, io.isOutTerminal), null);
    const show = (line: string): Promise<void> => io.out(`${io.json ? line : logText(line, style)}\n`);
    const from = openLog(path);
    for (const line of lines) await show(line);
    return follow(path, from, show);
  }
  return ok({
    json: { path, entries: lines.map((line) => parseLogLine(line) ?? { msg: line }) },
    human: (style) => lines.map((line) => logText(line, style)).join('\n'),
    notes: lines.length === 0 ? [`${path} is empty: the daemon has not run yet.`] : [],
  });
};

/** A log that is not there is no failure: the daemon has not run yet. */
const whyUnread = (path: string): Failure | null => {
  try {
    accessSync(path, constants.R_OK);
    return null;
  } catch (error) {
    return systemCodeOf(error) === 'ENOENT' ? null : fileFailure(path, error);
  }
};

/** Follows the file until the process is interrupted. After a rotation it reads the old file to its end first. */
const follow = async (
  path: string,
  from: ReturnType<typeof openLog>,
  show: (line: string) => Promise<void>,
): Promise<never> => {
  let file = from;
  let at = from?.size ?? 0;
  let rest = '';
  let decoder = new StringDecoder('utf8');
  for (;;) {
    const isRotated = file === null || file.ino !== statSync(path, { throwIfNoEntry: false })?.ino;
    const part = file === null ? Buffer.alloc(0) : readFrom(file.descriptor, at);
    at += part.length;
    const parts = (rest + decoder.write(part)).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) await show(line);
    if (isRotated) {
      if (file !== null) closeSync(file.descriptor);
      file = openLog(path);
      at = 0;
      rest = '';
      decoder = new StringDecoder('utf8');
    }
    await sleep(POLL_MS);
  }
};

/** `size`: the bytes of the file when it was opened. */
const openLog = (path: string) => {
  if (!existsSync(path)) return null;
  const descriptor = openSync(path, 'r');
  const { ino, size } = fstatSync(descriptor);
  return { descriptor, ino, size };
};

const readFrom = (descriptor: number, at: number): Buffer => {
  const buffer = Buffer.alloc(Math.max(0, fstatSync(descriptor).size - at));
  return buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, at));
};
