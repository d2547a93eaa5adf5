/**
 * What the engine does, as its callers see it. Arguments and results are plain data that can cross a thread. Expected
 * failures are values; a rejected promise is a bug or a broken machine.
 *
 * `createWriteEngine` implements `WriteEngine` over a `WriteStore`, `createReadEngine` implements `ReadEngine` over a
 * `ReadStore`; the daemon talks to both through two worker threads (`libsql/open-engine`).
 */
import type {
  CairnError,
  ContextInput,
  ContextResult,
  DeviceId,
  DocumentInput,
  DocumentResult,
  EntityId,
  FolderInput,
  FolderResult,
  FoldersRemoved,
  ForgetInput,
  ForgetResult,
  ForgetSourceResult,
  HealingReason,
  HistoryResult,
  ImportInput,
  ImportResult,
  ListInput,
  ListResult,
  Memory,
  MemoryResult,
  PatchInput,
  Profile,
  ProfileChange,
  ProfileHistoryResult,
  ProfileResult,
  PromptResult,
  PulledItem,
  PullResponse,
  Result,
  Reviewed,
  ReviewInput,
  ReviewResult,
  SaveInput,
  SaveResult,
  SearchInput,
  SearchResult,
  SourcesResult,
  StatsResult,
  SupersedeInput,
  SupersedeResult,
  TranscriptInput,
  TranscriptResult,
  VaultId,
} from '@cairn/schema';
import type {
  Compared,
  DeadLetter,
  Finding,
  HeldQuery,
  HeldRegister,
  IndexedFolder,
  MetaValues,
  RemovedMemory,
  SourceKind,
  StoreCounts,
} from '../ports/store.ts';
import type { MemoryAge, ModelCallRow, ModelDay, ModelUsage, ShownSummary } from '../ports/summary-store.ts';
import type { TextVector, UnembeddedText, VectorQuery, VectorReads } from '../ports/vectors.ts';
import type { RangeBounds, RangeDigest } from '../sync/digest.ts';
import type { Fusion } from '../vectors/fusion.ts';
import type { PromptSurroundings, ResolvedPromptInput } from './context/prompt-api.ts';
import type { DayReadCalls, DayWriteCalls } from './days/calls.ts';
import type { ExtractionCalls } from './extraction/calls.ts';
import type { RemovedCalls } from './removed/calls.ts';
import type { ScheduleReadCalls, ScheduleWriteCalls } from './schedule/calls.ts';
import type { SessionQuestions, SessionUseCases } from './session/session-api.ts';
import type { FoundWork, SummaryScopes, SummaryWork } from './summary/find-work.ts';
import type { WrittenSummary } from './summary/keep-summary.ts';
import type { FrozenBatch, PageOutcome, SettledBatch, SettleOutcome, SyncFacts } from './sync-api.ts';
import type { EnterVault, Membership, VaultKeys } from './vault/vault-api.ts';

export type * from './sync-api.ts';

/**
 * What a question means, made by the caller's embedder: a unit vector and how its cosine is weighed [F-4]. Or why there is
 * none, for the person; null when there is nothing to say.
 */
export type Meaning =
  | ({ readonly kind: 'vector'; readonly fusion: Fusion } & VectorQuery)
  | { readonly kind: 'none'; readonly reason: string | null };

/** Texts that wait to be embedded; those in `known` have a vector already that need only be used. [F-2] */
export interface Unembedded {
  readonly texts: readonly UnembeddedText[];
  readonly known: readonly string[];
}

/** Unit vectors of texts, all of one length, and who says them. */
export interface MadeVectors {
  readonly model: string;
  readonly vectors: readonly TextVector[];
  readonly owners: readonly Pick<UnembeddedText, 'owner' | 'hash'>[];
}

export type * from './context/prompt-api.ts';
export type * from './extraction/calls.ts';
export type { RemovedCalls } from './removed/calls.ts';
export type * from './schedule/calls.ts';
export type { RewordedSummary, SummarisedPart } from './session/session-api.ts';
export type * from './vault/vault-api.ts';
export type { FoundWork, SummaryScopes, SummaryWork, WrittenSummary };
export type Answer<T> = Promise<Result<T, CairnError>>;

/** `project` and `cwd` of the inputs are already resolved by the daemon: `project` is canonical or null, `cwd` absent. */
export interface WriteEngine
  extends DayWriteCalls,
    ScheduleWriteCalls,
    SessionUseCases,
    ExtractionCalls,
    RemovedCalls {
  remember(input: SaveInput): Answer<SaveResult>;
  supersede(id: string, input: SupersedeInput): Answer<SupersedeResult>;
  patch(id: string, input: PatchInput): Answer<MemoryResult>;
  forget(input: ForgetInput): Answer<ForgetResult>;
  importRecords(input: ImportInput): Answer<ImportResult>;
  /** Of the agent, the person, the rules, the tool notes. [CX-2] */
  changeProfile(change: ProfileChange): Answer<ProfileResult>;
  /** A text file becomes searchable, or says the same as before. Local to this device. [M-11] */
  indexDocument(input: DocumentInput): Answer<DocumentResult>;
  /** A transcript, of which some may have been here before, becomes searchable. Local to this device. [F-8, IM-4] */
  importTurns(input: TranscriptInput): Answer<TranscriptResult>;
  /**
   * A document or session is found no more; nothing of its text stays in the file. `forGood`: nor does it come back with its
   * folder. [ST-4, M-11]
   */
  forgetSource(id: string, forGood?: boolean): Answer<ForgetSourceResult>;
  /** M-11: its new files are to be indexed too. */
  noteFolder(input: FolderInput): Answer<FolderResult>;
  /** This one and those below it are folders like any other again. */
  forgetFolders(path: string): Answer<FoldersRemoved>;
  /** M-6: ids that a person or agent was shown. Never dirties a row for sync. */
  noteAccess(ids: readonly string[]): Promise<void>;

  /** What comparing found; see `ReadEngine.compareNext`. Local. */
  noteCompared(batch: ComparedBatch): Promise<void>;
  /** G-1: a held memory is found from now on, or it is forgotten. */
  acceptHeld(id: string): Answer<Reviewed>;
  rejectHeld(id: string): Answer<Reviewed>;
  /** M-4: `other` takes the place of `id`. */
  replaceBy(id: string, other: string): Answer<Reviewed>;
  /** M-4: it stays beside these, or, without any, although it looks stale. Local. */
  keepReviewed(id: string, others: readonly string[]): Answer<Reviewed>;
  /** CX-1: what a session was given. `anew`: what it was given before is lost. Local. */
  noteInjected(session: string, ids: readonly string[], anew: boolean): Promise<void>;
  /** F-2: `kept`: how many rows have a vector now. Those that changed meanwhile get none. */
  keepVectors(made: MadeVectors): Answer<{ readonly kept: number }>;
  /** F-2: one bounded step of erasing vectors that nobody has used for 30 days; null ends it. Begin with 0. */
  evictVectors(after: number): Promise<number | null>;

  /** The device's identity; made at the first call, then kept. */
  identity(wish: { readonly name: string }): Promise<MetaValues['device']>;

  /** Keys for sealing and opening; `keys` by generation as 64 hex characters. Quarantined items that now open are applied. [SY-M6] */
  useKeys(keys: VaultKeys): Answer<{ readonly recovered: number }>;
  /** Puts this store into a vault: salt, derived ids, everything enqueued once with its stamps. [SY-U1, SY-D2] */
  enterVault(vault: EnterVault): Answer<{ readonly enqueued: number }>;
  /** Keeps the memories, drops cursor, outbox, inflight. */
  leaveVault(): Answer<{ readonly vault: VaultId }>;
  /** Who this device is and how far it came; what another file takes over that takes this one's place. [RL-30] */
  membership(): Promise<Membership>;
  takeMembership(taken: Membership): Answer<null>;
  /** SY-E3: a new device id and node; keeps the data, and heals. */
  fork(device: MetaValues['device'], push: MetaValues['push']): Answer<null>;
  /** SY-E2, SY-E4: this device's past and the server's have parted; the next pull begins from nothing. */
  heal(why: HealingReason): Answer<null>;
  enqueueUnconfirmed(): Answer<{ readonly enqueued: number }>;

  /** The frozen batch, or a new one made from the outbox, or null when there is nothing to push. [SY-U2] */
  freezeBatch(): Answer<FrozenBatch | null>;
  /** Verdicts of the committed push. [SY-U5, SY-U6, SY-C3] */
  settleBatch(settled: SettledBatch): Answer<SettleOutcome>;
  /** The whole batch was refused by a problem document, so nothing was applied: unfreeze it. `halve`: the next is smaller. */
  thawBatch(pushNo: number, how: 'as_is' | 'halve'): Answer<null>;
  /** One page and its cursor, in one transaction. [SY-P2] */
  applyPage(page: PullResponse): Answer<PageOutcome>;
  /** Newer knowledge of the server's present generation. */
  useGeneration(kg: number): Answer<null>;
  noteServerTime(sample: {
    readonly serverTime: number;
    readonly sentAt: number;
    readonly receivedAt: number;
  }): Promise<void>;
  /** Sync stops until a person acts; null clears it. */
  setStopped(stopped: MetaValues['stopped'] | null): Promise<void>;
  /** What was signed anew on a restored server's member list, for `status`. [SY-S6] */
  noteMembersMended(mended: MetaValues['membersMended']): Promise<void>;
  /** SY-E5: sends these again under the stamps they have, whatever was believed of the server. Others are left alone. */
  requeue(names: readonly RegisterName[]): Answer<{ readonly requeued: number }>;
  /**
   * SY-E5: what the server gave by name is merged as a page is; no cursor moves. `asked`: what was asked for because it came
   * garbled; what is not there any more, or came whole, is garbled no longer. [TR-7] `resent`: changes that the server called
   * gone, and for which it has shown no tombstone. [TR-1]
   */
  takeRegisters(
    items: readonly PulledItem[],
    asked?: readonly RegisterName[],
  ): Answer<Pick<PageOutcome, 'memories' | 'schedules' | 'profile'> & { readonly resent: number }>;
  /** What the server is asked for once more, by name. [TR-1, TR-7] */
  namesToAsk(): Promise<readonly RegisterName[]>;
  noteVerified(found: MetaValues['verified']): Promise<void>;
  /** TR-6: what is stored and cannot be taken goes into quarantine; how much went. `once`: once per version of the limits. */
  setIllAside(how: 'once' | 'again'): Promise<number>;
  /** What is sealed under a generation below `kg` goes out again, bit by bit, with its stamps. [SY-S6, TR-4] */
  beginReseal(kg: number): Answer<{ readonly registers: number }>;
  /** `cairn sync retry`: dead letters back into the outbox; quarantined registers that can be read by now are applied. */
  retryDead(): Answer<{ readonly requeued: number; readonly recovered: number }>;
  syncFacts(): Promise<SyncFacts>;

  /** False, and nothing written, when what it was written from has changed meanwhile. [SU-2] */
  keepSummary(written: WrittenSummary): Promise<boolean>;
  /** SU-4: the rest of a backlog, whose summary is kept. */
  markBacklog(project: string | null, before: MemoryAge): Promise<number>;
  /** ST-4: no copy that the daemon made by itself holds what was erased then; later erasures stay noted. */
  noteCopiesErased(at: number): Promise<void>;
  /** SU-6 */
  noteModelCall(call: ModelCallRow): Promise<void>;
}

export interface ComparedBatch {
  readonly compared: readonly Compared[];
  readonly findings: readonly Finding[];
}

export interface RegisterName {
  readonly entity: EntityId;
  readonly facet: string;
}

export interface ReadEngine extends DayReadCalls, ScheduleReadCalls, SessionQuestions {
  /** In mode `text` the meaning is left aside, in mode `vector` nothing else counts. */
  search(input: SearchInput, meaning?: Meaning): Answer<SearchResult>;
  /** F-2: at most `limit`. */
  unembedded(model: string, limit: number): Promise<Unembedded>;
  vectorCounts(model: string): ReturnType<VectorReads['vectorCounts']>;
  /** What the save of this memory is answered with: at most 3 that say something like it, with a score from 0 to 1. [M-4] */
  similarTo(id: string): Promise<SaveResult['similar']>;
  /** The same beside the save: one more, because the memory itself may be among them already. */
  similarToText(
    input: Pick<SaveInput, 'content' | 'project' | 'namespace' | 'key'>,
  ): Promise<SaveResult['similar']>;
  /** On an old id: the head of its chain. */
  get(id: string): Answer<MemoryResult>;
  /** M-10. Without a namespace: all of them, the newest first. */
  getByKey(key: string, namespace: string | null): Answer<MemoryResult>;
  history(id: string): Answer<HistoryResult>;
  list(input: ListInput): Answer<ListResult>;
  context(input: ContextInput): Answer<ContextResult>;
  /** The static part, the suffix and the messages of an agent's next call. [CX-2] */
  prompt(input: ResolvedPromptInput, around: PromptSurroundings): Answer<PromptResult>;
  profile(): Promise<Profile>;
  /** Of one field, or of everything; oldest first, as far as this device has it. [CX-2] */
  profileHistory(field?: string): Answer<ProfileHistoryResult>;
  /** Documents or sessions that are indexed, by name. [M-11] */
  listSources(kind: SourceKind): Promise<SourcesResult>;
  indexedFolders(): Promise<readonly IndexedFolder[]>;
  /** What a person or an agent should look at, as far as memories were compared. [M-4, G-1] */
  review(input: ReviewInput): Answer<ReviewResult>;
  /** Compares at most so many that were not; empty when all were. The writer is told what it found. [M-4] */
  compareNext(limit: number): Promise<ComparedBatch>;
  /** For export: everything that is not forgotten, superseded ones included, in id order. `after` null begins. */
  exportPage(
    after: string | null,
    limit: number,
  ): Answer<{ readonly memories: readonly Memory[]; readonly next: string | null }>;
  /** SU-4: what may be shown, of these projects (null: global), oldest first. */
  summaries(projects: readonly (string | null)[]): Promise<readonly ShownSummary[]>;
  summaryScopes(): Promise<SummaryScopes>;
  /** The next of this kind, or null when there is none. [SU-1] */
  findSummaryWork(work: SummaryWork): Promise<FoundWork | null>;
  /** Of calls at or after that time, in milliseconds. [SU-6] */
  modelUsage(sinceMs: number): Promise<readonly ModelUsage[]>;
  modelDays(sinceMs: number): Promise<readonly ModelDay[]>;
  modelCalls(limit: number): Promise<readonly ModelCallRow[]>;
  /** ST-4: when something was forgotten last that copies may still hold; null: nothing since they were erased. */
  erasedAt(): Promise<number | null>;
  counts(): Promise<StoreCounts>;
  stats(): Promise<Omit<StatsResult, 'store'>>;
  deadLetters(): Promise<readonly DeadLetter[]>;
  /** TR-3: at most 1,000, the newest first. */
  removed(): Promise<readonly RemovedMemory[]>;
  /** SY-E5: of what is held here, quarantine included. `above`: tombstones with a sequence at or below it do not count. */
  digestRanges(ranges: readonly RangeBounds[], above: number): Promise<readonly RangeDigest[]>;
  /** One page; the next begins after its last row. */
  heldPage(query: HeldQuery): Promise<{ readonly rows: readonly HeldRegister[]; readonly more: boolean }>;
}

/** Care of the file itself. [ST-1, ST-2] */
export interface StoreMaintenance {
  /** An online copy, checked after it was made. */
  backup(path: string): Answer<{ readonly bytes: number; readonly memories: number }>;
  /** `PRAGMA integrity_check`, the index against its rows, projection against registers; with `fix`, rebuilds what can be rebuilt. */
  check(fix: boolean): Answer<readonly StoreFinding[]>;
  /** Only whether every memory fits its registers. [SY-E5] */
  checkProjection(fix: boolean): Answer<{ readonly unfit: number }>;
  /** Folds the write-ahead log into the file, so that what was erased is gone from both. [ST-4] */
  checkpoint(): Promise<void>;
  bytes(): Promise<{ readonly file: number; readonly wal: number }>;
}

export interface StoreFinding {
  readonly id: 'integrity' | 'index' | 'projection' | 'freelist' | 'values';
  readonly status: 'pass' | 'fail' | 'fixed';
  readonly message: string;
}

/** The engine as the daemon holds it. */
export interface Engine extends WriteEngine, ReadEngine, StoreMaintenance {
  /** Why only reading is possible: a newer program wrote the file, or it cannot be written. [ST-1, RL-22] Null: it is not so. */
  readonly readOnly: CairnError | null;
  close(): Promise<void>;
}

export type { DeviceId };
