/**
 * Runs both sides of "save in the engine" inside one thread, without calls between threads. The first message is the folder. Each later
 * message names a side and its input, and is answered with a time in milliseconds per save.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createWriteEngine } from '@cairn/core';
import { openWriter } from '@cairn/core/libsql';
import { timedEach } from '../measure.ts';
import { saveNew } from '../must.ts';
import { enterSomeVault } from '../processes/embedded-store.ts';
import { openBareStore } from './bare-store.ts';
import { serve } from './thread.ts';

export type SaveMessage =
  | { readonly side: 'open'; readonly folder: string }
  | { readonly side: 'ours'; readonly texts: readonly string[] }
  | { readonly side: 'bare'; readonly rows: readonly (readonly (string | number | null)[])[] };

let sides: Awaited<ReturnType<typeof open>> | null = null;

const open = async (folder: string) => {
  const { store } = await openWriter({ path: join(folder, 'ours.db'), nowMs: Date.now });
  const engine = createWriteEngine({
    store,
    clock: { nowMs: Date.now },
    random: { bytes: (count) => randomBytes(count) },
    makeSealer: () => Promise.reject(new Error('a save seals nothing')),
  });
  await enterSomeVault(engine);
  return { engine, bare: await openBareStore(join(folder, 'bare.db')) };
};

const carryOut = async (message: SaveMessage): Promise<readonly number[]> => {
  if (message.side === 'open') {
    sides = await open(message.folder);
    return [];
  }
  const both = sides;
  if (both === null) throw new Error('open first');
  if (message.side === 'bare') return timedEach(message.rows, (row) => both.bare.insert(row));
  return timedEach(message.texts, (text) => saveNew(both.engine, text));
};

serve(carryOut);
