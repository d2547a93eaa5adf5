/**
 * Imports turns of a transcript, of which some may be present. Two turns are the same when author and beginning match, and the time
 * matches exactly or, for a turn that a hook kept, nearly. Present turns stay; new ones are appended in order. A turn that is too
 * long for one is split into several. [IM-4, IM-5, G-1]
 */
import {
  type Checked,
  LIMITS,
  ok,
  SESSION_ROLES,
  type SessionRole,
  type TranscriptInput,
  type TranscriptResult,
} from '@cairn/schema';
import { withoutSteering } from '../context/steering.ts';
import { countLongText, countTokens } from '../engine/count-tokens.ts';
import type { Answer, WriteDeps } from '../engine/deps.ts';
import { cleanText, countChars } from '../memory/clean-text.ts';
import { parseName } from '../memory/draft.ts';
import { grouped, invalid } from '../memory/invalid-input.ts';
import { maskText } from '../memory/mask.ts';
import type { MessageRow, PassageMark, SessionRow, StoreTransaction } from '../ports/store.ts';
import { freeName } from '../session/append-messages.engine.ts';
import { newSession, withMessages } from '../session/session-row.ts';
import { chunkText } from './chunk-text.ts';
import {
  type FoundSession,
  findSession,
  parseNames,
  planAppend,
  type SessionNames,
} from './session-turns.engine.ts';
import { GLOBAL_SCOPE, sessionKeyOf } from './source-id.ts';
import { beginningHash, type Turn } from './turn-passages.ts';

/** The most bad turns that an answer names. */
const FAILURES_MAX = 20;

type Said = Omit<Turn, 'ordinal'>;

export const importTurns = async (deps: WriteDeps, input: TranscriptInput): Answer<TranscriptResult> => {
  const named = parseNames(input);
  if (!named.ok) return named;
  return deps.store.write(async (tx) => {
    const session = await findSession(tx, { ...named.value, name: maskedName(named.value.name) });
    const parsed = input.turns.map(parseTurn);
    const said = parsed.flatMap((turn) => (turn.ok ? [turn.value] : []));
    const split = new Map(said.map((turn) => [turn, partsOf(turn)]));
    const here = await turnsHere(tx, session, [...split.values()].flat());
    const toLearn: Turn[] = [];
    const counts = { new: 0, duplicate: 0, skipped: 0 };
    const fresh: Turn[] = [];
    const taken = new Set<string>();
    for (const turn of said) {
      const whole = JSON.stringify([turn.author, turn.at, turn.text]);
      if (turn.text.trim() === '') counts.skipped++;
      else if (taken.has(whole)) counts.duplicate++;
      else {
        const [first = turn, ...others] = split.get(turn) ?? [];
        const ordinal = here.known(first);
        counts[ordinal === null ? 'new' : 'duplicate']++;
        for (const part of [first, ...others]) {
          const at = part === first ? ordinal : ordinal === null ? null : here.known(part);
          if (ordinal === null) fresh.push({ ...part, ordinal: session.last + 1 + fresh.length });
          else if (at !== null && !here.isMessage(at)) toLearn.push({ ...part, ordinal: at });
        }
      }
      taken.add(whole);
    }
    const planned = planAppend(session, fresh, deps.clock.nowMs());
    const isNew = fresh.length > 0 || planned.source.name !== session.present?.name;
    if (input.dryRun !== true && isNew)
      await tx.apply({ sources: [planned.source], passages: planned.passages });
    const unlearnt = [...toLearn, ...fresh];
    if (input.learn === true && input.dryRun !== true) await learn(tx, session, unlearnt, deps.clock.nowMs());
    const failures = parsed.flatMap((turn, index) =>
      turn.ok ? [] : [{ index, reason: turn.error.message }],
    );
    return ok({
      id: session.named.id,
      read: input.turns.length,
      ...counts,
      failed: failures.length,
      passages: planned.fresh,
      ...(input.learn === true ? { learn: learningOf(unlearnt) } : {}),
      ...(failures.length === 0 ? {} : { failures: failures.slice(0, FAILURES_MAX) }),
    });
  });
};

/**
 * Keeps the turns of a transcript as messages of its session, so that knowledge is extracted from them too. Each message has the
 * ordinal of its passages. [X-1, IM-4]
 */
const learn = async (
  tx: StoreTransaction,
  { named, present }: FoundSession,
  turns: readonly Turn[],
  nowMs: number,
): Promise<void> => {
  const names = present === null ? named : { ...named, name: present.name, project: present.project };
  const session = await tx.session(named.id);
  // Many conversations have one title, and a session's name is its own.
  const isTaken = session === null && (await tx.sessionNamed(names.name)) !== null;
  const name = isTaken ? sessionKeyOf(named.id) : names.name;
  const renamed = isTaken ? await freeName(tx, name, named.id) : [];
  const made = sessionOfTurns({ ...names, name }, session, turns, nowMs);
  if (made !== null) await tx.apply({ sessions: [...renamed, made.session], messages: made.messages });
};

/** Masks the title, which may hold a secret like any text. */
const maskedName = (name: string): string => maskText(name).replace(/\s+/g, ' ').trim();

/** Parses a turn and masks its secrets. */
const parseTurn = (turn: TranscriptInput['turns'][number]): Checked<Said> => {
  const author = parseName('author', turn.author, LIMITS.agentCharsMax);
  if (!author.ok) return author;
  const limit = LIMITS.importTurnCharsMax;
  const tooLong = `The turn is longer than ${grouped(limit)} characters. Split it in the file.`;
  // TR-9: a character has at most two UTF-16 units.
  if (turn.text.length > 2 * limit) return invalid(tooLong);
  const text = cleanText(withoutSteering(turn.text));
  if (!text.ok) return invalid('The turn contains an incomplete character.');
  if (countChars(text.value) > limit) return invalid(tooLong);
  return ok({ author: author.value ?? null, text: maskText(text.value), at: turn.at });
};

/**
 * The most milliseconds between a hook's clock and the transcript's. It is short, because the same words repeated within it count as
 * one turn.
 */
const NEAR_MS = 15_000;

interface TurnsHere {
  /**
   * Returns the ordinal of the present turn that matches, or null. Must be called for each turn in order: a present turn matches only
   * one, first the turn of its exact time.
   */
  known(turn: Said): number | null;
  /** Whether a message of the session has this ordinal. */
  isMessage(ordinal: number): boolean;
}

const NONE_HERE: TurnsHere = { known: () => null, isMessage: () => false };

const turnsHere = async (
  tx: StoreTransaction,
  { named, present }: FoundSession,
  said: readonly Said[],
): Promise<TurnsHere> => {
  const newest = (present?.modifiedAt ?? 0) + NEAR_MS;
  const old = present === null ? [] : said.filter(({ at }) => at <= newest);
  if (old.length === 0) return NONE_HERE;
  const from = old.reduce((least, { at }) => Math.min(least, at), newest) - NEAR_MS;
  const to = old.reduce((most, { at }) => Math.max(most, at), 0) + NEAR_MS;
  const { marks, messages } = await marksBetween(tx, named.id, from, to);
  const here = Map.groupBy(marks, wordsOf);
  const hashes = new Map(old.map((turn) => [turn, { ...turn, contentHash: beginningHash(turn.text) ?? '' }]));
  const exact = new Map<Said, number>();
  for (const [turn, mark] of hashes) {
    const times = here.get(wordsOf(mark)) ?? [];
    const at = times.findIndex((one) => one.at === turn.at);
    const [found] = at < 0 ? [] : times.splice(at, 1);
    if (found !== undefined) exact.set(turn, found.ordinal);
  }
  const nearly = (turn: Said): number | null => {
    const mark = hashes.get(turn);
    const times = mark === undefined ? [] : (here.get(wordsOf(mark)) ?? []);
    const at = times.findIndex((one) => Math.abs(one.at - turn.at) <= NEAR_MS);
    const [found] = at < 0 ? [] : times.splice(at, 1);
    return found?.ordinal ?? null;
  };
  return {
    known: (turn) => exact.get(turn) ?? nearly(turn),
    isMessage: (ordinal) => messages.has(ordinal),
  };
};

/**
 * Returns the present turns between two times. A message without a passage (its words are found elsewhere) is compared by its
 * beginning. [SE-4]
 */
const marksBetween = async (
  tx: StoreTransaction,
  id: string,
  from: number,
  to: number,
): Promise<{ readonly marks: readonly PassageMark[]; readonly messages: ReadonlySet<number> }> => {
  const passages = await tx.passagesBetween(id, from, to);
  const found = new Set(passages.map(({ ordinal }) => ordinal));
  const said = await tx.messagesBetween(id, from, to);
  const others = said.filter(({ sequence }) => !found.has(sequence));
  const marks = [
    ...passages,
    ...others.flatMap(({ sequence, role, at, beginning }) => {
      const contentHash = beginningHash(beginning);
      return contentHash === null ? [] : [{ ordinal: sequence, author: role, at, contentHash }];
    }),
  ];
  return { marks, messages: new Set(said.map(({ sequence }) => sequence)) };
};

const wordsOf = ({ author, contentHash }: Pick<PassageMark, 'author' | 'contentHash'>): string =>
  JSON.stringify([author, contentHash]);

/** Splits a turn above the limit into several of the same time. */
const partsOf = (turn: Said): readonly Said[] =>
  turn.text.length <= LIMITS.turnTextCharsMax
    ? [turn]
    : chunkText(turn.text, { unitsMax: LIMITS.turnTextCharsMax, overlap: 0 }).map(({ start, stop }) => ({
        ...turn,
        text: turn.text.slice(start, stop),
      }));

/** Returns the session with its new messages. `turns`: turns without a message, in order. Null when there are none. */
const sessionOfTurns = (
  named: SessionNames,
  present: SessionRow | null,
  turns: readonly Turn[],
  nowMs: number,
): { readonly session: SessionRow; readonly messages: readonly MessageRow[] } | null => {
  if (turns.length === 0) return null;
  const messages = turns
    .toSorted((a, b) => a.ordinal - b.ordinal)
    .map((turn): MessageRow => messageOf(named.id, turn));
  const row = present ?? finished(named, turns, nowMs);
  const next = withMessages(row, messages, Math.max(row.updatedAt, ...turns.map(({ at }) => at)));
  return {
    session: { ...next, state: row.state, lastSequence: Math.max(row.lastSequence, next.lastSequence) },
    messages,
  };
};

/** Makes a session that is completed and reviewed, because it ended long ago. */
const finished = ({ id, name, project }: SessionNames, turns: readonly Turn[], nowMs: number): SessionRow => {
  const beganAt = turns.reduce((first, { at }) => Math.min(first, at), nowMs);
  const names = { id, name, scope: GLOBAL_SCOPE, scopeId: '', project, agent: null, maxTokens: null };
  return { ...newSession(names, beganAt), state: 'completed', reviewedAt: nowMs };
};

const messageOf = (session: string, { ordinal, author, text, at }: Turn): MessageRow => ({
  ...{ session, sequence: ordinal, role: roleOf(author), content: text, at },
  ...{ toolCalls: null, toolResults: null, tokens: countLongText(text) },
});

/** Returns the role. Turns of other authors are kept as `system`, and nothing is extracted from them. */
const roleOf = (author: string | null): SessionRole =>
  SESSION_ROLES.find((role) => role === author?.toLowerCase()) ?? 'system';

/** Returns how much text a model would read. */
const learningOf = (turns: readonly Turn[]): NonNullable<TranscriptResult['learn']> => {
  const spoken = turns.filter(({ author }) => ['user', 'assistant'].includes(roleOf(author)));
  const given = spoken.map(({ text }) => text.slice(0, LIMITS.extractMessageCharsMax));
  return {
    messages: spoken.length,
    chars: given.reduce((sum, { length }) => sum + length, 0),
    tokens: given.reduce((sum, text) => sum + countTokens(text), 0),
  };
};
