/** Search: question → candidates → ranking → hits, of memories and of passages. [F-1, F-5, F-6, F-8, F-9, F-13, M-8] */
import {
  type Checked,
  LIMITS,
  ok,
  SEARCH_PLACES,
  type SearchInput,
  type SearchPlace,
  type SearchResult,
} from '@cairn/schema';
import type { Meaning } from '../engine/api.ts';
import type { Answer, ReadDeps } from '../engine/deps.ts';
import { parseScope } from '../engine/read/read-scope.ts';
import { cleanText, countChars, isFarTooLong } from '../memory/clean-text.ts';
import { grouped, invalid } from '../memory/invalid-input.ts';
import type { FoundMemory, FoundPassage, ReadStore, Scope } from '../ports/store.ts';
import { type Candidates, findCandidates, NOTHING_ASKED } from './candidates.engine.ts';
import { bestMemories, memorySource, type RankedMemory } from './memory-candidates.engine.ts';
import { memoryHits } from './memory-hits.engine.ts';
import { subjectNamingOf } from './named.ts';
import { parseOperators, wantedTerms } from './operators.ts';
import { passageScope, passageSource } from './passage-candidates.engine.ts';
import { bestPassages, markAbove, passageHits } from './passage-hits.engine.ts';
import { type ParsedQuery, parseQuery } from './query.ts';
import { narrows, reasonOf } from './reason.engine.ts';
import { memoryTerms, orDamaged, plansFor } from './text-candidates.engine.ts';
import { askedSession, withBeside } from './within-session.engine.ts';

/** The minimum length of a candidate list, and its length per result. Longer lists found no better results. */
const LIST_MIN = 40;
const LIST_PER_RESULT = 2;
/** The minimum length of a list of passages, because a message has several. Lists of half this length found less. */
const PASSAGES_MIN = 80;

const ONLY_SESSIONS: readonly SearchPlace[] = ['sessions'];

const NO_EMBEDDER: Meaning = { kind: 'none', reason: null };

/** Drops all candidates when none of them is an answer. [F-19] */
const silenced = <Row>(found: Candidates<Row>): Candidates<Row> =>
  found.candidates.length === 0 || isAnswer(found)
    ? found
    : { ...found, by: 'nothing', candidates: [], isFar: true };

/** Finds memories and passages. `meaning`: the vector of the question, or the reason why there is none. */
export const search = async (
  deps: ReadDeps,
  input: SearchInput,
  meaning: Meaning = NO_EMBEDDER,
): Answer<SearchResult> => {
  const startedAt = deps.clock.nowMs();
  const question = parseQuestion(input);
  if (!question.ok) return question;
  const scope = parseScope(input, startedAt);
  if (!scope.ok) return scope;
  const { store } = deps;
  const session = await askedSession(store, input);
  if (!session.ok) return session;
  const limit = input.limit ?? LIMITS.searchLimitDefault;
  const mode = input.fts === true ? 'text' : (input.mode ?? 'hybrid');
  const places = session.value === null ? (input.in ?? SEARCH_PLACES) : ONLY_SESSIONS;
  const explain = input.explain === true;
  const longer = Math.max(LIST_MIN, LIST_PER_RESULT * limit);
  const asked = { text: input.query, question: question.value, mode, limit: longer, limitOfWords: longer };
  const longest = Math.max(PASSAGES_MIN, longer);
  const ofPassages = { ...asked, limit: longest, limitOfWords: longest };
  const naming = subjectNamingOf(input.query, question.value);
  // Only names change the order of a list found by words alone, so without names it need not be longer.
  const ofMemories = { ...asked, limitOfWords: naming.hasNames ? longer : limit };
  const isForMemories = places.includes('memories');
  // Independent queries run in parallel, because on a server each one costs a round trip.
  const [memories, unindexed]: readonly [Candidates<FoundMemory>, number] = isForMemories
    ? await Promise.all([
        findCandidates(memorySource(store, question.value, scope.value), ofMemories, meaning),
        store.unindexed(),
      ])
    : [NOTHING_ASKED, 0];
  const found = silenced(memories);
  const inPassages = passageScope(scope.value, places, session.value);
  const [passagesFound, ranked]: readonly [Candidates<FoundPassage>, readonly RankedMemory[]] =
    await Promise.all([
      inPassages === null
        ? NOTHING_ASKED
        : findCandidates(
            passageSource(store, question.value, inPassages, found.candidates.length === 0),
            ofPassages,
            meaning,
          ),
      bestMemories(store, found, naming, Math.max(limit, judgedBy(found.ranking, meaning))),
    ]);
  const foundPassages = silenced(passagesFound);
  const results = await memoryHits(store, ranked, {
    question: question.value,
    scope: scope.value,
    explain,
    found,
  });
  const best = bestPassages(foundPassages, { question: question.value, limit });
  const rankings = [found.ranking.by, foundPassages.ranking.by];
  const hits = markAbove(passageHits(best, foundPassages, explain), results, rankings);
  const passages =
    session.value === null
      ? [...hits]
      : await withBeside(
          store,
          hits,
          best.map(({ row }) => row.passage),
        );
  const isAsElsewhere = !isForMemories || found.by === 'words' || found.by === 'meaning';
  const elsewhere = isAsElsewhere ? [] : await countElsewhere(store, question.value, scope.value);
  const reason = reasonOf({
    by: found.by,
    passagesBy: foundPassages.by,
    nothing: isForMemories ? found.ranking.by : foundPassages.ranking.by,
    isComplete: found.isComplete && foundPassages.isComplete,
    indexDamaged: found.indexDamaged || foundPassages.indexDamaged,
    memories: results.length,
    passages: passages.length,
    mode,
    meaning,
    unindexed,
    isFar: found.isFar === true || foundPassages.isFar === true,
    isNarrowed: narrows(input),
  });
  return ok({
    results,
    passages,
    elsewhere: [...elsewhere],
    tookMs: Math.max(0, deps.clock.nowMs() - startedAt),
    ...(reason === null ? {} : { reason }),
  });
};

/** The caller judges only what words and meaning ranked. */
const judgedBy = ({ by }: Candidates<FoundMemory>['ranking'], meaning: Meaning): number =>
  by === 'both' && meaning.kind === 'vector' ? (meaning.judged ?? 0) : 0;

/** The lowest weighed text score that counts as an answer by words alone. */
const TEXT_FLOOR = 0.24;

/**
 * Whether a candidate answers the question: its text score or its cosine is high enough, or both together. The limits for the cosine are
 * the embedder's; without `sureFrom`, every cosine is enough. A search by meaning alone or by substring always has an answer. So has a
 * question whose telling words all occur in the store (`isKnown`). docs/retrieval.md calibrates the limits. [F-19]
 */
const isAnswer = <Row>({ by, candidates, ranking, ...found }: Candidates<Row>): boolean => {
  if (by === 'substring' || ranking.by === 'meaning' || found.isKnown === true) return true;
  if (found.isSureAcross === true) return true;
  const byWords = largest(candidates.map(({ textScore }) => textScore));
  const byMeaning = largest(candidates.map(({ vectorScore }) => vectorScore));
  const { sureFrom = 0, together } = ranking.by === 'both' ? ranking.fusion : {};
  if (byMeaning !== null && byMeaning >= sureFrom) return true;
  if (byWords === null) return false;
  if (found.isWeighed !== true) return true;
  // A memory that was saved just now has no vector yet, so its words are judged alone.
  const isJudgedByBoth =
    together !== undefined && candidates.every(({ vectorScore }) => vectorScore !== null);
  return isJudgedByBoth
    ? byWords + together.cosine * Math.max(0, byMeaning ?? 0) >= together.least
    : byWords >= TEXT_FLOOR;
};

const largest = (scores: readonly (number | null)[]): number | null =>
  scores.reduce<number | null>(
    (most, score) => (score === null ? most : Math.max(most ?? score, score)),
    null,
  );

/** M-8: counts matches outside the scope. Counts none when the index is damaged. */
const countElsewhere = async (
  store: ReadStore,
  question: ParsedQuery,
  scope: Scope,
): Promise<SearchResult['elsewhere']> => {
  if (scope.projects === undefined) return [];
  return orDamaged<SearchResult['elsewhere']>(async () => {
    const [query] = await plansFor(memoryTerms(store), question, undefined);
    return query === undefined ? [] : [...(await store.countElsewhere(query, scope))];
  }, []);
};

const queryTooLong = (chars: number): Checked<never> =>
  invalid(
    `The query is ${grouped(chars)} characters long; the limit is ${grouped(LIMITS.queryCharsMax)}. Ask with fewer words.`,
  );

/** Parses the question, or returns an error with the reason. [F-1, F-14] */
const parseQuestion = ({
  query,
  fts,
  mode,
}: Pick<SearchInput, 'query' | 'fts' | 'mode'>): Checked<ParsedQuery> => {
  if (isFarTooLong(query)) return queryTooLong(query.length);
  const cleaned = cleanText(query.toWellFormed());
  if (!cleaned.ok || cleaned.value === '') {
    return invalid('The query is empty. Write what to search for.');
  }
  const chars = countChars(cleaned.value);
  if (chars > LIMITS.queryCharsMax) return queryTooLong(chars);
  if (fts !== true) return ok(parseQuery(cleaned.value));
  if (mode === 'vector')
    return invalid('Operators work only with search by words: leave out either mode "vector" or fts.');
  const expression = parseOperators(cleaned.value);
  if (!expression.ok) return expression;
  return ok({ terms: wantedTerms(expression.value), literals: [], expression: expression.value });
};
