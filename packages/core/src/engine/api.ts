/** The inputs and answers of the engine's calls that the contract of `@cairn/schema` does not define. */
import type { EntityId, HandedSession, HandoverValue, SessionMessage } from '@cairn/schema';
import type { Compared, Finding } from '../ports/store.ts';
import type { TextVector, UnembeddedText } from '../ports/vectors.ts';
import type { Answer } from './deps.ts';

export type * from '../context/prompt-api.engine.ts';
export type * from '../extraction/calls.engine.ts';
export type * from '../schedule/calls.engine.ts';
export type { FoundWork, SummaryProjects, SummaryWork } from '../summary/find-work.engine.ts';
export type { WrittenSummary } from '../summary/keep-summary.engine.ts';
export type { Meaning } from '../vectors/fusion.ts';
export type * from './sync-api.ts';
export type * from './vault/vault-api.ts';
export type { Answer };

/** Texts that wait to be embedded. Those in `known` have a vector already, which only has to be linked. [F-2] */
export interface Unembedded {
  readonly texts: readonly UnembeddedText[];
  readonly known: readonly string[];
}

/** Unit vectors of one length, with the texts that they belong to. */
export interface MadeVectors {
  readonly model: string;
  readonly vectors: readonly TextVector[];
  readonly owners: readonly Pick<UnembeddedText, 'owner' | 'hash'>[];
}

export interface ComparedBatch {
  readonly compared: readonly Compared[];
  readonly findings: readonly Finding[];
}

/** Maintenance of the file. [ST-1, ST-2] */
export interface StoreMaintenance {
  /** Makes an online copy and checks it. */
  backup(path: string): Answer<{ readonly bytes: number; readonly memories: number }>;
  /**
   * Runs `PRAGMA integrity_check`, and compares the index with its rows and the projection with the registers. With
   * `fix`, rebuilds what can be rebuilt.
   */
  check(fix: boolean): Answer<readonly StoreFinding[]>;
  /** Checks only that every memory fits its registers. [SY-E5] */
  checkProjection(fix: boolean): Answer<{ readonly unfit: number }>;
  /** Folds the write-ahead log into the file. Erased text is then in neither. [ST-4] */
  checkpoint(): Promise<void>;
  bytes(): Promise<{ readonly file: number; readonly wal: number }>;
}

export interface StoreFinding {
  readonly id: 'integrity' | 'index' | 'projection' | 'freelist' | 'values';
  readonly status: 'pass' | 'fail' | 'fixed';
  readonly message: string;
}

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

/** The messages that the newest part of a session's summary covers, and the summary before it. */
export interface SummarisedPart {
  readonly epoch: number;
  readonly earlier: string | null;
  readonly messages: readonly SessionMessage[];
}
