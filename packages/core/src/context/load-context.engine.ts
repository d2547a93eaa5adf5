/**
 * Loads the context for a session's start: the person's profile, pinned memories, summaries, then memories by their
 * worth until the budget is used. Showing a memory here does not count as an access. [CX-1, CX-6, M-6]
 */
import { type Checked, type ContextInput, type ContextResult, err, LIMITS, ok } from '@cairn/schema';
import { countTokens } from '../engine/count-tokens.ts';
import type { Answer, ReadDeps } from '../engine/deps.ts';
import { parseName } from '../memory/draft.ts';
import { readDatedProfile } from '../profile/read-profile.engine.ts';
import { assemblePrompt } from './assemble-prompt.engine.ts';
import type { BlockSection } from './block-section.ts';
import { chosenSections, type Material, MOST_ACCESSED, readCandidates } from './candidates.engine.ts';
import { type BlockInput, memoryBlock } from './memory-block.ts';
import { ownSections } from './own-sections.ts';
import { OWN_FRAME_TOKENS, projectsOf } from './phases.ts';
import type { ContextOptions } from './prompt-api.engine.ts';
import { NOBODY, readShownSummaries } from './prompt-material.engine.ts';
import { rankForContext } from './rank.ts';
import { relevantSection } from './relevant-section.engine.ts';

export const loadContext = async (
  deps: ReadDeps,
  input: ContextInput,
  options: ContextOptions = {},
): Answer<ContextResult> => {
  const { store } = deps;
  const names = parseNames(input);
  if (!names.ok) return names;
  const { project, session } = names.value;
  if (input.form === 'prompt') return promptAsContext(deps, input, project, options);
  const given = session === null || input.again === true ? NOTHING : await store.injectedIn(session);
  const [parts, salt] = await Promise.all([
    partsOf(deps, input, { project, given, ...options }),
    store.meta('salt'),
  ]);
  if (!parts.ok) return parts;
  const made = memoryBlock({
    ...parts.value,
    sections: parts.value.sections.map((section) => ({
      ...section,
      entries: section.entries.filter(({ id }) => !given.has(id)),
    })),
    countTokens,
    explain: input.explain === true,
    fence: { secret: salt ?? '', reader: session ?? project ?? '' },
  });
  return ok(input.explain === true ? { ...made, whole: given.size === 0 } : made);
};

/** Returns the whole prompt without the parts about workspace and machine. [CX-2] */
const promptAsContext = async (
  deps: ReadDeps,
  { maxTokens, query }: ContextInput,
  project: string | null,
  { withoutProfile, found }: ContextOptions,
): Answer<ContextResult> => {
  const wish = { project, ...(maxTokens === undefined ? {} : { maxTokens }) };
  const made = await assemblePrompt(deps, query === undefined ? wish : { ...wish, query }, {
    files: {},
    machine: null,
    timezone: 'UTC',
    ...(withoutProfile === true ? { person: NOBODY } : {}),
    ...(found === undefined ? {} : { found }),
  });
  if (!made.ok) return made;
  const { text, tokens, sections } = made.value;
  return ok({ text, tokens, sections });
};

const NOTHING: ReadonlySet<string> = new Set();

const parseNames = (
  input: ContextInput,
): Checked<{ readonly project: string | null; readonly session: string | null }> => {
  const project = parseName('project', input.project, LIMITS.projectCharsMax);
  if (!project.ok) return project;
  const session = parseName('session', input.session, LIMITS.sessionCharsMax);
  return session.ok
    ? ok({ project: project.value ?? null, session: session.value ?? null })
    : err(session.error);
};

type Parts = Pick<BlockInput, 'sections' | 'total' | 'emptyText' | 'maxTokens'>;

interface PartsWish extends ContextOptions {
  readonly project: string | null;
  readonly given: ReadonlySet<string>;
}

/** Returns the parts that are relevant to a prompt, or all parts at a session's start. */
const partsOf = async (
  deps: ReadDeps,
  input: ContextInput,
  { project, given, withoutProfile = false, isHalf = false, found }: PartsWish,
): Answer<Parts> => {
  const isFirst = given.size === 0;
  // Without a session nothing is known of earlier answers, and a prompt is rarely a caller's first request.
  const isOwnTold = !withoutProfile && (input.query === undefined || input.session != null);
  const own = isOwnTold ? ownSections({ ...(await readDatedProfile(deps)), given }) : [];
  const ownTokens = tokensOf(own);
  if (input.query !== undefined) {
    const section = await relevantSection(deps, input.query, project, found);
    if (!section.ok) return section;
    const maxTokens = input.maxTokens ?? LIMITS.relevantTokensDefault + ownTokens;
    return ok({ sections: [...own, section.value], total: 0, emptyText: null, maxTokens });
  }
  const maxTokens = input.maxTokens ?? usualTokens(ownTokens, isHalf);
  const material = await readMaterial(deps, project, own, withoutProfile);
  const sections = await chosenSections(deps.store, material, maxTokens);
  const total = await deps.store.currentCount(projectsOf(project), LIMITS.contextCountMax);
  const emptyText = isFirst ? await emptyTextOf(deps, total) : null;
  // Memories that the caller got before do not count as left out, so the total is 0.
  return ok({
    sections,
    total: isFirst ? total : 0,
    emptyText,
    maxTokens,
  });
};

/** Returns what is said in place of memories. `total`: the memories of the project and those of no project. */
const emptyTextOf = async ({ store }: ReadDeps, total: number): Promise<string> => {
  if (total > 0) return 'Memories are saved, but none is shown without a search.';
  const { memories } = await store.counts();
  return memories === 0
    ? 'Nothing is saved yet.'
    : 'Nothing is saved here yet. Other projects have memories.';
};

const tokensOf = (own: readonly BlockSection[]): number => {
  const lines = own.flatMap(({ entries }) => entries.map(({ line }) => countTokens(line)));
  return lines.length === 0 ? 0 : lines.reduce((sum, tokens) => sum + tokens, OWN_FRAME_TOKENS);
};

/** Returns the default limit of tokens. It grows with long rules, which are shown whole, so memories keep their room. */
const usualTokens = (ownTokens: number, isHalf: boolean): number => {
  if (isHalf) return Math.min(ownTokens + LIMITS.contextTokensDefault / 2, LIMITS.contextTokensMax);
  const wanted = Math.max(LIMITS.contextTokensDefault, ownTokens + LIMITS.contextBesideOwnTokens);
  return Math.min(wanted, LIMITS.contextTokensMax);
};

const readMaterial = async (
  { store, clock }: ReadDeps,
  project: string | null,
  own: readonly BlockSection[],
  withoutProfile: boolean,
): Promise<Material> => {
  const nowMs = clock.nowMs();
  const summaries = await readShownSummaries(store, project);
  const pinned = await store.listForContext({
    ...{ kind: 'pinned', project, livingAt: nowMs },
    ...{ newest: LIMITS.contextPinnedMax, mostAccessed: MOST_ACCESSED },
  });
  return {
    ...{ project, own, pinned: rankForContext(pinned) },
    summaries: withoutProfile ? summaries.filter(({ type }) => type !== 'narrative') : summaries,
    candidates: await readCandidates(store, project, nowMs),
  };
};
