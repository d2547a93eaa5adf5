/** What the engine does with sessions, as its callers see it; `engine/api` has the rest. Local to this device. [SE-1, SE-2, SE-3] */
import type {
  AppendMessagesInput,
  AppendMessagesResult,
  CairnError,
  CompactSessionInput,
  CompactSessionResult,
  DeleteSessionResult,
  RestoreSessionInput,
  RestoreSessionResult,
  Result,
  RollingSummaryInput,
  RollingSummaryResult,
  SessionInfo,
  SessionMessage,
  SessionMessagesInput,
  SessionSearchInput,
  SessionStateResult,
  SessionsInput,
  SessionsResult,
} from '@cairn/schema';

type Answer<T> = Promise<Result<T, CairnError>>;

/** Wherever an id is asked for, the name of a global session will do. */
export interface SessionUseCases {
  /** At the end of the session, which is made when it is not there; they are found at once. [SE-4] */
  appendMessages(input: AppendMessagesInput): Answer<AppendMessagesResult>;
  /** It is completed until the next message comes. */
  endSession(id: string): Answer<SessionStateResult>;
  /** With its messages, files and passages; nothing of its text stays in the file. [ST-4] */
  deleteSession(id: string): Answer<DeleteSessionResult>;
  /** Null takes it off. */
  setActiveTask(id: string, task: string | null): Answer<SessionStateResult>;
  /** An absolute path. */
  noteFile(id: string, path: string): Answer<{ readonly path: string }>;
  compactSession(input: CompactSessionInput): Answer<CompactSessionResult>;
  /** SE-3: by sentences of the messages. `applied` false: there is nothing to do. */
  rollSession(id: string): Answer<RollingSummaryResult>;
  writeRollingSummary(input: RollingSummaryInput): Answer<RollingSummaryResult>;
  /** A model's words for what the present summary says; false, and nothing written, when it is another one by now. */
  rewordSummary(reworded: RewordedSummary): Promise<boolean>;
  /** SE-2: true once per cycle of compaction. */
  claimFlush(session: string): Promise<boolean>;
}

export interface RewordedSummary {
  readonly id: string;
  readonly text: string;
  readonly model: string;
  readonly expectedEpoch: number;
}

/** What the newest part of a session's summary stands for, and what is summarised before that. */
export interface SummarisedPart {
  readonly epoch: number;
  readonly earlier: string | null;
  readonly messages: readonly SessionMessage[];
}

export interface FoundMessages {
  readonly messages: readonly SessionMessage[];
  readonly found: number;
}

export interface SessionQuestions {
  /** The last changed first. */
  sessions(input: SessionsInput): Promise<SessionsResult>;
  session(id: string): Promise<SessionInfo | null>;
  /** In their order; of too many the newest. Empty without such a session. */
  sessionMessages(input: SessionMessagesInput): Promise<readonly SessionMessage[]>;
  /** In their order: the newest of those that were found, by all words or beginnings of words. [SE-4] */
  searchSession(input: SessionSearchInput): Promise<FoundMessages>;
  /** those of which knowledge was not taken up to their last message, not changed since then; the oldest first. */
  staleSessions(query: {
    readonly idleSinceMs: number;
    readonly limit: number;
  }): Promise<readonly SessionInfo[]>;
  /** For a model to word anew; null when there is no summary, or one that a model worded, or somebody wrote. */
  summarisedPart(id: string): Promise<SummarisedPart | null>;
  restoreSession(input: RestoreSessionInput): Answer<RestoreSessionResult>;
}
