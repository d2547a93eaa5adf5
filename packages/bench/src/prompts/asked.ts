/** Answers of searches and hooks to questions about a vault, and to questions that the vault cannot answer. */
import type { Engine } from '@cairn/core';
import { eachInTurn } from '../measure.ts';
import { must } from '../must.ts';
import type { Embedding } from '../retrieval/embedding.ts';
import { findingOf, searchOf } from '../retrieval/felt/ask-engine.ts';
import { inNewStore } from '../retrieval/stored.ts';
import { linesOf } from '../text/made-texts.ts';
import { type AskedVault, fillAsked, makeAskedVault, PROJECT, type QuestionSet } from './vault.ts';

export const SIZES = [60, 600] as const;
export type Mode = 'text' | 'hybrid';

export const askSet = async (
  set: QuestionSet,
  size: number,
  mode: Mode,
  embedding: Embedding | null,
  groups: readonly string[] = Object.keys(set.blocks),
): Promise<Outcome> => {
  const outcomes = await eachInTurn(groups, (group) =>
    inNewStore(async ({ engine }) => {
      const vault = makeAskedVault(set, group, size);
      const ids = await fillAsked(engine, vault);
      if (mode === 'hybrid') await embedding?.embedStore(engine);
      return askVault(engine, set, vault, ids, { mode, embedding });
    }),
  );
  return {
    answered: outcomes.flatMap(({ answered }) => answered),
    silent: outcomes.flatMap(({ silent }) => silent),
  };
};

export type Outcome = Awaited<ReturnType<typeof askVault>>;
export type Answered = Outcome['answered'][number];

const askVault = async (
  engine: Engine,
  set: QuestionSet,
  vault: AskedVault,
  ids: readonly string[],
  { mode, embedding }: { readonly mode: Mode; readonly embedding: Embedding | null },
) => {
  const search = searchOf(engine, embedding);
  const ask = async (text: string) => {
    const { results } = await search({ query: text, project: PROJECT, mode, in: ['memories'], limit: 10 });
    const asked = { project: PROJECT, query: text };
    const found = await findingOf(engine, mode === 'hybrid' ? embedding : null).forPrompt(asked);
    const block = must(await engine.context({ ...asked, explain: true }, found));
    const entries = block.parts?.flatMap(({ id, kind }) => (kind === 'memory' ? [id] : [])) ?? [];
    return { results, entries, tokens: entries.length === 0 ? 0 : block.tokens };
  };
  const answered = await eachInTurn(vault.questions, async ({ text, wanted }) => {
    const { results, entries, tokens } = await ask(text);
    const place = results.findIndex(({ id }) => id === ids[wanted]);
    return {
      /** `place`: the rank of the wanted memory, from 0; null when it is not among the first ten. */
      ...{ group: vault.group, question: text, place: place === -1 ? null : place },
      /** `isBrought`: whether the prompt holds the wanted memory. */
      ...{ isBrought: entries.includes(ids[wanted] ?? ''), bullets: entries.length, tokens },
      first: bestOf(results),
    };
  });
  const silent = await eachInTurn(unanswerable(set, vault.group), async ({ kind, text }) => {
    const { results, entries } = await ask(text);
    return {
      ...{ group: vault.group, kind, question: text, found: results.length, bullets: entries.length },
      first: bestOf(results),
    };
  });
  return { answered, silent };
};

/** Returns the first hit of an answer, for diagnosis. */
const bestOf = ([first]: readonly { readonly score: number; readonly content: string }[]) => ({
  score: first?.score ?? 0,
  content: first?.content ?? '',
});

const unanswerable = (
  { unanswered, foreign }: QuestionSet,
  group: string,
): readonly { readonly kind: 'nonsense' | 'foreign'; readonly text: string }[] => [
  ...linesOf(unanswered).map((text) => ({ kind: 'nonsense' as const, text })),
  ...linesOf(foreign)
    .filter((text) => OWN[group]?.test(text) !== true)
    .map((text) => ({ kind: 'foreign' as const, text })),
];

/** Patterns of questions in a vault's own language. Such questions are not foreign to it. */
const OWN: Readonly<Record<string, RegExp>> = {
  deutsch: /^(?:wie|was|wer) /,
  français: / \?$|^(?:quelle|qui|combien|pourquoi) /,
  español: /^¿/,
  中文: /^[\p{Script=Han}，？]+$/u,
  日本語: /[\p{Script=Hiragana}]/u,
};
