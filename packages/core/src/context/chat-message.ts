/** Messages as chat APIs and sessions write them: text, tool calls and tool results. [CX-3, CX-4] */
import { type ChatMessage, isRecord } from '@cairn/schema';

export interface NamedCall {
  readonly id: string | null;
  readonly name: string;
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Returns the text parts; parts of other kinds add nothing. */
export const textOf = ({ content }: ChatMessage): string => contentText(content);

const contentText = (content: unknown): string => {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .flatMap((part) => (typeof part === 'string' ? [part] : isRecord(part) ? (textIn(part.text) ?? []) : []))
    .join('\n');
};

/** Reads `tool_calls`, `toolCalls`, and parts of the kinds `tool_use` and `tool-call`. */
export const callsOf = (message: ChatMessage): readonly NamedCall[] => {
  const listed = [message.tool_calls, message.toolCalls].flatMap((calls) =>
    Array.isArray(calls) ? calls : [],
  );
  const parts = (Array.isArray(message.content) ? message.content : []).filter(
    (part) => isRecord(part) && (part.type === 'tool_use' || part.type === 'tool-call'),
  );
  return [...listed, ...parts].flatMap((call) => callOf(call) ?? []);
};

const callOf = (call: unknown): NamedCall | null => {
  if (!isRecord(call)) return null;
  const inner = isRecord(call.function) ? call.function : call;
  const name = textIn(inner.name) ?? textIn(inner.toolName);
  const id = textIn(call.id) ?? textIn(call.toolCallId) ?? textIn(call.callId);
  return name === null ? null : { id, name };
};

/** One tool result. `replacedBy` returns a copy of the message with another text in place of this result. */
export interface ToolResult {
  readonly callId: string | null;
  readonly name: string | null;
  readonly text: string;
  replacedBy(message: ChatMessage, text: string): ChatMessage;
}

export const resultsOf = (message: ChatMessage): readonly ToolResult[] => [
  ...(message.role === 'tool' ? ownResult(message) : []),
  ...listedResults(message, 'toolResults'),
  ...listedResults(message, 'content'),
];

/** Reads the whole message as one tool result. */
const ownResult = (message: ChatMessage): readonly ToolResult[] => {
  const text = textOf(message);
  if (text === '') return [];
  return [
    {
      callId: textIn(message.tool_call_id) ?? textIn(message.toolCallId),
      name: textIn(message.name),
      text,
      replacedBy: (now, shorter) => ({ ...now, content: shorter }),
    },
  ];
};

/** Reads tool results in a list: `toolResults` of a session, or a message's parts of the kind `tool_result`. */
const listedResults = (message: ChatMessage, field: 'toolResults' | 'content'): readonly ToolResult[] => {
  const list = message[field];
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown, at) => {
    if (!isRecord(item) || (field === 'content' && !isResultPart(item))) return [];
    const place = RESULT_FIELDS.find((name) => item[name] !== undefined);
    if (place === undefined) return [];
    const written = item[place];
    const output = place === 'output' && item.type === 'tool-result' && isRecord(written) ? written : null;
    const value = output === null ? written : output.value;
    const text = contentText(value) || (typeof value === 'string' ? '' : (JSON.stringify(value) ?? ''));
    if (text === '') return [];
    return [
      {
        callId:
          textIn(item.tool_use_id) ?? textIn(item.toolCallId) ?? textIn(item.tool_call_id) ?? textIn(item.id),
        name: textIn(item.name) ?? textIn(item.toolName),
        text,
        replacedBy: (now: ChatMessage, shorter: string) =>
          withItem(now, field, at, {
            ...item,
            [place]: output === null ? shorter : outputOf(output, shorter),
          }),
      },
    ];
  });
};

/** Returns the output of the AI SDK with another text: an object, and an error stays an error. */
const outputOf = ({ type }: Readonly<Record<string, unknown>>, value: string): object => ({
  type: type === 'error-text' || type === 'error-json' ? 'error-text' : 'text',
  value,
});

const RESULT_FIELDS = ['content', 'result', 'output'] as const;
const isResultPart = ({ type }: Readonly<Record<string, unknown>>): boolean =>
  type === 'tool_result' || type === 'tool-result';

const withItem = (
  message: ChatMessage,
  field: 'toolResults' | 'content',
  place: number,
  item: object,
): ChatMessage => {
  const list: unknown = message[field];
  return Array.isArray(list)
    ? { ...message, [field]: list.map((one: unknown, at) => (at === place ? item : one)) }
    : message;
};
