/**
 * Chooses what a session's context shows: profile, the user's summary, pinned memories and project summaries. Then come
 * memories by their worth until the budget is used, oldest first. Extracted sentences are left out where the memories
 * say the same. [CX-1]
 */
import { LIMITS } from '@cairn/schema';
import type { MemoryRow, ShownSummary } from '../ports/store.ts';
import { type BlockEntry, type BlockSection, memoryEntry, summaryEntry } from './block-section.ts';
import { quoteName } from './fence.ts';
import { inTime } from './rank.ts';
import { createRepeats } from './repeats.ts';

export interface ContextMaterial {
  readonly project: string | null;
  /** The person's profile, before everything else. [CX-10] */
  readonly own: readonly BlockSection[];
  /** Best first. */
  readonly pinned: readonly MemoryRow[];
  /** Summaries of the project and global ones, oldest first, without sentences that are out of date. [SU-4] */
  readonly summaries: readonly ShownSummary[];
  /** Memories of the project and global ones together, best first. */
  readonly ranked: readonly MemoryRow[];
  /** Memories that the reader is shown elsewhere, in their own words. */
  readonly beside?: readonly MemoryRow[];
}

/** The caller's limit of tokens, and how to count them. */
export interface BlockRoom {
  readonly countTokens: (text: string) => number;
  readonly maxTokens: number;
}

/** Tokens of a block's frame without the project's name: fence, preamble, headings, and the count of omissions. */
const FRAME_TOKENS = 70;
/** Tokens of the frame of the profile's part. */
export const OWN_FRAME_TOKENS = 60;
/** Least tokens of an entry, with its source and date. */
export const ENTRY_TOKENS_MIN = 12;

/** Says each fact once. A pinned memory is shown in its own words, even when a summary has it. `left`: tokens that are free. */
export const contextSections = (material: ContextMaterial, { countTokens, maxTokens }: BlockRoom) => {
  const { project, own, ranked } = material;
  const costOf = (entries: readonly BlockEntry[]): number =>
    entries.reduce((sum, { line }) => sum + countTokens(line), 0);
  const fittingOf = (rows: readonly MemoryRow[], limits: Limits, isNew = (_: MemoryRow): boolean => true) =>
    inTime(withinRoom(rows, { ...limits, isNew, costOf: (row) => costOf([memoryEntry(row, '')]) }));
  const pinnedMax = Math.min(LIMITS.rawPinnedTokens, maxTokens);
  const pinnedRoom = Math.min(LIMITS.rawPinnedTokens, maxTokens - FRAME_TOKENS);
  const pinned = fittingOf(material.pinned, { room: pinnedRoom, costMax: pinnedMax });
  const projectTitle = `Project ${quoteName(project ?? '')}`;
  const summaries = material.summaries.filter(({ model }) => model !== null);
  const repeats = createRepeats([...material.pinned, ...ranked]);
  for (const row of [...pinned, ...(material.beside ?? [])]) repeats.say(row);
  const told = (name: string, title: string, chosen: readonly ShownSummary[]): BlockSection => {
    const entries = chosen.flatMap((summary) => {
      const rest = repeats.sayRest(summary);
      return rest === null ? [] : [summaryEntry(rest, whyOf(rest))];
    });
    return { name, title, entries, said: 0, tokensMax: LIMITS.contextTokensMax };
  };
  const narrative = told('narrative', 'About the user', summariesOf(summaries, 'narrative', null).slice(-1));
  const lasts = [
    told('summary', 'Summary', compacted(summaries, project)),
    told('since', 'Since then', incrementals(summaries, project)),
  ];
  const firstsWith = (rows: readonly MemoryRow[]): readonly BlockSection[] => [
    ...own,
    narrative,
    section('pinned', 'Pinned', 'pinned', rows),
    ...lasts,
  ];
  const frame = FRAME_TOKENS + countTokens(projectTitle) + (own.length === 0 ? 0 : OWN_FRAME_TOKENS);
  const taken = firstsWith(pinned).reduce(
    (sum, one) => sum + Math.min(one.tokensMax, costOf(one.entries)),
    frame,
  );
  let said = 0;
  const isNew = (row: MemoryRow): boolean => {
    const fresh = repeats.sayNew(row);
    if (!fresh) said++;
    return fresh;
  };
  const ofProject = (row: MemoryRow): boolean => row.project !== null;
  const room = maxTokens - taken;
  // Pinned memories beyond the limit come before any other memory.
  const morePinned = fittingOf(
    material.pinned.filter((row) => !pinned.includes(row)),
    { room, costMax: 0 },
    isNew,
  );
  const used = costOf(morePinned.map((row) => memoryEntry(row, '')));
  const fitting = fittingOf(ranked, { room: room - used, costMax: maxTokens }, isNew);
  const firsts = firstsWith(inTime([...pinned, ...morePinned]));
  const sections = [
    ...firsts,
    {
      ...section('project', projectTitle, 'of the project, by its worth', fitting.filter(ofProject)),
      said,
    },
    section(
      'recent',
      'Everywhere',
      'not of a project, by its worth',
      fitting.filter((row) => !ofProject(row)),
    ),
  ];
  const free = room - used;
  const others = sections.slice(firsts.length).reduce((sum, { entries }) => sum + costOf(entries), 0);
  // A memory beyond the room gives way to any that fits, so it uses none.
  return { sections, left: others > free ? free : free - others };
};

const section = (name: string, title: string, why: string, rows: readonly MemoryRow[]): BlockSection => ({
  ...{ name, title, entries: rows.map((row) => memoryEntry(row, why)), said: 0 },
  tokensMax: LIMITS.contextTokensMax,
});

/**
 * Skips a long memory that does not fit, so a later one may use the room. If none fits, takes the first one that the
 * block can hold, because the room is an estimate and a small block has to show something.
 */
const withinRoom = (
  rows: readonly MemoryRow[],
  { room, costMax, isNew, costOf }: Room,
): readonly MemoryRow[] => {
  let left = room;
  let isAny = false;
  const beyond: MemoryRow[] = [];
  const fitting = rows.filter((row) => {
    if ((left < ENTRY_TOKENS_MIN && (isAny || beyond.length > 0)) || !isNew(row)) return false;
    const cost = costOf(row);
    if (cost > left) {
      if (cost <= costMax) beyond.push(row);
      return false;
    }
    left -= cost;
    isAny = true;
    return true;
  });
  return isAny ? fitting : beyond.slice(0, 1);
};

/** `room`: tokens of all entries. `costMax`: most tokens of an entry that is beyond the room. */
interface Limits {
  readonly room: number;
  readonly costMax: number;
}

interface Room extends Limits {
  readonly isNew: (row: MemoryRow) => boolean;
  readonly costOf: (row: MemoryRow) => number;
}

/** Returns the project first, because the session is about it. */
export const projectsOf = (project: string | null): readonly (string | null)[] =>
  project === null ? [null] : [project, null];

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
  return `${of}, by ${model}${struck === 0 ? '' : `, ${struck} no longer true left out`}`;
};

/** Returns the last merged summary of the project, and the last global one. */
const compacted = (summaries: readonly ShownSummary[], project: string | null): readonly ShownSummary[] =>
  projectsOf(project).flatMap((one) => summariesOf(summaries, 'compacted', one).slice(-1));

/** Returns the newest first, so the limit drops the oldest. */
const incrementals = (summaries: readonly ShownSummary[], project: string | null): readonly ShownSummary[] =>
  projectsOf(project).flatMap((one) => [...summariesOf(summaries, 'incremental', one)].reverse());
