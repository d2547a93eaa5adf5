/** A prompt within its tokens: memories give way first, the last of them first, then whole sections. [CX-2, CX-4] */
import { LIMITS } from '@cairn/schema';
import { joinSections, type PromptSection } from './prompt-section.ts';

export interface PromptParts {
  readonly fixed: readonly PromptSection[];
  readonly suffix: readonly PromptSection[];
}

export interface FitInput {
  /** Tokens of the memories that could stand in the prompt, the best first. */
  readonly knownTokens: readonly number[];
  /** The sections, with so many of the best memories. */
  readonly build: (known: number) => PromptParts;
  readonly countTokens: (text: string) => number;
  readonly maxTokens: number | null;
}

export interface FittedPrompt extends PromptParts {
  readonly text: string;
  readonly tokens: number;
  readonly known: number;
  /** Names of sections that did not fit. */
  readonly dropped: readonly string[];
}

/** In this order; what the caller fills in is his own, and stays. */
const GIVE_WAY = [
  ...['relevant', 'known', 'usage', 'personalityLearned', 'character', 'communicationStyle', 'toolNotes'],
  ...['summary', 'machine', 'user', 'identity', 'activeTask', 'now', 'rules'],
];

export const fitPrompt = (input: FitInput): FittedPrompt => {
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
  const dropped: string[] = [];
  for (const name of GIVE_WAY) {
    if (tokens <= atMost) break;
    const without = withoutSection(parts, name);
    if (without === null) continue;
    dropped.push(name);
    parts = without;
    text = textOf(parts);
    tokens = countTokens(text);
  }
  return { ...parts, text, tokens, known, dropped };
};

/** Fifty long memories would be a prompt of their own. */
const withinOwnBudget = (tokens: readonly number[]): number => {
  let sum = 0;
  const first = tokens.findIndex((own) => {
    sum += own;
    return sum > LIMITS.promptKnownTokens;
  });
  return first < 0 ? tokens.length : first;
};

const textOf = ({ fixed, suffix }: PromptParts): string => joinSections([...fixed, ...suffix]);

const withoutSection = ({ fixed, suffix }: PromptParts, name: string): PromptParts | null => {
  const left = (sections: readonly PromptSection[]) => sections.filter((section) => section.name !== name);
  const parts = { fixed: left(fixed), suffix: left(suffix) };
  return parts.fixed.length + parts.suffix.length === fixed.length + suffix.length ? null : parts;
};
