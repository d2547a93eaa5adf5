/** The engine's calls about sessions that are handed over, as their callers see them. [SE-6, SE-7] */
import type { EntityId, HandedSession, HandoverValue } from '@cairn/schema';

export interface WaitingHandover extends HandoverValue {
  readonly id: EntityId;
  /** The server has it. */
  readonly isSent: boolean;
  /** An agent was told of it. */
  readonly isTold: boolean;
}

export interface TakenSession {
  readonly id: EntityId;
  readonly name: string;
  readonly session: HandedSession;
}
