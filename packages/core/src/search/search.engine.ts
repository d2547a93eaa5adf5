/** Search: question → candidates → ranking → hits, of memories and of passages. [F-1, F-5, F-6, F-8, F-9, F-13, M-8] */
import {
  LIMITS,
  ok,
  SEARCH_PLACES,
  type SearchInput,
  type SearchPlace,
  type SearchResult,
} from '@cairn/schema';
import type { Answer, Meaning } from '../engine/api.ts';
import type { ReadDeps } from '../engine/read/read-deps.ts';
import { parseScope } from '../engine/read/read-scope.ts';
import type { FoundMemory, FoundPassage } from '../ports/store.ts';
import { isAnswer } from './answers.ts';
import { type Candidates, findCandidates, NOTHING_ASKED } from './candidates.engine.ts';
import { countElsewhere } from './elsewhere.engine.ts';
import { bestMemories, memorySource, type RankedMemory } from './memory-candidates.engine.ts';
import { memoryHits } from './memory-hits.engine.ts';
import { subjectNamingOf } from './named.ts';
import { passageScope, passageSource } from './passage-candidates.engine.ts';
import { bestPassages, passageHits } from './passage-hits.engine.ts';
import { parseQuestion } from './question.engine.ts';
import { reasonOf } from './reason.engine.ts';
import { askedSession, withBeside } from './within-session.engine.ts';

/** Each list of candidates is so much longer than the answer. Longer ones found nothing more. */
const LIST_MIN = 40;
const LIST_PER_RESULT = 2;

const ONLY_SESSIONS: readonly SearchPlace[] = ['sessions'];

const NO_EMBEDDER: Meaning = { kind: 'none', reason: null };

/** What is no answer is not shown. [F-19] */
const silenced = <Row>(found: Candidates<Row>): Candidates<Row> =>
  found.candidates.length === 0 || isAnswer(found)
    ? found
    : { ...found, by: 'nothing', candidates: [], isFar: true };

/** `meaning`: what the caller's embedder made of the question, or why there is no vector. */
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
  const naming = subjectNamingOf(input.query, question.value);
  // By words alone nothing changes their order but a name.
  const ofMemories = { ...asked, limitOfWords: naming.hasNames ? longer : limit };
  const isForMemories = places.includes('memories');
  // Questions that do not need each other's answers are asked at once: on a server each costs a round trip.
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
            asked,
            meaning,
          ),
      bestMemories(store, found, naming, limit),
    ]);
  const foundPassages = silenced(passagesFound);
  const results = await memoryHits(store, ranked, {
    question: question.value,
    scope: scope.value,
    explain,
    found,
  });
  const best = bestPassages(foundPassages, { question: question.value, limit });
  const hits = passageHits(best, foundPassages, explain);
  const passages =
    session.value === null
      ? hits
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
  });
  return ok({
    results,
    passages,
    elsewhere: [...elsewhere],
    tookMs: Math.max(0, deps.clock.nowMs() - startedAt),
    ...(reason === null ? {} : { reason }),
  });
};
