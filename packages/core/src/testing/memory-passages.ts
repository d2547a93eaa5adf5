/** Sources and passages of the in-memory store. Plain scans: correct and slow. */
import { NEIGHBOURS } from '../passages/turn-passages.ts';
import type {
  BesidePassage,
  FoundPassage,
  PassagePlace,
  PassageQueries,
  PassageReads,
  PassageRow,
  PassageScope,
  PassageWrites,
  TextQuery,
  WaitingPassage,
  WhichWaiting,
} from '../ports/store.ts';
import type { Tables } from './memory-tables.ts';
import { keepOrLeavePassageVector, leaveVector, placeOf } from './memory-vector-tables.ts';
import { countHolding, fits, holds, wordsIn } from './memory-words.ts';

export const applyPassages = (tables: Tables, set: PassageWrites): void => {
  for (const id of set.eraseSources ?? []) {
    tables.sources.delete(id);
    for (const passage of [...tables.passages.values()])
      if (passage.source === id) {
        leaveVector(tables, placeOf(passage));
        tables.saidUntil.delete(placeOf(passage));
        tables.waits.delete(placeOf(passage));
        tables.passages.delete(placeOf(passage));
      }
  }
  for (const source of set.sources ?? []) tables.sources.set(source.id, source);
  for (const passage of set.passages ?? []) {
    putPassage(tables, passage);
    tables.waits.delete(placeOf(passage));
  }
  for (const passage of set.passagesLater ?? []) {
    putPassage(tables, passage);
    tables.waits.set(placeOf(passage), 'unfound');
  }
  for (const behind of set.passagesBehind ?? [])
    if (!tables.waits.has(placeOf(behind))) tables.waits.set(placeOf(behind), 'behind');
  for (const { next, ...place } of set.passagesSettled ?? []) {
    const passage = tables.passages.get(placeOf(place));
    if (passage !== undefined) putPassage(tables, { ...passage, next });
    tables.waits.delete(placeOf(place));
  }
};

const putPassage = (tables: Tables, passage: PassageRow): void => {
  keepOrLeavePassageVector(tables, passage);
  tables.passages.set(placeOf(passage), passage);
};

const waitingPassagesOf = (tables: Tables, which: WhichWaiting): readonly WaitingPassage[] =>
  [...tables.passages.values()]
    .filter((passage) => tables.waits.get(placeOf(passage)) === which)
    .map((passage) => {
      const own = passagesOf(tables, passage.source);
      const at = own.indexOf(passage) + 1;
      const { source, ordinal, part } = passage;
      return {
        source,
        ordinal,
        part,
        after: own.slice(at, at + NEIGHBOURS).map(({ author, body }) => ({ author, body })),
      };
    });

const besideOf = (tables: Tables, { source, ordinal, part }: PassagePlace): BesidePassage => {
  const own = passagesOf(tables, source);
  const isBefore = (one: PassageRow) => one.ordinal < ordinal || (one.ordinal === ordinal && one.part < part);
  const isAfter = (one: PassageRow) => one.ordinal > ordinal || (one.ordinal === ordinal && one.part > part);
  return { before: shownBeside(own.findLast(isBefore)), after: shownBeside(own.find(isAfter)) };
};

const shownBeside = (passage: PassageRow | undefined): BesidePassage['before'] =>
  passage === undefined ? null : { ordinal: passage.ordinal, author: passage.author, body: passage.body };

/** Returns the passages in order. */
export const passagesOf = (tables: Tables, source: string): readonly PassageRow[] =>
  [...tables.passages.values()]
    .filter((passage) => passage.source === source)
    .sort((a, b) => a.ordinal - b.ordinal || a.part - b.part);

export const passageReadsOf = (tables: Tables): PassageReads => ({
  source: async (id) => tables.sources.get(id) ?? null,
  lastPassages: async (source, limit) => (limit === 0 ? [] : passagesOf(tables, source).slice(-limit)),
  waitingPassages: async (which, limit) => waitingPassagesOf(tables, which).slice(0, limit),
  countWaitingPassages: async (which) => waitingPassagesOf(tables, which).length,
  passagesBetween: async (source, from, to) =>
    [...tables.passages.values()]
      .filter((passage) => passage.source === source && passage.part === 0)
      .filter(({ at }) => at >= from && at <= to)
      .map(({ ordinal, author, at, contentHash }) => ({ ordinal, author, at, contentHash })),
});

export const passageQueriesOf = (tables: Tables): PassageQueries => ({
  sources: async (kind) =>
    [...tables.sources.values()]
      .filter((source) => source.kind === kind)
      .sort((a, b) => (a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1))
      .map((source) => ({ ...source, passages: passagesOf(tables, source.id).length })),
  passagesSize: async () => tables.passages.size,
  passageFrequencies: async (tokens, atMost) => frequenciesOf(tables, tokens, atMost),
  matchPassages: async (query, scope, limit) =>
    matchesOf(tables, query, scope)
      .sort((a, b) => b.bm25 - a.bm25 || b.passage.at - a.passage.at)
      .slice(0, limit),
  likePassages: async (tokens, scope, limit) =>
    [...tables.passages.values()]
      .filter(({ body }) => tokens.every((token) => body.toLowerCase().includes(token.toLowerCase())))
      .filter((passage) => isInPassageScope(passage, scope))
      .flatMap((passage) => foundPassage(tables, passage))
      .sort((a, b) => b.passage.at - a.passage.at)
      .slice(0, limit),
  passagesBeside: async (places) => places.map((place) => besideOf(tables, place)),
});

const wordsOf = (row: PassageRow): string =>
  wordsIn(`${row.body} ${row.aside} ${row.previous} ${row.next} ${row.grams}`);

const frequenciesOf = (tables: Tables, tokens: readonly string[], atMost: number) =>
  countHolding([...tables.passages.values()].map(wordsOf), tokens, atMost);

const matchesOf = (tables: Tables, query: TextQuery, scope: PassageScope) => {
  const frequencies = frequenciesOf(tables, query.terms, tables.passages.size);
  const weights = frequencies.map((count) => Math.log(1 + tables.passages.size / (count + 0.5)));
  const leastHeld = query.rankedRowsMax === null ? 1 : query.terms.length;
  return [...tables.passages.values()].flatMap((passage) => {
    if (!isInPassageScope(passage, scope)) return [];
    const words = wordsOf(passage);
    const held = weights.filter((_, at) => holds(words, query.terms[at] ?? ''));
    const isFound =
      query.expression === undefined ? held.length >= leastHeld : fits(ownWordsOf(passage), query.expression);
    if (!isFound) return [];
    const bm25 = held.reduce((sum, weight) => sum + weight, 0) * (holdsAny(passage, query.terms) ? 1 : 0.4);
    return foundPassage(tables, passage).map((found) => ({ ...found, bm25 }));
  });
};

/** Returns the passage with its source, or nothing without a source. */
export const foundPassage = (tables: Tables, passage: PassageRow): readonly FoundPassage[] => {
  const source = tables.sources.get(passage.source);
  if (source === undefined) return [];
  const { id, kind, name } = source;
  const turn = passagesOf(tables, id).filter(({ ordinal }) => ordinal === passage.ordinal);
  const until = tables.saidUntil.get(placeOf(passage)) ?? null;
  const length = Math.max(...turn.map(({ stop }) => stop));
  return [{ passage: { ...passage, until, length }, source: { id, kind, name } }];
};

const ownWordsOf = (passage: PassageRow): string =>
  wordsIn(`${passage.body} ${passage.aside} ${passage.grams}`);

/** Whether the passage itself holds a term. Words around it count less. */
const holdsAny = (passage: PassageRow, terms: readonly string[]): boolean => {
  const own = ownWordsOf(passage);
  return terms.some((term) => holds(own, term));
};

export const isInPassageScope = (
  passage: PassageRow,
  { projects, kinds, asOf, source }: PassageScope,
): boolean =>
  (projects === undefined || projects.includes(passage.project)) &&
  (kinds === undefined || kinds.includes(passage.kind)) &&
  (asOf === undefined || passage.at <= asOf) &&
  (source === undefined || passage.source === source);
