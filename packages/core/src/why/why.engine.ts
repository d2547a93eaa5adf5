/** Explains why something is known: finds the memories behind a line or an id, and where each was learned. [M-13] */
import {
  type EntityId,
  isEntityId,
  ok,
  refuse,
  refuseInput,
  WHY_LIMITS,
  WHY_MATCHES,
  type WhyInput,
  type WhyMatch,
  type WhyResult,
  writtenId,
} from '@cairn/schema';
import { ownSections } from '../context/own-sections.ts';
import type { Answer, ReadDeps } from '../engine/deps.ts';
import { findHead, history } from '../engine/read/history.ts';
import { groundOf, isGrounded } from '../extraction/grounding.ts';
import { contentHashOf } from '../memory/content-hash.ts';
import { STATE } from '../memory/memory-state.ts';
import { normaliseKey } from '../memory/normalise-key.ts';
import { isoTime, rowToMemory } from '../memory/to-memory.ts';
import type { MemoryRow, ShownSummary } from '../ports/store.ts';
import { readDatedProfile } from '../profile/read-profile.engine.ts';
import { search } from '../search/search.engine.ts';
import { usesOf } from '../uses/uses.engine.ts';
import { type AskedLine, askedLine, fitOf, placesIn, plainWords } from './asked-line.ts';
import { learnedFrom } from './learned-from.engine.ts';

interface Match {
  readonly row: MemoryRow;
  readonly match: WhyMatch;
}
type Told = Pick<WhyResult, 'summary' | 'profile' | 'turn'>;

const NOTHING: Told = { summary: null, profile: null, turn: null };
/** The most search results to compare with the line. */
const SOUGHT = 20;
const SIMILAR_MAX = 3;

export const why = async (deps: ReadDeps, { text }: WhyInput): Answer<WhyResult> => {
  const asked = writtenId(text);
  if (isEntityId(asked)) {
    const head = await findHead(deps.store, asked);
    return head.ok ? told(deps, [{ row: head.value, match: 'id' }], NOTHING) : head;
  }
  const line = askedLine(asked);
  if (plainWords(line.text) === '')
    return refuseInput(
      'Give a line of a context or a summary, or the id of a memory: the text has no words.',
    );
  const projects = new Set([...(await deps.store.summarisedProjects()), null]);
  const summaries = await deps.store.summariesShown([...projects]);
  const named = summaries.find(({ id }) => id === asked);
  if (named !== undefined)
    return ofSummary(
      deps,
      named,
      named.sentences.map((_, at) => at),
      [],
    );
  const profile = await profileLine(deps, line);
  if (profile !== null) return told(deps, [], { ...NOTHING, profile });
  const found = await matchesOf(deps, line);
  if (!found.ok) return found;
  return answerOf(deps, line, found.value, summaries);
};

/** Answers in order: the same words, a summary with the line, memories that contain it, a turn, similar ones. */
const answerOf = async (
  deps: ReadDeps,
  line: AskedLine,
  found: readonly Match[],
  summaries: readonly ShownSummary[],
): Answer<WhyResult> => {
  const same = found.filter(({ match }) => match === 'same' || match === 'before');
  if (same.length > 0) return told(deps, same, NOTHING);
  const near = found.filter(({ match }) => match !== 'like');
  for (const summary of summaries.toReversed()) {
    const places = placesIn(line, summary.sentences);
    if (places.length > 0) return ofSummary(deps, summary, places, near);
  }
  if (near.length > 0) return told(deps, near, NOTHING);
  const turn = await turnOf(deps, line);
  if (turn !== null) return told(deps, [], { ...NOTHING, turn });
  return found.length === 0
    ? refuse(
        'not_found',
        `No memory, summary or session on this device says ${JSON.stringify([...line.text].slice(0, SHOWN_CHARS).join(''))}. It may come from a file or from the agent itself; \`cairn search\` finds similar text.`,
      )
    : told(deps, found.slice(0, SIMILAR_MAX), NOTHING);
};

const told = async (deps: ReadDeps, matches: readonly Match[], rest: Told): Answer<WhyResult> => {
  const memories: WhyResult['memories'] = [];
  for (const { row, match } of matches.slice(0, WHY_LIMITS.memoriesMax))
    memories.push({
      memory: rowToMemory(row),
      match,
      ...(await learnedFrom(deps, row)),
      uses: await usesOf(deps, row.id),
    });
  return ok({ memories, ...rest });
};

const ofSummary = async (
  deps: ReadDeps,
  summary: ShownSummary,
  places: readonly number[],
  near: readonly Match[],
): Answer<WhyResult> => {
  const { id, project, model, createdAt } = summary;
  const known = new Set(near.map(({ row }) => row.id));
  const cited = [...new Set(places.flatMap((at) => summary.cites[at] ?? []))].filter(
    (one) => !known.has(one),
  );
  const rows = await deps.store.memoriesByIds(cited);
  return told(deps, [...near, ...rows.map((row) => ({ row, match: 'cited' as const }))], {
    ...NOTHING,
    summary: {
      ...{ id, project, model, createdAt: isoTime(createdAt) },
      sentences: places.map((at) => summary.sentences[at] ?? ''),
    },
  });
};

/** Finds the line in the profile that a person set for every agent. [CX-10] */
const profileLine = async (deps: ReadDeps, line: AskedLine): Promise<WhyResult['profile']> => {
  const sections = ownSections({ ...(await readDatedProfile(deps)), given: new Set() });
  for (const { name, entries } of sections)
    for (const entry of entries) {
      const own = entry.line.split('\n').at(-1) ?? '';
      if (fitOf(line, askedLine(own).text) === 'same') return { section: name, line: own };
    }
  return null;
};

/** Returns the matches, best first. */
const matchesOf = async (deps: ReadDeps, line: AskedLine): Answer<readonly Match[]> => {
  const matches = new Map<EntityId, Match>();
  const add = (row: MemoryRow, match: WhyMatch): void => {
    const known = matches.get(row.id);
    if (known === undefined || orderOf(match) < orderOf(known.match)) matches.set(row.id, { row, match });
  };
  for (const row of await earlierRows(deps, line)) add(row, 'before');
  const { store, clock } = deps;
  const query = [...line.text].slice(0, QUERY_CHARS).join('');
  const found = await search({ store, clock }, { query, mode: 'text', in: ['memories'], limit: SOUGHT });
  if (!found.ok) return found;
  const ground = (content: string): boolean => isGrounded(line.text, groundOf([content]));
  const ids = found.value.results.map(({ id }) => id).filter(isEntityId);
  for (const row of await store.memoriesByIds(ids)) {
    const fit = fitOf(line, row.content) ?? (ground(row.content) ? 'like' : null);
    if (fit !== null) add(row, fit);
  }
  return ok([...matches.values()].sort((a, b) => orderOf(a.match) - orderOf(b.match)));
};

const QUERY_CHARS = 2_000;
const orderOf = (match: WhyMatch): number => WHY_MATCHES.indexOf(match);

/** Returns current memories whose earlier version matches the line. They are found by the line's hash and by the key that it names. */
const earlierRows = async (deps: ReadDeps, line: AskedLine): Promise<readonly MemoryRow[]> => {
  const { store } = deps;
  const hashes = [line.text, ...(line.unnamed === null ? [] : [line.unnamed])].map(contentHashOf);
  const rows: MemoryRow[] = [];
  for (const row of await store.memoriesByHash(hashes)) {
    const head = row.state === STATE.superseded ? await findHead(store, row.id) : null;
    if (head?.ok === true) rows.push(head.value);
  }
  for (const row of await rowsNamed(deps, line)) {
    const past = await history(deps, row.id);
    const isPast =
      past.ok &&
      past.value.versions.some(({ current, content }) => !current && fitOf(line, content) !== null);
    if (isPast && fitOf(line, row.content) === null) rows.push(row);
  }
  return rows;
};

/**
 * Returns the memories under the named key. Prompts leave `tacit/` out, so the name is also tried with it. Without a namespace the
 * name is the key.
 */
const rowsNamed = async ({ store }: ReadDeps, { path }: AskedLine): Promise<readonly MemoryRow[]> => {
  const parts = normaliseKey(path ?? '').split('/');
  if (path === null || parts.length > PARTS_MAX) return [];
  const rows: MemoryRow[] = [];
  for (const at of parts.keys()) {
    const namespace = parts.slice(0, at).join('/');
    const key = parts.slice(at).join('/');
    for (const name of at === 0 ? [null] : [namespace, `tacit/${namespace}`])
      rows.push(...(await store.memoriesByKey(key, name)));
  }
  return rows.filter(({ state }) => state === STATE.current);
};

const PARTS_MAX = 8;

const turnOf = async (deps: ReadDeps, line: AskedLine): Promise<WhyResult['turn']> => {
  const query = [...line.text].slice(0, QUERY_CHARS).join('');
  const found = await search(deps, { query, mode: 'text', in: ['sessions'], limit: SOUGHT });
  if (!found.ok) return null;
  const hit = found.value.passages.find(({ text }) => fitOf(line, text) !== null);
  if (hit === undefined) return null;
  const { source, ordinal, author, text, at } = hit;
  return { session: source.name, sequence: ordinal, author, text, at };
};
const SHOWN_CHARS = 80;
