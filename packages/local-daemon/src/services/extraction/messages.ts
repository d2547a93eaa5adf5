/** A session's messages as extraction reads them. */
import type { Message as Said } from '@cairn/core';
import type { SessionMessage } from '@cairn/schema';

export type Message = Said;

export const messagesOf = (messages: readonly SessionMessage[]): readonly Message[] =>
  messages.map(({ sequence, role, content, toolCalls, toolResults, at }) => ({
    sequence,
    role,
    content,
    toolCalls,
    toolResults,
    at: Date.parse(at),
  }));
