/**
 * Turns of a transcript, of which some may be here: a turn is the same when its time, its author and its beginning are, or when
 * it was kept while it was said, which is a moment off. What is here is left as it is; the others follow, in their order. A turn of
 * any length is taken, in parts. [IM-4, IM-5, G-1]
 */
import {
  type CairnError,
  cairnError,
  err,
  LIMITS,
  ok,
  type Result,
  type TranscriptInput,
  type TranscriptResult,
} from '@cairn/schema';
import { withoutSteering } from '../../context/steering.ts';
import { cleanText, countChars } from '../../memory/clean-text.ts';
import { parseName } from '../../memory/draft.ts';
import { maskText } from '../../memory/mask.ts';
import { chunkText } from '../../passages/chunk-text.ts';
import { beginningHash, type Turn } from '../../passages/turn-passages.ts';
import type { PassageMark, StoreTransaction } from '../../ports/store.ts';
import type { Answer } from '../api.ts';
import type { WriteDeps } from '../write/writer-facts.ts';
import { type FoundSession, findSession, parseNames, planAppend } from './session-turns.ts';

/** How many bad turns are named. */
const FAILURES_MAX = 20;

type Said = Omit<Turn, 'ordinal'>;

export const importTurns = async (deps: WriteDeps, input: TranscriptInput): Answer<TranscriptResult> => {
  const named = parseNames(input);
  if (!named.ok) return named;
  return deps.store.write(async (tx) => {
    const session = await findSession(tx, { ...named.value, name: maskedName(named.value.name) });
    const parsed = input.turns.map(parseTurn);
    const said = parsed.flatMap((turn) => (turn.ok ? [turn.value] : []));
    const known = await knownTurns(tx, session, said);
    const counts = { new: 0, duplicate: 0, skipped: 0 };
    const fresh: Turn[] = [];
    const taken = new Set<string>();
    for (const turn of said) {
      const whole = JSON.stringify([turn.author, turn.at, turn.text]);
      if (turn.text.trim() === '') counts.skipped++;
      else if (taken.has(whole) || known(turn)) counts.duplicate++;
      else {
        counts.new++;
        for (const part of partsOf(turn)) fresh.push({ ...part, ordinal: session.last + 1 + fresh.length });
      }
      taken.add(whole);
    }
    const planned = planAppend(session, fresh, deps.clock.nowMs());
    const isNew = fresh.length > 0 || planned.source.name !== session.present?.name;
    if (input.dryRun !== true && isNew)
      await tx.apply({ sources: [planned.source], passages: planned.passages });
    const failures = parsed.flatMap((turn, index) =>
      turn.ok ? [] : [{ index, reason: turn.error.message }],
    );
    return ok({
      id: session.named.id,
      read: input.turns.length,
      ...counts,
      failed: failures.length,
      passages: planned.fresh,
      ...(failures.length === 0 ? {} : { failures: failures.slice(0, FAILURES_MAX) }),
    });
  });
};

/** A title may hold what must not be kept, as a text may. */
const maskedName = (name: string): string => maskText(name).replace(/\s+/g, ' ').trim();

/** With what must not be kept masked. */
const parseTurn = (turn: TranscriptInput['turns'][number]): Result<Said, CairnError> => {
  const author = parseName('author', turn.author, LIMITS.agentCharsMax);
  if (!author.ok) return author;
  const text = cleanText(withoutSteering(turn.text));
  if (!text.ok) return err(cairnError('invalid_input', 'The turn holds half of a character.'));
  if (countChars(text.value) > LIMITS.importTurnCharsMax) {
    const limit = LIMITS.importTurnCharsMax.toLocaleString('en-US');
    return err(
      cairnError('invalid_input', `The turn is longer than ${limit} characters. Split it in the file.`),
    );
  }
  return ok({ author: author.value ?? null, text: maskText(text.value), at: turn.at });
};

/**
 * How far a hook's clock may be from the transcript's. Short, because words that are said again so soon are taken for those of
 * before when another request brought them.
 */
const NEAR_MS = 15_000;

/** Asks of each turn, in their order, whether it is here. One that is here stands for one turn only, first for that of its very time. */
const knownTurns = async (
  tx: StoreTransaction,
  { named, present }: FoundSession,
  said: readonly Said[],
): Promise<(turn: Said) => boolean> => {
  const newest = (present?.modifiedAt ?? 0) + NEAR_MS;
  const old = present === null ? [] : said.filter(({ at }) => at <= newest);
  if (old.length === 0) return () => false;
  const from = old.reduce((least, { at }) => Math.min(least, at), newest) - NEAR_MS;
  const to = old.reduce((most, { at }) => Math.max(most, at), 0) + NEAR_MS;
  const here = Map.groupBy(await marksBetween(tx, named.id, from, to), wordsOf);
  const hashes = new Map(old.map((turn) => [turn, { ...turn, contentHash: beginningHash(turn.text) ?? '' }]));
  const exact = new Set<Said>();
  for (const [turn, mark] of hashes) {
    const times = here.get(wordsOf(mark)) ?? [];
    const at = times.findIndex((one) => one.at === turn.at);
    if (at < 0) continue;
    times.splice(at, 1);
    exact.add(turn);
  }
  return (turn) => {
    const mark = hashes.get(turn);
    if (mark === undefined || exact.has(turn)) return exact.has(turn);
    const times = here.get(wordsOf(mark)) ?? [];
    const at = times.findIndex((one) => Math.abs(one.at - turn.at) <= NEAR_MS);
    if (at >= 0) times.splice(at, 1);
    return at >= 0;
  };
};

/** Of a message that is found where it was said before there is no passage. [SE-4] */
const marksBetween = async (
  tx: StoreTransaction,
  id: string,
  from: number,
  to: number,
): Promise<readonly PassageMark[]> => {
  const passages = await tx.passagesBetween(id, from, to);
  const found = new Set(passages.map(({ ordinal }) => ordinal));
  const others = (await tx.messagesBetween(id, from, to)).filter(({ sequence }) => !found.has(sequence));
  return [
    ...passages,
    ...others.flatMap(({ sequence, role, at, beginning }) => {
      const contentHash = beginningHash(beginning);
      return contentHash === null ? [] : [{ ordinal: sequence, author: role, at, contentHash }];
    }),
  ];
};

const wordsOf = ({ author, contentHash }: Pick<PassageMark, 'author' | 'contentHash'>): string =>
  JSON.stringify([author, contentHash]);

/** A turn that is longer than one may be, as several of the same time. */
const partsOf = (turn: Said): readonly Said[] =>
  turn.text.length <= LIMITS.turnTextCharsMax
    ? [turn]
    : chunkText(turn.text, { unitsMax: LIMITS.turnTextCharsMax, overlap: 0 }).map(({ start, stop }) => ({
        ...turn,
        text: turn.text.slice(start, stop),
      }));
