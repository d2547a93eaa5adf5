/**
 * Embeds a question in time for its search. A search waits a moment for a warm embedder and not at all for a cold one.
 * Without a vector, the search ranks by words alone and the answer says why. A late vector serves the next search.
 * [F-3, F-4]
 */
import { type Embedder, type Fusion, type Meaning, questionText, type Timers, unitVector } from '@cairn/core';
import type { SearchInput } from '@cairn/schema';
import { setNewest } from './newest.ts';
import { within } from './within.ts';

export interface QuestionVectorsDeps {
  readonly embedder: Embedder;
  readonly hasVectors: () => boolean;
  /** Embeds what was just saved, if that takes only milliseconds. */
  readonly catchUp: () => Promise<void>;
  readonly timers: Timers;
  /** The person's settings, which override the embedder's own values. */
  readonly fusion: Partial<Fusion>;
}

export type QuestionVectors = ReturnType<typeof createQuestionVectors>;

type Asked = Pick<SearchInput, 'query' | 'mode' | 'fts'>;

const REMEMBERED_MAX = 256;
const WARM_MS_MAX = 150;
const CATCH_UP_MS_MAX = 50;
/** The first vector needs the table, which is read once. Without it nothing would be found by meaning. */
const FIRST_CATCH_UP_MS_MAX = 2_000;
/** A search by meaning alone waits for a cold embedder too. */
const ALONE_MS_MAX = 20_000;

const NOTHING_TO_SAY: Meaning = { kind: 'none', reason: null };

export const createQuestionVectors = (deps: QuestionVectorsDeps) => {
  const { embedder, hasVectors, catchUp, timers, fusion: wish } = deps;
  const remembered = new Map<string, Meaning>();
  const asked = new Map<string, Promise<Meaning>>();
  const embed = async (text: string): Promise<Meaning> => {
    const answer = await embedder.embed([text], 'question');
    if (!answer.ok) return { kind: 'none', reason: answer.error.message };
    const vector = unitVector(answer.value[0] ?? new Float32Array());
    if (vector === null)
      return { kind: 'none', reason: 'The embedder does not know any word of the question.' };
    const fusion = { ...embedder.fusion, ...wish };
    const meaning: Meaning = { kind: 'vector', model: embedder.model, vector, fusion };
    setNewest(remembered, text, meaning, REMEMBERED_MAX);
    return meaning;
  };
  /** Embeds a text. Concurrent calls for the same text share one request. */
  const ask = (text: string): Promise<Meaning> => {
    const known = asked.get(text);
    if (known !== undefined) return known;
    const call = embed(text).finally(() => asked.delete(text));
    asked.set(text, call);
    return call;
  };
  return {
    async meaningOf({ query, mode = 'hybrid', fts = false }: Asked): Promise<Meaning> {
      if (mode === 'text' || fts) return NOTHING_TO_SAY;
      await within(timers, catchUp(), hasVectors() ? CATCH_UP_MS_MAX : FIRST_CATCH_UP_MS_MAX, undefined);
      if (!hasVectors())
        return { kind: 'none', reason: mode === 'vector' ? 'Nothing is embedded yet.' : null };
      const text = questionText(query);
      const known = remembered.get(text);
      if (known !== undefined) {
        setNewest(remembered, text, known, REMEMBERED_MAX);
        return known;
      }
      const isWarm = embedder.state() === 'ready';
      const call = ask(text);
      if (mode === 'vector') return within(timers, call, ALONE_MS_MAX, TOO_SLOW);
      return within(timers, call, isWarm ? WARM_MS_MAX : 0, isWarm ? TOO_SLOW : STARTING);
    },
  };
};

const TOO_SLOW: Meaning = { kind: 'none', reason: 'The embedder did not answer in time.' };
const STARTING: Meaning = { kind: 'none', reason: 'The embedder is starting.' };
