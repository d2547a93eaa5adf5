/**
 * What a session starts with, in the order of worth: who the user is and what is pinned; the compacted summary; summaries
 * since then; the newest that no summary knows. Where a scope has no summary, its raw entries. [CX-1]
 */
import { LIMITS } from '@cairn/schema';
import type { MemoryRow, ShownSummary } from '../ports/store.ts';
import { type BlockEntry, type BlockSection, memoryEntry, summaryEntry } from './block-section.ts';
import { quoteName } from './fence.ts';
import { createRepeats, type Repeats } from './repeats.ts';

export interface ContextMaterial {
  readonly project: string | null;
  /** Best first. */
  readonly pinned: readonly MemoryRow[];
  /** Of the project and global, oldest first, without anything that is no longer true. [SU-4] */
  readonly summaries: readonly ShownSummary[];
  /** Memories that extracts among these quote. */
  readonly quoted: readonly MemoryRow[];
  /** Of scopes that have summaries: what is in none of them, newest first. */
  readonly newest: readonly MemoryRow[];
  /** Raw entries of scopes that have no summary, best first. */
  readonly ofProject: readonly MemoryRow[];
  readonly recent: readonly MemoryRow[];
}

/** What a caller has room for. A summary without a model may be long: of it only so much as `maxTokens` bears by default. */
export interface BlockRoom {
  readonly countTokens: (text: string) => number;
  readonly maxTokens: number;
}

/** Each fact once; what is pinned is said in its own words, wherever else it is. */
export const contextSections = (
  material: ContextMaterial,
  { countTokens, maxTokens }: BlockRoom,
): readonly BlockSection[] => {
  const { project, pinned, summaries, newest, ofProject, recent } = material;
  const all = LIMITS.contextTokensMax;
  const here = quoteName(project ?? '');
  const unpinned = newest.filter((row) => !row.pinned).slice(0, LIMITS.contextNewestMax);
  const repeats = createRepeats();
  for (const row of pinned) repeats.say(row);
  const shown: ShownSummary[] = [];
  const scale = Math.max(1, maxTokens / LIMITS.contextTokensDefault);
  const told = (
    name: string,
    title: string,
    chosen: readonly ShownSummary[],
    extractTokens: number,
  ): BlockSection => {
    const room = new Map<string | null, number>();
    const entries = chosen.flatMap((summary) => {
      let left = room.get(summary.project) ?? extractTokens * scale;
      const rest = repeats.sayRest(summary, (sentence) => {
        if (summary.model === null) left -= countTokens(sentence);
        return left >= 0;
      });
      room.set(summary.project, left);
      if (rest === null) return [];
      shown.push(rest);
      return [summaryEntry(rest, whyOf(rest), 0)];
    });
    return { name, title, entries, said: 0, tokensMax: all };
  };
  const raw = (
    name: string,
    title: string,
    why: string,
    rows: readonly MemoryRow[],
    tokensMax: number,
  ): BlockSection => {
    const fresh = rows.filter(repeats.sayNew);
    return { name, title, entries: entriesOf(fresh, why), said: rows.length - fresh.length, tokensMax };
  };
  const sections = [
    told(
      'narrative',
      'About the user',
      summariesOf(summaries, 'narrative', null).slice(-1),
      LIMITS.extractNarrativeTokens,
    ),
    {
      ...{ name: 'pinned', title: 'Pinned', entries: entriesOf(pinned, 'pinned') },
      ...{ said: 0, tokensMax: LIMITS.rawPinnedTokens },
    },
    told('summary', 'Summary', compacted(material), LIMITS.extractMergedTokens),
    told('since', 'Since then', incrementals(material), LIMITS.extractSinceTokens),
    raw('project', `Project ${here}`, 'of the project', ofProject, LIMITS.rawProjectTokens),
    raw('newest', 'Newest', 'in no summary yet', unpinned, all),
    raw('recent', 'Recent', 'recent or often looked at', recent, LIMITS.rawRecentTokens),
  ];
  const tells = toldWhole(material, shown, repeats);
  return sections.map((section) => ({
    ...section,
    entries: section.entries.map((entry) => ({ ...entry, tells: tells.get(entry.id) ?? entry.tells })),
  }));
};

/** How many memories each extract tells whole, of those that have no entry of their own; each is counted once. */
const toldWhole = (
  { pinned, newest, ofProject, recent, quoted }: ContextMaterial,
  shown: readonly ShownSummary[],
  repeats: Repeats,
): ReadonlyMap<string, number> => {
  const listed = new Set([...pinned, ...newest, ...ofProject, ...recent].map(({ id }) => id));
  const tells = new Map<string, number>();
  for (const row of quoted) {
    if (listed.has(row.id) || !repeats.isTold(row)) continue;
    const by = shown.find(({ model, cites }) => model === null && cites.some((ids) => ids.includes(row.id)));
    if (by !== undefined) tells.set(by.id, (tells.get(by.id) ?? 0) + 1);
  }
  return tells;
};

/** Scopes of this session that have a summary to show. A narrative alone summarises nothing. */
export const summarisedScopes = (
  summaries: readonly ShownSummary[],
  project: string | null,
): readonly (string | null)[] =>
  scopesOf(project).filter((scope) =>
    summaries.some((one) => one.type !== 'narrative' && one.project === scope),
  );

/** The project first: it is what the session is about. */
export const scopesOf = (project: string | null): readonly (string | null)[] =>
  project === null ? [null] : [project, null];

const entriesOf = (rows: readonly MemoryRow[], why: string): readonly BlockEntry[] =>
  rows.map((row) => memoryEntry(row, why));

const summariesOf = (
  summaries: readonly ShownSummary[],
  type: ShownSummary['type'],
  project: string | null,
): readonly ShownSummary[] => summaries.filter((one) => one.type === type && one.project === project);

const whyOf = ({ type, project, model, struck }: ShownSummary): string => {
  const of =
    type === 'narrative'
      ? 'what is known about the user'
      : `${type} summary of ${project ?? 'what is global'}`;
  const by = model === null ? 'without a model' : `by ${model}`;
  return `${of}, ${by}${struck === 0 ? '' : `, ${struck} no longer true left out`}`;
};

/** The last of each scope. */
const compacted = ({ summaries, project }: ContextMaterial): readonly ShownSummary[] =>
  scopesOf(project).flatMap((scope) => summariesOf(summaries, 'compacted', scope).slice(-1));

/** Newest first, so that the cap drops what is oldest. */
const incrementals = ({ summaries, project }: ContextMaterial): readonly ShownSummary[] =>
  scopesOf(project).flatMap((scope) => [...summariesOf(summaries, 'incremental', scope)].reverse());
