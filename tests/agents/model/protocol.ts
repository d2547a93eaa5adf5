// The common interface of the four model APIs.

import { field, isList, isObject, type Json, textIn } from './json.ts';

export interface Tool {
  readonly name: string;
  /** Namespace in which Codex groups the tools of a server. */
  readonly namespace: string | null;
  readonly schema: Json;
  readonly isStrict: boolean;
  /** Whether the tool takes a text in place of arguments. */
  readonly isFree: boolean;
}

export type Reply =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly id: string; readonly tool: Tool; readonly args: Json };

export interface Question {
  readonly path: string;
  readonly body: Json;
}

/** An answer. `named`: events have an `event:` line. `end`: the text after the last event. */
export type Answer =
  | { readonly kind: 'json'; readonly value: Json }
  | {
      readonly kind: 'stream';
      readonly events: readonly Json[];
      readonly isNamed: boolean;
      readonly end?: string;
    };

/** A text of a question. `call`: an earlier call of the model. `tool`: the tool's answer. */
export interface Said {
  readonly from: string;
  readonly text: string;
}

export interface Protocol {
  readonly name: 'anthropic' | 'responses' | 'chat' | 'gemini';
  readonly path: RegExp;
  tools(body: Json): readonly Tool[];
  answer(question: Question, reply: Reply): Answer;
  /** Returns every text of a question, in order. */
  said(body: Json): readonly Said[];
}

export const toolOf = (value: Json, schema: Json): Tool => ({
  name: textIn(value, 'name'),
  namespace: null,
  schema,
  isStrict: field(value, 'strict') === true,
  isFree: false,
});

/** Returns the texts in a message's content, which is a text, parts, or parts of parts. */
export const saidIn = (from: string, content: Json): readonly Said[] => {
  if (typeof content === 'string') return [{ from, text: content }];
  if (isList(content)) return content.flatMap((part) => saidIn(from, part));
  if (!isObject(content)) return [];
  if (content.type === 'tool_result') return saidIn('tool', field(content, 'content'));
  if (isObject(field(content, 'functionResponse')))
    return [{ from: 'tool', text: JSON.stringify(field(content, 'functionResponse')) }];
  if (content.type === 'tool_use' || isObject(field(content, 'functionCall')))
    return [{ from: 'call', text: JSON.stringify(content) }];
  const text = field(content, 'text');
  return typeof text === 'string' ? [{ from, text }] : [];
};

export const MODEL = 'fake-model';
