import { type ContextPart, type ContextResult, ok } from '@cairn/schema';
import type { Run } from '../command.ts';
import { type Column, columns } from '../output/columns.ts';
import { projectOf, queryOf } from '../scope.ts';
import type { Style } from '../style.ts';

/** The plain text is for an agent, so it is printed as it is. */
export const context: Run = async (given, io) => {
  const wish = {
    ...projectOf(given, io),
    form: given.text('form'),
    session: given.text('session'),
    again: given.flag('again'),
    explain: given.flag('explain'),
  };
  const maxTokens = given.int('max-tokens');
  const prompt = given.text('query');
  const made =
    prompt === undefined
      ? await io.ask<ContextResult>('GET', `/v1/context${queryOf({ ...wish, max_tokens: maxTokens })}`)
      : // A prompt may be longer than an address.
        await io.ask<ContextResult>('POST', '/v1/context/prompt', { ...wish, maxTokens, prompt });
  if (!made.ok) return made;
  const { text, tokens, parts } = made.value;
  return ok({
    json: made.value,
    human: (style) => (parts === undefined ? text : explained(parts, tokens, style)),
  });
};

const explained = (parts: readonly ContextPart[], tokens: number, style: Style): string => {
  const head: readonly Column[] = [
    { title: 'part' },
    { title: 'tokens', align: 'right', whole: true },
    { title: 'id', whole: true },
    { title: 'why', wraps: true },
  ];
  const rows = parts.map(({ section, id, tokens: own, why }) => [section, String(own), id, why]);
  return `${columns(head, rows, style)}\n${style.dim(`${tokens} tokens in all`)}`;
};
