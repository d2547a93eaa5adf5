/** Fits a prompt into its tokens: drops memories first, from the last, then whole sections. [CX-2, CX-4] */
import { LIMITS } from '@cairn/schema';
import { joinSections, type PromptSection } from './prompt-section.ts';

export interface PromptParts {
  readonly fixed: readonly PromptSection[];
  readonly suffix: readonly PromptSection[];
}

export interface FitInput {
  /** Tokens of each memory that could be in the prompt, the best first. */
  readonly knownTokens: readonly number[];
  /** Builds the sections with that many of the best memories. */
  readonly build: (known: number) => PromptParts;
  readonly countTokens: (text: string) => number;
  readonly maxTokens: number | null;
}

/** Sections in the order in which they are dropped. The sections that the caller fills in are never dropped. */
const GIVE_WAY = [
  ...['relevant', 'known', 'usage', 'personalityLearned', 'character', 'communicationStyle', 'toolNotes'],
  ...['summary', 'machine', 'user', 'identity', 'activeTask', 'now', 'rules'],
];

export type FittedPrompt = ReturnType<typeof fitPrompt>;

export const fitPrompt = (input: FitInput) => {
  const { countTokens } = input;
  const atMost = input.maxTokens ?? Number.POSITIVE_INFINITY;
  let known = withinOwnBudget(input.knownTokens);
  let parts = input.build(known);
  let text = textOf(parts);
  let tokens = countTokens(text);
  while (tokens > atMost && known > 0) {
    let excess = tokens - atMost;
    while (known > 0 && excess > 0) excess -= input.knownTokens[--known] ?? 0;
    parts = input.build(known);
    text = textOf(parts);
    tokens = countTokens(text);
  }
  if (tokens <= atMost) return { ...parts, text, tokens, known, dropped: [] };
  const dropped = new Set<string>();
  const fits = (names: ReadonlySet<string>): boolean =>
    countTokens(textOf(withoutSections(parts, names))) <= atMost;
  for (const name of GIVE_WAY) {
    if (fits(dropped)) break;
    if ([...parts.fixed, ...parts.suffix].some((section) => section.name === name)) dropped.add(name);
  }
  // A large section that was dropped last may leave room for smaller ones that were dropped before.
  for (const name of [...dropped].reverse()) {
    const others = new Set([...dropped].filter((other) => other !== name));
    if (fits(others)) dropped.delete(name);
  }
  const left = withoutSections(parts, dropped);
  text = textOf(left);
  return { ...left, text, tokens: countTokens(text), known, dropped: [...dropped] };
};

/** Returns how many memories fit into their own limit. Otherwise fifty long memories would fill a whole prompt. */
const withinOwnBudget = (tokens: readonly number[]): number => {
  let sum = 0;
  const first = tokens.findIndex((own) => {
    sum += own;
    return sum > LIMITS.promptKnownTokens;
  });
  return first < 0 ? tokens.length : first;
};

const textOf = ({ fixed, suffix }: PromptParts): string => joinSections([...fixed, ...suffix]);

const withoutSections = ({ fixed, suffix }: PromptParts, names: ReadonlySet<string>): PromptParts => {
  const left = (sections: readonly PromptSection[]) => sections.filter(({ name }) => !names.has(name));
  return { fixed: left(fixed), suffix: left(suffix) };
};
