/** Reads the material of the static prompt from the store. Reading does not count as an access. [CX-2, M-6] */
import { LIMITS, type Profile } from '@cairn/schema';
import { countTokens } from '../engine/count-tokens.ts';
import type { ReadDeps } from '../engine/deps.ts';
import { isTrusted, STATE } from '../memory/memory-state.ts';
import type { ContextQuery, ContextRow, MemoryRow, ReadStore } from '../ports/store.ts';
import { isStoreFailure } from '../ports/store-failure.ts';
import { foldProfile } from '../profile/fold-profile.ts';
import { hasOwnNarrative, readProfile } from '../profile/read-profile.engine.ts';
import type { BlockEntry } from './block-section.ts';
import { chooseKnown, isDirective, joinKnown, withoutBorderline } from './known.ts';
import { contextSections, projectsOf } from './phases.ts';

export interface PromptMaterial {
  readonly profile: Profile;
  readonly directive: MemoryRow | null;
  readonly narrative: readonly BlockEntry[];
  readonly summaries: readonly BlockEntry[];
  /** The best first. */
  readonly known: readonly MemoryRow[];
  /** The secret from which block names are made. It is as secret as the memories. [TR-10] */
  readonly salt: string;
  /** False when the store could not be read. Files and built-in texts are used then. */
  readonly isRead: boolean;
}

/** The part about the person, which may come from another scope's file. [SP-3] */
export type PromptPerson = Pick<
  PromptMaterial,
  'profile' | 'directive' | 'narrative' | 'summaries' | 'known'
>;

export const readPromptMaterial = async (
  store: ReadStore,
  project: string | null,
  nowMs: number,
): Promise<PromptMaterial> => {
  try {
    return await readAll(store, project, nowMs);
  } catch (error) {
    if (!isStoreFailure(error)) throw error;
    return { ...NOBODY, salt: '', isRead: false };
  }
};

export const NOBODY: PromptPerson = {
  ...{ profile: foldProfile([]), directive: null, narrative: [], summaries: [], known: [] },
};

/** Reads the part about the person: everything that belongs to no project. [SP-3] */
export const promptPerson = async ({ store, clock }: ReadDeps): Promise<PromptPerson> => {
  const { salt: _, isRead: __, ...person } = await readPromptMaterial(store, null, clock.nowMs());
  return person;
};

/** Joins the part about the person from another file with a scope's own material. In the scope's file others write about themselves. */
export const withPerson = (own: PromptMaterial, person: PromptPerson): PromptMaterial => ({
  ...own,
  ...{ profile: person.profile, directive: person.directive, narrative: person.narrative },
  summaries: [...person.summaries, ...own.summaries],
  known: joinKnown(person.known, own.known),
});

const readAll = async (store: ReadStore, project: string | null, nowMs: number): Promise<PromptMaterial> => {
  const known = await readKnown(store, project, nowMs);
  return {
    profile: await readProfile({ store }),
    directive: await readDirective(store),
    ...(await readSummaries(store, project, known)),
    known,
    salt: (await store.meta('salt')) ?? '',
    isRead: true,
  };
};

const readKnown = async (
  store: ReadStore,
  project: string | null,
  nowMs: number,
): Promise<readonly MemoryRow[]> => {
  const read = async (
    kind: ContextQuery['kind'],
    of: string | null,
    rows: number,
  ): Promise<readonly ContextRow[]> =>
    withoutBorderline(
      await store.listForContext({ kind, project: of, livingAt: nowMs, newest: rows, mostAccessed: rows }),
      rows,
    );
  const ofScopes = async (kind: 'personality' | 'tacit', atMost: number): Promise<readonly ContextRow[]> => {
    const rows: ContextRow[] = [];
    for (const one of projectsOf(project)) rows.push(...(await read(kind, one, atMost)));
    return rows;
  };
  const candidates = {
    pinned: await read('pinned', project, LIMITS.promptKnownMax),
    personality: await ofScopes('personality', LIMITS.promptStylesMax),
    tacit: await ofScopes('tacit', LIMITS.promptCandidatesMax),
  };
  const chosen = chooseKnown({ ...candidates, others: [] });
  if (chosen.length >= LIMITS.promptKnownMax) return chosen;
  const others = [
    project === null ? [] : await read('project', project, LIMITS.promptCandidatesMax),
    await read('recent', null, LIMITS.promptCandidatesMax),
  ];
  return chooseKnown({ ...candidates, others });
};

const readDirective = async (store: ReadStore): Promise<MemoryRow | null> => {
  const rows = await store.memoriesByKey('directive', 'tacit/personality');
  return rows.find((row) => isDirective(row) && isShown(row)) ?? null;
};

/** Whether the memory may be in a prompt. [CX-5] */
const isShown = (row: MemoryRow): boolean =>
  row.project === null && row.state === STATE.current && isTrusted(row);

/** Returns the text about the person and the merged summaries. Newer summaries change too often for a cached prompt. */
const readSummaries = async (
  store: ReadStore,
  project: string | null,
  known: readonly MemoryRow[],
): Promise<Pick<PromptMaterial, 'narrative' | 'summaries'>> => {
  const summaries = await readShownSummaries(store, project);
  const { sections } = contextSections(
    { project, own: [], summaries, pinned: [], ranked: [], beside: known },
    { countTokens, maxTokens: LIMITS.contextTokensDefault },
  );
  const entriesOf = (wanted: string): readonly BlockEntry[] =>
    sections.filter(({ name }) => name === wanted).flatMap(({ entries }) => entries);
  return { narrative: entriesOf('narrative'), summaries: entriesOf('summary') };
};

/** The person's own text about themselves replaces the generated one. [SU-5] */
export const readShownSummaries = async (
  store: ReadStore,
  project: string | null,
): Promise<Awaited<ReturnType<ReadStore['summariesShown']>>> => {
  const shown = await store.summariesShown(projectsOf(project));
  const hasGenerated = shown.some(({ type }) => type === 'narrative');
  return hasGenerated && (await hasOwnNarrative({ store }))
    ? shown.filter(({ type }) => type !== 'narrative')
    : shown;
};
