/** A note of a word or two if sync needs attention, for every view. [PG-33] */
import type { StatusResult } from '@cairn/schema';
import { type ReadonlySignal, signal } from '@preact/signals';
import type { Api } from '../adapters/api.ts';
import type { Live } from '../adapters/live.ts';
import { numberOf } from '../pure/words.ts';

const TROUBLED: ReadonlySet<string> = new Set(['waiting', 'locked_out', 'stopped']);

const noteOf = ({ sync: { state, pending } }: StatusResult): string => {
  if (!TROUBLED.has(state)) return '';
  return pending === 0 ? 'not syncing' : `${numberOf(pending)} to send`;
};

/** Empty if there is nothing to say. Updated at the beginning, and when sync begins or stops to fail. */
export const createSyncNote = (api: Pick<Api, 'ask'>, live: Pick<Live, 'on'>): ReadonlySignal<string> => {
  const note = signal('');
  const read = async (): Promise<void> => {
    const status = await api.ask('GET /v1/status', {});
    if (status.ok) note.value = noteOf(status.value);
  };
  live.on((event) => {
    const isTrouble = event.kind === 'sync' && (TROUBLED.has(event.state) || note.peek() !== '');
    const mayGrow = event.kind === 'changed' && note.peek() !== '';
    if (isTrouble || mayGrow || event.kind === 'resumed') void read();
  });
  void read();
  return note;
};
