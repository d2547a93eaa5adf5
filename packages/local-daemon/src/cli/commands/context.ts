import type { ContextPart, PromptResult } from '@cairn/schema';
import { answered, type Run } from '../command.ts';
import { misuse } from '../failure.ts';
import { columns, numbers, whole, wrapping } from '../output/columns.ts';
import { otherProject, projectOf } from '../request-input.ts';
import type { Style } from '../style.ts';

/** Prints the plain text unchanged, because it is for an agent. */
export const context: Run = async (given, io) => {
  const isPrompt = given.text('form') === 'prompt';
  if (given.flag('again') && (isPrompt || given.text('session') === undefined))
    return misuse('--again needs --session, and does not go with --form prompt.');
  if (isPrompt) return prompt(given, io);
  const wish = {
    ...projectOf(given, io),
    session: given.text('session'),
    again: given.flag('again') || undefined,
    explain: given.flag('explain') || undefined,
  };
  const maxTokens = given.int('max-tokens');
  const query = given.text('query');
  const made =
    query === undefined
      ? io.ask('GET /v1/context', { query: { ...wish, max_tokens: maxTokens } })
      : // A prompt may be longer than an address.
        io.ask('POST /v1/context', { body: { ...wish, maxTokens, query } });
  return answered(made, async ({ text, tokens, parts }) => ({
    notes: [await otherProject(given, io)],
    human: (style) => (parts === undefined ? text : explained(parts, tokens, style)),
  }));
};

/** Uses files of the working folder for parts of the profile that were never set. [CX-2] */
const prompt: Run = (given, io) => {
  const body = {
    ...projectOf(given, io),
    cwd: io.cwd,
    session: given.text('session'),
    query: given.text('query'),
    maxTokens: given.int('max-tokens'),
  };
  return answered(io.ask('POST /v1/context/prompt', { body }), ({ text, tokens, sections, notes }) => ({
    human: (style) => (given.flag('explain') ? costs(sections, tokens, style) : text),
    notes,
  }));
};

const costs = (sections: PromptResult['sections'], tokens: number, style: Style): string => {
  const rows = sections.map(({ name, tokens: own, ids }) => [name, String(own), String(ids.length || '')]);
  return `${columns(['part', 'tokens', 'memories'], rows, style)}\n${style.dim(`${tokens} tokens in all`)}`;
};

const explained = (parts: readonly ContextPart[], tokens: number, style: Style): string => {
  const head = ['part', numbers('tokens'), whole('id'), wrapping('why')];
  const rows = parts.map(({ section, id, tokens: own, why }) => [section, String(own), id, why]);
  return `${columns(head, rows, style)}\n${style.dim(`${tokens} tokens in all`)}`;
};
