/** Whoever indexes, by whatever way: those who follow events hear of it, as they hear of a save. [F-2, F-8, M-11] */
import type { Engine } from '@cairn/core';
import type { DocumentInput, TranscriptInput, TurnsInput } from '@cairn/schema';
import type { EventBus } from './events.ts';

type Indexing = Pick<Engine, 'indexDocument' | 'appendTurns' | 'importTurns'>;

export const announcing = <E extends Indexing>(engine: E, events: Pick<EventBus, 'publish'>): E => ({
  ...engine,
  async indexDocument(input: DocumentInput) {
    const indexed = await engine.indexDocument(input);
    if (indexed.ok && indexed.value.status === 'indexed')
      events.publish({ kind: 'indexed', source: indexed.value.id });
    return indexed;
  },
  async appendTurns(input: TurnsInput) {
    const appended = await engine.appendTurns(input);
    if (appended.ok && appended.value.passages > 0)
      events.publish({ kind: 'indexed', source: appended.value.id });
    return appended;
  },
  async importTurns(input: TranscriptInput) {
    const imported = await engine.importTurns(input);
    if (imported.ok && imported.value.passages > 0 && input.dryRun !== true)
      events.publish({ kind: 'indexed', source: imported.value.id });
    return imported;
  },
});
