/**
 * Adds memories from the personal file to a search or context in a project of a scope. Only memories without a project
 * are read from the personal file. Both answers are joined, and nothing personal is written to the scope's file. [SP-3]
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

/** The calls that a scope makes to the personal file. */
export interface PersonalFile {
  search(input: SearchInput): Answer<SearchResult>;
  context(input: ContextInput, options: ContextOptions): Answer<ContextResult>;
  /** Does not wait for other devices. */
  contextNow(input: ContextInput, options: ContextOptions): Answer<ContextResult>;
  promptPerson(): Promise<PromptPerson>;
}

/** In a search, this project stands for memories without a project. */
const NO_PROJECT = 'global';

export const searchWithPerson = async (
  personal: PersonalFile,
  input: SearchInput,
  found: SearchResult,
): Answer<SearchResult> => {
  const wantsMemories =
    input.session === undefined && (input.in === undefined || input.in.includes('memories'));
  if (!wantsMemories) return ok(found);
  const person = await personal.search({ ...input, project: NO_PROJECT, in: ['memories'] });
  if (!person.ok) return person;
  const results = [...found.results, ...person.value.results]
    .toSorted((a, b) => b.score - a.score)
    .slice(0, input.limit ?? LIMITS.searchLimitDefault);
  if (results.length === 0) return ok(found);
  // The reason is about the scope's file alone. Beside personal results it could say that nothing was found.
  const { reason: _, ...rest } = found;
  return ok({ ...rest, results });
};

/** Lets the personal file's context have half of the default tokens, and the tokens of the profile. */
const HALF = { isHalf: true };

/**
 * Divides the tokens of a context. `person`: the limit for the personal file, at most half of the caller's limit.
 * `rest`: the limit for the scope's file, after the personal part took `tokens`. With a query and no limit by the
 * caller, each file has its full default, because a query finds few memories.
 */
const dividedTokens = ({ maxTokens, query }: ContextInput) => {
  const all = maxTokens ?? LIMITS.contextTokensDefault;
  const half = Math.max(1, Math.floor(all / 2));
  return {
    person: maxTokens === undefined ? {} : { maxTokens: half },
    rest: (tokens: number) =>
      query === undefined || maxTokens !== undefined ? { maxTokens: Math.max(half, all - tokens) } : {},
  };
};

export const contextWithPerson = async (
  personal: PersonalFile,
  input: ContextInput,
  ask: (input: ContextInput) => Answer<ContextResult>,
): Answer<ContextResult> => {
  const budget = dividedTokens(input);
  const person = await personal.context({ ...input, ...budget.person, project: null }, HALF);
  if (!person.ok) return person;
  const made = await ask({ ...input, ...budget.rest(person.value.tokens) });
  return made.ok ? ok(joined(person.value, made.value)) : made;
};

/**
 * Joins both contexts as text, with `between` between them. The personal context has at most `charsMax` characters.
 * `ask` makes the scope's context, and must leave `chars` characters free for the personal one.
 */
export const withPersonText = async (
  personal: (() => PersonalFile) | null,
  input: ContextInput,
  { between, charsMax }: { readonly between: string; readonly charsMax: number },
  ask: (input: ContextInput, chars: number) => Promise<string | null>,
): Promise<string | null> => {
  if (personal === null) return ask(input, 0);
  const budget = dividedTokens(input);
  const asked = { ...input, ...budget.person, project: null };
  const fitted = await fitting(personal(), { ...asked, preview: true }, charsMax, HALF);
  if (fitted === null) return ask(input, 0);
  const { maxTokens } = fitted;
  const limit = maxTokens === undefined ? {} : { maxTokens };
  const person = await personal().contextNow({ ...asked, ...limit }, HALF);
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
