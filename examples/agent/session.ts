/** The agent's conversation in Cairn, on this device: what was said is found again, and knowledge is taken from it. */
import { type DaemonMemory, MemoryError, type MessageInput, type SessionMessage } from '@cairn/client';
import type OpenAI from 'openai';

export type ChatMessage = OpenAI.ChatCompletionMessageParam;

export interface AgentSession {
  /** What is left of earlier runs within the budget; older messages are in the summary, which the prompt brings. */
  readonly messages: readonly ChatMessage[];
  append(messages: readonly ChatMessage[]): Promise<void>;
  end(): Promise<void>;
}

export const openSession = async (
  { sessions }: DaemonMemory,
  name: string,
  maxTokens: number,
): Promise<AgentSession> => ({
  // Half of what the model takes, so that there is room for the prompt and for what comes.
  messages: (await restored(sessions, name, Math.floor(maxTokens / 2))).map(toChat),
  append: async (messages) => {
    await sessions.append(name, messages.map(toKept), { agent: 'example-agent', maxTokens });
  },
  end: async () => {
    await sessions.end(name);
  },
});

/**
 * Whether this is said already and waits for its answer: the model failed in an earlier run, and the person says it again. Only
 * what tools were asked and answered may follow it.
 */
export const isUnanswered = (messages: readonly ChatMessage[], said: string): boolean => {
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const after = messages.slice(at + 1);
  const isOpen = after.every(
    (one) => one.role === 'tool' || ('tool_calls' in one && one.tool_calls !== undefined),
  );
  return isOpen && messages[at]?.content === said;
};

const restored = async (
  sessions: DaemonMemory['sessions'],
  name: string,
  maxTokens: number,
): Promise<readonly SessionMessage[]> => {
  try {
    return (await sessions.restore(name, { maxTokens })).messages;
  } catch (error) {
    // The first run: there is no session yet.
    if (error instanceof MemoryError && error.kind === 'not_found') return [];
    throw error;
  }
};

/** Cairn keeps a text, and what was called and answered beside it, as the model wrote it. */
const toKept = (message: ChatMessage): MessageInput => {
  const content = typeof message.content === 'string' ? message.content : '';
  switch (message.role) {
    case 'tool':
      return { role: 'tool', content: '', toolResults: [{ id: message.tool_call_id, content }] };
    case 'assistant':
      return { role: 'assistant', content, toolCalls: message.tool_calls ?? null };
    default:
      return { role: 'user', content };
  }
};

const toChat = ({ role, content, toolCalls, toolResults }: SessionMessage): ChatMessage => {
  const [result] = toolResults ?? [];
  if (role === 'tool' && isResult(result))
    return { role: 'tool', tool_call_id: result.id, content: result.content };
  if (role !== 'assistant') return { role: 'user', content };
  const calls = (toolCalls ?? []).filter(isCall);
  return { role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
};

const isResult = (value: unknown): value is { readonly id: string; readonly content: string } => {
  const { id, content } = { ...Object(value) };
  return typeof id === 'string' && typeof content === 'string';
};

const isCall = (value: unknown): value is OpenAI.ChatCompletionMessageFunctionToolCall => {
  const { id, type } = { ...Object(value) };
  return typeof id === 'string' && type === 'function';
};
