/** The vault of one group: wanted memories among related and unrelated ones. Most memories belong to one project. */
import type { Engine } from '@cairn/core';
import { createSeededRandom, type SeededRandom, sampleId } from '@cairn/core/testing';
import { HOUR_MS } from '@cairn/schema';
import { range } from '../measure.ts';
import { importAll } from '../processes/embedded-store.ts';
import { filledLine, fillTexts, linesOf, shuffled } from '../text/made-texts.ts';
import { FAR, NEAR, PARTS } from './distractors.ts';
import { TEMPLATE_PARTS } from './templates.ts';

export const PROJECT = 'asked';
/** Number of questions from templates, for each group that has templates. */
const QUESTIONS_OF_TEMPLATES = 14;
const WORDS = { ...PARTS, ...TEMPLATE_PARTS };
const NOW_MS = Date.UTC(2026, 9, 1, 12);

export interface QuestionSet {
  readonly name: string;
  /** Blocks of memories and questions, by group. */
  readonly blocks: Readonly<Record<string, string>>;
  readonly templates: Readonly<Record<string, readonly (readonly [memory: string, question: string])[]>>;
  readonly unanswered: string;
  readonly foreign: string;
}

export type AskedVault = ReturnType<typeof makeAskedVault>;

interface Fact {
  readonly content: string;
  readonly questions: readonly string[];
}

/** Makes a vault. The same set, group and size give the same vault. `wanted`: the place of the answer in `contents`. */
export const makeAskedVault = (set: QuestionSet, group: string, size: number) => {
  const random = createSeededRandom(`prompts/${set.name}/${group}`);
  const facts = [...factsOf(set.blocks[group] ?? ''), ...templateFacts(set, group, random)];
  const others = otherTexts(group, size - facts.length, facts, random);
  const all = shuffled([...facts, ...others.map((content): Fact => ({ content, questions: [] }))], random);
  return {
    group,
    contents: all.map(({ content }) => content),
    questions: all.flatMap(({ questions }, wanted) => questions.map((text) => ({ text, wanted }))),
  };
};

const factsOf = (block: string): readonly Fact[] => {
  const facts: { content: string; questions: string[] }[] = [];
  for (const line of linesOf(block)) {
    if (line.startsWith('? ')) facts.at(-1)?.questions.push(line.slice(2));
    else facts.push({ content: line, questions: [] });
  }
  return facts;
};

const templateFacts = ({ templates }: QuestionSet, group: string, random: SeededRandom): readonly Fact[] => {
  const of = templates[group] ?? [];
  const seen = new Set<string>();
  return of.length === 0
    ? []
    : range(QUESTIONS_OF_TEMPLATES).map((nth) => {
        const [memory, question] = of[nth % of.length] ?? ['', ''];
        for (;;) {
          const chosen = new Map<string, string>();
          const asked = filledLine(question, random, WORDS, chosen);
          const content = filledLine(memory, random, WORDS, chosen);
          // Skips a repeated question, because each question must have one answer.
          if (seen.has(asked)) continue;
          seen.add(asked);
          return { content, questions: [asked] };
        }
      });
};

const NEAR_SHARE = 0.4;

const otherTexts = (group: string, count: number, facts: readonly Fact[], random: SeededRandom) => {
  const near = linesOf(NEAR).slice(0, Math.ceil(count * NEAR_SHARE));
  const texts = new Set(near);
  const lines = linesOf(FAR[group] ?? '');
  const taken = new Set(facts.map(({ content }) => content));
  return fillTexts(texts, count, () => {
    const text = filledLine(random.pick(lines), random, WORDS, new Map());
    return taken.has(text) ? null : text;
  });
};

/** Every sixth memory is global. */
const GLOBAL_EVERY = 6;

/** Saves the contents and returns their ids. */
export const fillAsked = async (engine: Engine, { contents }: AskedVault): Promise<readonly string[]> => {
  const records = contents.map((content, at) => ({
    ...{ id: sampleId(at), content, source: 'user', project: at % GLOBAL_EVERY === 0 ? null : PROJECT },
    createdAt: new Date(NOW_MS - (contents.length - at) * HOUR_MS).toISOString(),
  }));
  await importAll(engine, records);
  return records.map(({ id }) => id);
};
