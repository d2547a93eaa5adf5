/**
 * Whoever indexes, keeps what is said in a session, or changes the profile, by whatever way: those who follow events hear of it,
 * as they hear of a save. [F-2, F-8, M-11, SE-1, CX-2]
 */
import type { Engine } from '@cairn/core';
import type {
  AppendMessagesInput,
  CompactSessionInput,
  DaemonEvent,
  DocumentInput,
  ImportInput,
  ProfileChange,
  TranscriptInput,
} from '@cairn/schema';
import type { EventBus } from './events.ts';

type Announced = Pick<
  Engine,
  | 'session'
  | 'indexDocument'
  | 'importTurns'
  | 'appendMessages'
  | 'endSession'
  | 'compactSession'
  | 'deleteSession'
  | 'changeProfile'
  | 'importRecords'
>;
type SessionEvent = Extract<DaemonEvent, { kind: 'session' }>;

export const announcing = <E extends Announced>(engine: E, events: Pick<EventBus, 'publish'>): E => {
  const indexed = (source: string): void => events.publish({ kind: 'indexed', source });
  const happened = (
    what: SessionEvent['what'],
    session: string,
    last: number,
    due: SessionEvent['due'] = [],
  ): void => events.publish({ kind: 'session', what, session, last, due });
  const learns = async (id: string): Promise<void> => {
    const session = await engine.session(id);
    if (session !== null) happened('appended', id, session.lastSequence);
  };
  return {
    ...engine,
    async indexDocument(input: DocumentInput) {
      const document = await engine.indexDocument(input);
      if (document.ok && document.value.status === 'indexed') indexed(document.value.id);
      return document;
    },
    async importTurns(input: TranscriptInput) {
      const imported = await engine.importTurns(input);
      if (!imported.ok || input.dryRun === true) return imported;
      const { id, passages, learn } = imported.value;
      if (passages > 0) indexed(id);
      if (learn !== undefined && learn.messages > 0) await learns(id);
      return imported;
    },
    async appendMessages(input: AppendMessagesInput) {
      const appended = await engine.appendMessages(input);
      if (!appended.ok) return appended;
      const { session, passages, last, due } = appended.value;
      if (passages > 0) indexed(session);
      if (input.messages.length > 0) happened('appended', session, last, due);
      return appended;
    },
    async endSession(id: string) {
      const ended = await engine.endSession(id);
      if (ended.ok) happened('ended', ended.value.session.id, ended.value.session.lastSequence);
      return ended;
    },
    async compactSession(input: CompactSessionInput) {
      const done = await engine.compactSession(input);
      if (done.ok && done.value.compacted > 0) happened('compacted', done.value.session, done.value.last);
      return done;
    },
    async deleteSession(id: string) {
      const deleted = await engine.deleteSession(id);
      if (deleted.ok) happened('deleted', deleted.value.id, -1);
      return deleted;
    },
    async changeProfile(change: ProfileChange) {
      const changed = await engine.changeProfile(change);
      if (changed.ok) events.publish({ kind: 'profile' });
      return changed;
    },
    async importRecords(input: ImportInput) {
      const imported = await engine.importRecords(input);
      // What of it was the profile's is not told.
      if (imported.ok && imported.value.new > 0 && input.dryRun !== true) events.publish({ kind: 'profile' });
      return imported;
    },
  };
};
