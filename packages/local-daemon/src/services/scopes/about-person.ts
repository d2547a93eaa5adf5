/**
 * Adds memories from the personal file to a search or context in a project of a scope. It only asks for memories
 * without a project. Both answers are joined, and nothing from the personal file is written to the scope. [SP-3]
 */
import type { Answer, ContextOptions, PromptPerson } from '@cairn/core';
import {
  type ContextInput,
  type ContextResult,
  LIMITS,
  ok,
  type SearchInput,
  type SearchResult,
} from '@cairn/schema';
import { fitting } from '../fitting-context.ts';

/** Calls to the personal file. */
export type About = () => {
  search(input: SearchInput): Answer<SearchResult>;
  context(input: ContextInput, options: ContextOptions): Answer<ContextResult>;
  /** Does not wait for other devices. */
  contextNow(input: ContextInput, options: ContextOptions): Answer<ContextResult>;
  promptPerson(): Promise<PromptPerson>;
};

/** Name of "no project" in a search. */
const NO_PROJECT = 'global';

export const searchWithPerson = async (
  about: ReturnType<About>,
  input: SearchInput,
  found: SearchResult,
): Answer<SearchResult> => {
  const isOfMemories = input.session === undefined && input.in?.includes('memories') !== false;
  if (!isOfMemories) return ok(found);
  const person = await about.search({ ...input, project: NO_PROJECT, in: ['memories'] });
  if (!person.ok) return person;
  const results = [...found.results, ...person.value.results]
    .toSorted((a, b) => b.score - a.score)
    .slice(0, input.limit ?? LIMITS.searchLimitDefault);
  const { reason: _, ...rest } = found;
  return ok({ ...(results.length === 0 ? found : rest), results });
};

/**
 * Option of a context that shares its tokens. The person gets half of the tokens besides the profile; the project gets
 * the rest. With a query and no limit by the caller, each file has its full budget, because a query finds few memories.
 */
const HALF = { isHalf: true };
const personBudget = ({ maxTokens, query }: ContextInput) => {
  const all = maxTokens ?? LIMITS.contextTokensDefault;
  const half = Math.max(1, Math.floor(all / 2));
  return {
    person: maxTokens === undefined ? {} : { maxTokens: half },
    rest: (tokens: number) =>
      query === undefined || maxTokens !== undefined ? { maxTokens: Math.max(half, all - tokens) } : {},
  };
};

export const contextWithPerson = async (
  about: ReturnType<About>,
  input: ContextInput,
  ask: (input: ContextInput) => Answer<ContextResult>,
): Answer<ContextResult> => {
  const budget = personBudget(input);
  const person = await about.context({ ...input, ...budget.person, project: null }, HALF);
  if (!person.ok) return person;
  const made = await ask({ ...input, ...budget.rest(person.value.tokens) });
  return made.ok ? ok(joined(person.value, made.value)) : made;
};

/**
 * Joins both contexts as text. The person's context has at most `charsMax` characters. `chars` is the number of
 * characters that `ask` must leave free.
 */
export const withPersonText = async (
  about: About | null,
  input: ContextInput,
  { between, charsMax }: { readonly between: string; readonly charsMax: number },
  ask: (input: ContextInput, chars: number) => Promise<string | null>,
): Promise<string | null> => {
  if (about === null) return ask(input, 0);
  const budget = personBudget(input);
  const asked = { ...input, ...budget.person, project: null };
  const made = await fitting(about(), { ...asked, preview: true }, charsMax, HALF);
  if (made === null) return ask(input, 0);
  const { maxTokens } = made;
  const fit = maxTokens === undefined ? {} : { maxTokens };
  const person = await about().contextNow({ ...asked, ...fit }, HALF);
  if (!person.ok || person.value.text === '') return ask(input, 0);
  const { text, tokens } = person.value;
  const own = await ask({ ...input, ...budget.rest(tokens) }, text.length + between.length);
  return own === null ? text : `${text}${between}${own}`;
};

const joined = (person: ContextResult, own: ContextResult): ContextResult => ({
  text: [person.text, own.text].filter((text) => text !== '').join('\n\n'),
  tokens: person.tokens + own.tokens,
  sections: [...person.sections, ...own.sections],
  ...(own.parts === undefined ? {} : { parts: [...(person.parts ?? []), ...own.parts] }),
  ...(own.whole === undefined ? {} : { whole: own.whole && person.whole !== false }),
});
