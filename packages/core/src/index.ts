export * from './context/dynamic-suffix.ts';
export { defuse, type FenceKey, fenced, quoteForContext, quoteName } from './context/fence.ts';
export type { Given } from './context/given.ts';
export { joinSections, type PromptSection } from './context/prompt-section.ts';
export { pruneToolResults } from './context/pruning.ts';
export { promptSearch } from './context/relevant-section.engine.ts';
export { type StaticInput, staticPrompt } from './context/static-prompt.ts';
export { isSteering, steeringMessages, withoutSteering } from './context/steering.ts';
export { whereYouWere } from './context/where-you-were.ts';
export {
  HEARTBEAT_FILE,
  heartbeatTasks,
  WORKSPACE_FILES,
  type WorkspaceTexts,
} from './context/workspace-files.ts';
export * from './crypto/index.ts';
export * from './days/latency.ts';
export type * from './engine/api.ts';
export { countTokens } from './engine/count-tokens.ts';
export { identityOf } from './engine/driver/keys-task.ts';
export * from './engine/driver/sync-driver.ts';
export type * from './engine/engine.ts';
export { createReadEngine } from './engine/read-engine.ts';
export { SYNC_VALUES } from './engine/sync-api.ts';
export { type CheckedKeyring, checkKeyring, type KeyringRefusal } from './engine/vault/check-keyring.ts';
export { type Founding, type FoundingDevice, planFounding } from './engine/vault/found-vault.ts';
export { otherVault } from './engine/vault/membership.ts';
export {
  type Admission,
  isAdmissible,
  type KeyHolder,
  planAdmission,
  planFarewell,
  planSuccession,
  type Succession,
  signerOf,
} from './engine/vault/plan-members.ts';
export { vaultKeysOf } from './engine/vault/vault-keys.ts';
export {
  createVerifier,
  type Verifier,
  type VerifierDeps,
  type VerifyEngine,
} from './engine/verify/verify-vault.ts';
export { createWriteEngine, type WriteEngineDeps } from './engine/write-engine.ts';
export { CATEGORIES } from './extraction/category.ts';
export type { Finding as Extracted } from './extraction/check-items.ts';
export { checkItems } from './extraction/check-items.ts';
export { checkDirective, checkNote } from './extraction/check-note.ts';
export type { Message } from './extraction/message.ts';
export { parseExtraction } from './extraction/parse-answer.ts';
export { parseNote } from './extraction/parse-note.ts';
export * from './extraction/personality.ts';
export * from './extraction/prompts.ts';
export { REVIEW_TAGS, type ReviewTask, reviewTasks } from './extraction/session-review.ts';
export { findStatements, isCovered } from './extraction/statements.ts';
export { nextWindow, type Window } from './extraction/window.ts';
export { handedOf } from './handover/fit.ts';
export { handoverOffer } from './handover/offer.ts';
export { checkBackup, type OpenEngineOptions, openEngine, type RemotePlace } from './libsql/open-engine.ts';
export { isRemoteFailure } from './libsql/rpc.ts';
export type { BackupFacts } from './libsql/store-maintenance.ts';
export { cleanText, countControls, normaliseContent } from './memory/clean-text.ts';
export { withoutSecrets } from './memory/guard.ts';
export type * from './ports/clock.ts';
export type * from './ports/embedder.ts';
export type * from './ports/keyring.ts';
export type * from './ports/language-model.ts';
export type * from './ports/random.ts';
export type { RemovedBy } from './ports/removed-store.ts';
export type * from './ports/sealer.ts';
export type * from './ports/store.ts';
export type * from './ports/summary-store.ts';
export type * from './ports/timers.ts';
export type * from './ports/transport.ts';
export type * from './ports/tuning.ts';
export type * from './ports/vectors.ts';
export { previewCadence } from './schedule/cadence.ts';
export { readScheduleAnswer, SCHEDULE_ANSWER, scheduleAsks, scheduleMessages } from './schedule/prompt.ts';
export { runnerStates } from './schedule/runner-state.ts';
export { planSystemTimes } from './schedule/times.ts';
export { toRun, toSchedule } from './schedule/to-schedule.ts';
export { toldRuns } from './schedule/told-runs.ts';
export { toolsUsed } from './session/digest.ts';
export { messageText } from './session/message.ts';
export { type SessionSummaryQuestion, sessionSummaryQuestion } from './session/prompts.ts';
export { type AnswerFault, checkSummary } from './summary/check-answer.ts';
export { isBatchDue, type SummaryTrigger } from './summary/due.ts';
export { extract } from './summary/extract.ts';
export * from './summary/model-price.ts';
export type { DraftSentence, Note } from './summary/note.ts';
export { parseSummaryAnswer, parseTaskAnswer } from './summary/parse-answer.ts';
export { SESSION_ANSWER, SUMMARY_ANSWER, summaryMessages } from './summary/prompts.ts';
export { boundsOf, type SummaryTask, summaryRowOf } from './summary/tasks.ts';
export { nextDelayMs, paceOfRefusal } from './sync/backoff.ts';
export { HEALING_SENTENCES } from './sync/failure.ts';
export {
  beginningAt,
  type GenerationBounds,
  isLate,
  keyBounds,
  presentMs,
} from './sync/generation-bounds.ts';
export { awaited } from './sync/read-page.ts';
export { createSyncUseCases, type SyncUseCases } from './sync/sync-use-cases.engine.ts';
export { mixedVector, textsOf } from './vectors/embeddable.ts';
export { FUSION_RULES } from './vectors/fusion.ts';
export { retryDelayMs } from './vectors/retry.ts';
export { questionText, textHashOf } from './vectors/text.ts';
export { isZero, unitVector } from './vectors/unit-vector.ts';
