/** Reads the daemon's log file. The daemon need not run. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as sleep } from 'node:timers/promises';
import { tailOf } from '@cairn/client/device';
import { ok } from '@cairn/schema';
import type { Run } from '../command.ts';
import { logText, parseLogLine } from '../output/log-line.ts';
import { createStyle, isColoured } from '../style.ts';

const LINES_DEFAULT = 50;
const POLL_MS = 250;

export const logs: Run = async (given, io) => {
  const path = io.paths.log;
  const lines = tailOf(path, given.int('lines') ?? LINES_DEFAULT);
  if (given.flag('follow')) {
    const style = createStyle(isColoured(io.env, io.isOutTerminal), null);
    const show = (line: string): Promise<void> => io.out(`${io.json ? line : logText(line, style)}\n`);
    const from = sizeOf(path);
    for (const line of lines) await show(line);
    return follow(path, from, show);
  }
  return ok({
    json: { path, entries: lines.map((line) => parseLogLine(line) ?? { msg: line }) },
    human: (style) => lines.map((line) => logText(line, style)).join('\n'),
    notes: lines.length === 0 ? [`${path} is empty: the daemon has not run yet.`] : [],
  });
};

/** Follows the file until the process is interrupted. */
const follow = async (path: string, from: number, show: (line: string) => Promise<void>): Promise<never> => {
  let at = from;
  let rest = '';
  let decoder = new StringDecoder('utf8');
  for (;;) {
    const size = sizeOf(path);
    if (size < at) {
      // The file was rotated.
      at = 0;
      rest = '';
      decoder = new StringDecoder('utf8');
    }
    if (size > at) {
      const part = readFrom(path, at, size - at);
      at += part.length;
      const parts = (rest + decoder.write(part)).split('\n');
      rest = parts.pop() ?? '';
      for (const line of parts) await show(line);
    }
    await sleep(POLL_MS);
  }
};

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const readFrom = (path: string, at: number, bytes: number): Buffer => {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(bytes);
    return buffer.subarray(0, readSync(file, buffer, 0, bytes, at));
  } finally {
    closeSync(file);
  }
};
