/**
 * The `<memory-…>` block: the person's profile, then sections of whole entries, quoted as data, under a hard limit of
 * tokens. Entries that do not fit are dropped from the end, and the block says how many. [CX-1, CX-5, CX-10]
 */
import { type ContextPart, type ContextResult, LIMITS } from '@cairn/schema';
import { isoTime } from '../memory/to-memory.ts';
import type { BlockEntry, BlockSection } from './block-section.ts';
import { BLOCK_PREAMBLE } from './echo.ts';
import { type FenceKey, fenced } from './fence.ts';

export interface BlockInput {
  /** In order of worth, the best first. */
  readonly sections: readonly BlockSection[];
  /** Current memories in scope, shown or not, counted up to `contextCountMax`. */
  readonly total: number;
  /** Shown when no section has an entry. Null: no block is made then. */
  readonly emptyText: string | null;
  readonly maxTokens: number;
  readonly countTokens: (text: string) => number;
  readonly explain: boolean;
  readonly fence: FenceKey;
}

export const memoryBlock = (input: BlockInput): ContextResult => {
  const { countTokens, maxTokens } = input;
  const chosen = withinBudgets(input);
  if (chosen.length === 0 && input.emptyText === null) return { ...NOTHING, ...listed([], input) };
  let kept = chosen;
  for (;;) {
    const text = renderBlock(kept, chosen.length - kept.length, input);
    const tokens = countTokens(text);
    if (tokens <= maxTokens) return { text, tokens, ...listed(kept, input) };
    if (kept.length === 0) return { ...NOTHING, ...listed([], input) };
    kept = kept.slice(0, fitting(kept, tokens - maxTokens));
  }
};

/** The answer when there is no block, or not even an empty one fits. */
const NOTHING = { text: '', tokens: 0, sections: [] };

interface Entry extends BlockEntry {
  readonly section: BlockSection;
  readonly tokens: number;
}

/**
 * Keeps each section within its own budget. Skips an entry that no block can hold, so that others may use the room.
 * Entries beyond the total limit are not even counted.
 */
const withinBudgets = (input: BlockInput): readonly Entry[] => {
  const { sections, maxTokens, countTokens } = input;
  const chosen: Entry[] = [];
  let all = 0;
  for (const section of sections) {
    let sum = 0;
    for (const entry of section.entries) {
      const one = { ...entry, section, tokens: countTokens(entry.line) };
      const { tokens } = one;
      if (!fitsAlone(one, input)) continue;
      if (sum + tokens > section.tokensMax) break;
      chosen.push(one);
      sum += tokens;
      all += tokens;
      if (all > maxTokens) return chosen;
    }
  }
  return chosen;
};

/** Whether a block with this entry alone is within the limit. A short entry is not measured with its block. */
const fitsAlone = (entry: Entry, input: BlockInput): boolean =>
  entry.tokens <= input.maxTokens / 2 || input.countTokens(renderBlock([entry], 0, input)) <= input.maxTokens;

/** Returns how many entries stay when at least `excess` tokens have to go. */
const fitting = (entries: readonly Entry[], excess: number): number => {
  let kept = entries.length;
  let dropped = 0;
  while (kept > 0 && dropped < excess) {
    kept--;
    dropped += entries[kept]?.tokens ?? 0;
  }
  return kept;
};

/** The person's own text follows this sentence, up to the one that introduces quoted facts. */
const OWN_PREAMBLE =
  'Set by the user in their own words, for every agent of theirs. Follow the rules; later words of the user come first.';

const renderBlock = (entries: readonly Entry[], cut: number, input: BlockInput): string => {
  const own = entries.filter(({ section }) => section.own === true);
  const facts = entries.filter(({ section }) => section.own !== true);
  const dropped = ownLeft(own, input.sections);
  const said = input.sections.reduce((sum, section) => sum + section.said, 0);
  const quoted = [
    ...input.sections.flatMap((section) => renderSection(section, facts)),
    ...(facts.length === 0 && cut === 0 && input.emptyText !== null ? [input.emptyText] : []),
    ...leftText(facts, Math.max(0, cut - dropped), input.total - said),
  ];
  const parts = [
    ...(own.length + dropped === 0 ? [] : [OWN_PREAMBLE]),
    ...input.sections.flatMap((section) => renderSection(section, own)),
    ...(dropped === 0 ? [] : [`${dropped} more of it did not fit: see \`cairn profile\`.`]),
    ...(own.length > 0 && quoted.length === 0 ? [] : [BLOCK_PREAMBLE, ...quoted]),
  ];
  return fenced(parts.join('\n\n'), input.fence);
};

const ownLeft = (kept: readonly Entry[], sections: readonly BlockSection[]): number =>
  sections.reduce((sum, { own, entries }) => sum + (own === true ? entries.length : 0), 0) - kept.length;

const renderSection = (section: BlockSection, entries: readonly Entry[]): readonly string[] => {
  const lines = entries.filter((entry) => entry.section === section).map(({ line }) => line);
  return lines.length === 0 ? [] : [`## ${section.title}\n${lines.join('\n')}`];
};

/**
 * Says how many memories are not shown as entries. A summary covers the memories that it is made of, so leaving those
 * out is no loss.
 */
const leftText = (entries: readonly Entry[], cut: number, total: number): readonly string[] => {
  const left = total - entries.filter(({ kind }) => kind === 'memory').length;
  if (left <= 0) return [];
  const many = `${total >= LIMITS.contextCountMax ? 'At least ' : ''}${left} more`;
  if (entries.every(({ kind }) => kind === 'memory')) {
    return [`${many} ${left === 1 ? 'is' : 'are'} not shown; search the memory for them.`];
  }
  const behind = `${many} ${left === 1 ? 'memory is' : 'memories are'} behind the summaries`;
  const dropped = cut === 0 ? '' : `, ${cut} ${cut === 1 ? 'entry' : 'entries'} did not fit`;
  return [`${behind}${dropped}; search the memory for details.`];
};

const listed = (
  entries: readonly Entry[],
  { sections, explain }: BlockInput,
): Omit<ContextResult, 'text' | 'tokens'> => ({
  sections: [
    ...sections.flatMap((section) => {
      const own = entries.filter((entry) => entry.section === section);
      const tokens = own.reduce((sum, entry) => sum + entry.tokens, 0);
      return own.length === 0 ? [] : [{ name: section.name, tokens, ids: own.map(({ id }) => id) }];
    }),
  ],
  ...(explain ? { parts: entries.map(partOf) } : {}),
});

const partOf = ({ section, id, kind, tokens, why, stamp }: Entry): ContextPart => ({
  section: section.name,
  id,
  kind,
  tokens,
  why,
  at: isoTime(stamp),
});
