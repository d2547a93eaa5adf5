/** Finds a session as it is, and plans the writes that add turns to it. [F-8, IM-4] */
import { type Checked, LIMITS, ok, type TranscriptInput } from '@cairn/schema';
import { parseName } from '../memory/draft.ts';
import { invalid } from '../memory/invalid-input.ts';
import type { PassageRow, SourceRow, StoreTransaction } from '../ports/store.ts';
import { sessionSourceId } from './source-id.ts';
import { NEIGHBOURS, type Turn, turnPassages } from './turn-passages.ts';

/** A session as it is before turns are added. */
export type FoundSession = Awaited<ReturnType<typeof findSession>>;

/** `last`: the ordinal of its last turn or message; -1 without any. */
export const findSession = async (tx: StoreTransaction, named: SessionNames) => {
  const present = await tx.source(named.id);
  // They are indexed again together with the words that follow them.
  const before = await tx.lastPassages(named.id, NEIGHBOURS);
  // A message of tools only has no passage.
  const lastMessage = (await tx.session(named.id))?.lastSequence ?? -1;
  return { named, present, before, last: Math.max(lastMessage, before.at(-1)?.ordinal ?? -1) };
};

/** Plans the writes for new turns at the end of a session. `fresh`: number of passages that belong to new turns. */
export const planAppend = (
  { named, present, before, last }: FoundSession,
  turns: readonly Turn[],
  nowMs: number,
): {
  readonly source: SourceRow;
  readonly passages: readonly PassageRow[];
  readonly fresh: number;
} => {
  // A session stays in the project where it began.
  const project = present === null ? named.project : present.project;
  const passages = turnPassages({ source: named.id, project }, turns, before);
  const name = isNameless(named) && present !== null ? present.name : named.name;
  const source = sessionSource(present, { id: named.id, name, project }, turns, nowMs);
  return { source, passages, fresh: passages.filter(({ ordinal }) => ordinal > last).length };
};

/** Returns the source of a session after more was said in it. */
export const sessionSource = (
  present: SourceRow | null,
  names: SessionNames,
  said: readonly Pick<Turn, 'text' | 'at'>[],
  nowMs: number,
): SourceRow => ({
  ...names,
  ...{ kind: 'session', contentHash: '', sourceUri: null, metadata: null, indexedAt: nowMs },
  bytes: said.reduce((sum, { text }) => sum + Buffer.byteLength(text), present?.bytes ?? 0),
  modifiedAt: said.reduce((newest, { at }) => Math.max(newest, at), present?.modifiedAt ?? 0),
});

/** Whether the session's name is only its id. Such a name does not replace a better one. */
const isNameless = ({ id, name }: SessionNames): boolean => sessionSourceId(name) === id;

export interface SessionNames {
  readonly id: string;
  readonly name: string;
  readonly project: string | null;
}

export const parseNames = (
  input: Pick<TranscriptInput, 'session' | 'name' | 'project' | 'turns'>,
): Checked<SessionNames> => {
  const session = parseName('session', input.session, LIMITS.sessionCharsMax);
  if (!session.ok) return session;
  if (session.value == null) return invalid('The turns name no session. Give one.');
  const name = parseName('name of the session', input.name, LIMITS.sessionCharsMax);
  if (!name.ok) return name;
  const project = parseName('project', input.project, LIMITS.projectCharsMax);
  if (!project.ok) return project;
  if (input.turns.length > LIMITS.turnsPerRequestMax) {
    return invalid(
      `Send at most ${LIMITS.turnsPerRequestMax} turns at once; these are ${input.turns.length}.`,
    );
  }
  return ok({
    id: sessionSourceId(session.value),
    name: name.value ?? session.value,
    project: project.value ?? null,
  });
};
