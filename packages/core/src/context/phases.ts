/**
 * What a session starts with, in the order of worth: who the user is and what is pinned; the compacted summary; summaries
 * since then; the newest that no summary knows. Where a scope has no summary, its raw entries. [CX-1]
 */
import { LIMITS } from '@cairn/schema';
import type { MemoryRow, ShownSummary } from '../ports/store.ts';
import { type BlockEntry, type BlockSection, memoryEntry, summaryEntry } from './block-section.ts';
import { quoteName } from './fence.ts';

export interface ContextMaterial {
  readonly project: string | null;
  /** Best first. */
  readonly pinned: readonly MemoryRow[];
  /** Of the project and global, oldest first, without anything that is no longer true. [SU-4] */
  readonly summaries: readonly ShownSummary[];
  /** Of scopes that have summaries: what is in none of them, newest first. */
  readonly newest: readonly MemoryRow[];
  /** Raw entries of scopes that have no summary, best first. */
  readonly ofProject: readonly MemoryRow[];
  readonly recent: readonly MemoryRow[];
}

export const contextSections = (material: ContextMaterial): readonly BlockSection[] => {
  const { project, pinned, summaries, newest, ofProject, recent } = material;
  const all = LIMITS.contextTokensMax;
  const here = quoteName(project ?? '');
  const unpinned = newest.filter((row) => !row.pinned).slice(0, LIMITS.contextNewestMax);
  return [
    section('narrative', 'About the user', summariesOf(summaries, 'narrative', null).slice(-1), all),
    section('pinned', 'Pinned', entriesOf(pinned, 'pinned'), LIMITS.rawPinnedTokens),
    section('summary', 'Summary', compacted(material), all),
    section('since', 'Since then', incrementals(material), all),
    section('project', `Project ${here}`, entriesOf(ofProject, 'of the project'), LIMITS.rawProjectTokens),
    section('newest', 'Newest', entriesOf(unpinned, 'in no summary yet'), all),
    section('recent', 'Recent', entriesOf(recent, 'recent or often looked at'), LIMITS.rawRecentTokens),
  ];
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

const section = (
  name: string,
  title: string,
  entries: readonly BlockEntry[],
  tokensMax: number,
): BlockSection => ({ name, title, entries, tokensMax });

const entriesOf = (rows: readonly MemoryRow[], why: string): readonly BlockEntry[] =>
  rows.map((row) => memoryEntry(row, why));

const summariesOf = (
  summaries: readonly ShownSummary[],
  type: ShownSummary['type'],
  project: string | null,
): readonly BlockEntry[] =>
  summaries
    .filter((one) => one.type === type && one.project === project)
    .map((one) => summaryEntry(one, whyOf(one)));

const whyOf = ({ type, project, model, struck }: ShownSummary): string => {
  const of =
    type === 'narrative'
      ? 'what is known about the user'
      : `${type} summary of ${project ?? 'what is global'}`;
  const by = model === null ? 'without a model' : `by ${model}`;
  return `${of}, ${by}${struck === 0 ? '' : `, ${struck} no longer true left out`}`;
};

/** The last of each scope. */
const compacted = ({ summaries, project }: ContextMaterial): readonly BlockEntry[] =>
  scopesOf(project).flatMap((scope) => summariesOf(summaries, 'compacted', scope).slice(-1));

/** Newest first, so that the cap drops what is oldest. */
const incrementals = ({ summaries, project }: ContextMaterial): readonly BlockEntry[] =>
  scopesOf(project).flatMap((scope) => [...summariesOf(summaries, 'incremental', scope)].reverse());
