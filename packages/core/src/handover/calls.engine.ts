/** The engine's calls for handed-over sessions, as callers see them. [SE-6, SE-7] */
import type { EntityId, HandedSession, HandoverValue } from '@cairn/schema';

export interface WaitingHandover extends HandoverValue {
  readonly id: EntityId;
  /** Whether the server has it. */
  readonly isSent: boolean;
  /** Whether an agent was shown it. */
  readonly isTold: boolean;
}

export interface TakenSession {
  readonly id: EntityId;
  readonly name: string;
  readonly session: HandedSession;
}
