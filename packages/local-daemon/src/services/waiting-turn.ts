/** Converts a hook's message to a turn that waits in a file. Imports little, because every failing hook loads it. [HK-5] */
import type { HookMessage } from '../agents/hook-message.ts';
import type { SpooledTurn } from './hook-spool.ts';

export interface UnkeptMessage extends Pick<SpooledTurn, 'id' | 'session' | 'cwd'> {
  readonly message: HookMessage;
  readonly atMs: number;
}

export const waitingTurnOf = ({ id, session, cwd, message, atMs }: UnkeptMessage): SpooledTurn => {
  const { role: author, content: text, toolCalls, toolResults } = message;
  const tools = { toolCalls: toolCalls ?? undefined, toolResults: toolResults ?? undefined };
  return { v: 1, id, session, cwd, author, text, ...tools, at: atMs };
};
