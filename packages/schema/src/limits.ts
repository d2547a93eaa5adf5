/**
 * Every bound of the system, with its unit in the name. Each is tested at the limit and one past it.
 * Characters are Unicode code points, so that an emoji counts as one.
 */
export const LIMITS = {
  /** M-1 */
  contentCharsMax: 2_000,
  /** TR-9: a longer text, in UTF-16 units, is not searched for private parts before its length is judged. */
  rawTextUnitsMax: 65_536,
  /** TR-9: UTF-16 units of a text that is searched for orders: the longest document of a profile, in the widest characters. */
  judgedUnitsMax: 24_000,
  /** M-1: the value of a keyed memory. */
  keyedContentCharsMax: 2_048,
  keyCharsMax: 128,
  namespaceCharsMax: 256,
  tagsMax: 20,
  tagCharsMax: 64,
  projectCharsMax: 512,
  sessionCharsMax: 256,
  agentCharsMax: 128,
  turnCharsMax: 256,
  queryCharsMax: 2_000,
  /** M-7 */
  savesPerTurnMax: 5,
  searchLimitDefault: 10,
  searchLimitMax: 200,
  listLimitDefault: 50,
  listLimitMax: 1_000,
  similarMax: 3,
  reviewLimitDefault: 20,
  reviewLimitMax: 1_000,
  /** M-5: a count of n expires after n times so many days. */
  styleDaysPerCount: 14,
  /** SY-M4: of one device, and of the sum over all. */
  countMax: 1_000_000,
  /** SY-M4: counters of one memory, one a device; a vault never has more devices than entries in its member list. */
  countersPerMemoryMax: 2_000,
  /** RL-6: different tags that one memory ever had, and how often one of them changes. */
  tagsEverMax: 128,
  tagChangesMax: 1_000_000,
  /** RL-1: memories whose place one memory took, as one device says. */
  replacedMax: 256,
  /** SY-M7: bodies that came before the present one. */
  rewritesMax: 1_000_000,
  /** Either side of 1970, in milliseconds: what a date can hold. */
  timeMsMax: 8_640_000_000_000_000,
  /** M-2: normalising makes at most three characters of one. */
  normalisedGrowthMax: 3,
  /** G-1: so many times its limit a text may have once markers stand for its secrets, each of which counts as one character. */
  redactedGrowthMax: 8,
  /** SY-M8: an HMAC in hex. */
  goneHashCharsMax: 64,
  deviceNameCharsMax: 64,

  /** M-11: UTF-8 of one document. */
  documentBytesMax: 1_048_576,
  documentPathCharsMax: 4_096,
  /** F-6: passages that a search by substring reads, the newest; each one costs, found or not. */
  passageLikeRowsMax: 10_000,
  /** Folders that are indexed as a whole, and files of one that were taken out again. */
  indexedFoldersMax: 256,
  indexedFolderExceptMax: 10_000,
  /** F-8: one request to the index of a session. */
  turnsPerRequestMax: 5_000,
  turnTextCharsMax: 65_536,

  /** SE-1 */
  sessionScopeCharsMax: 64,
  sessionScopeIdCharsMax: 256,
  sessionMessagesPerRequestMax: 1_000,
  messageCharsMax: 262_144,
  /** The length of a message's calls, and of its results, as JSON. */
  messageJsonCharsMax: 262_144,
  sessionsLimitDefault: 50,
  sessionsLimitMax: 1_000,
  /** Messages of one answer. */
  sessionMessagesReadMax: 10_000,
  restoreTokensDefault: 8_000,
  restoreTokensMin: 100,
  whereTokensMax: 600,
  /** SE-2: what an agent's context takes when it does not say, and what it may say. */
  sessionTokensDefault: 32_000,
  sessionTokensMin: 1_000,
  sessionTokensMax: 2_000_000,
  activeTaskCharsMax: 1_000,
  /** Of a task that was found in what was said. [SE-5] */
  foundTaskCharsMax: 300,
  /** The part that is left of all earlier summaries when there is a new one. */
  earlierSummaryCharsMax: 800,
  /** The length of a summary without a model. */
  sessionDigestCharsMax: 1_600,
  rollingSummaryCharsMax: 16_000,
  ...{ sourceUriCharsMax: 2_000, metadataCharsMax: 4_000 },
  sessionFilesKept: 50,
  sessionFilesGiven: 5,
  sessionFilesTokensMax: 50_000,
  /** SE-3 */
  rollingMessagesMin: 4,
  /** SE-4: a shorter piece that is said again is a piece of its own, because what stands around it differs. */
  repeatedUnitsMin: 160,
  /** F-2: how long a vector is kept that nothing uses any more. */
  unusedVectorDays: 30,

  /** A tool's answer over MCP, in tokens; hosts cut longer ones. */
  mcpTokensDefault: 1_500,
  mcpTokensMin: 100,
  mcpTokensMax: 20_000,
  /** Results or resources of one page. */
  mcpPageMax: 50,
  /** Hosts cut what a server or a tool says about itself at so many bytes. */
  mcpWordsBytesMax: 2_048,
  mcpPipesMax: 256,
  /** MC-13: of a daemon that runs; a call of a tool may take its time. */
  mcpAnswerMsMax: 3_000,
  mcpCallMsMax: 30_000,

  /** CX-1 */
  contextTokensDefault: 1_000,
  contextTokensMax: 32_000,
  /** CX-8: the newest memories of a scope that are weighed for a session's start, and pinned ones. */
  contextCandidatesMax: 2_000,
  contextPinnedMax: 100,
  /** CX-10: tokens that are left to memories beside long rules, when no cap is named. */
  contextBesideOwnTokens: 500,
  /** Entries that are not shown are counted no further than this. */
  contextCountMax: 10_000,
  /** The tokens of what is relevant to a prompt. */
  relevantTokensDefault: 400,
  rawPinnedTokens: 1_000,

  /** CX-2: values of a profile's list; texts of its documents. A raw document fits a payload at four bytes a character. */
  profileListMax: 50,
  profileSectionCharsMax: 128,
  profileItemCharsMax: 1_000,
  profileItemsMax: 200,
  profileRawCharsMax: 12_000,
  profileHistoryMax: 1_000,
  /** Either side of zero. Items that are moved get numbers between those of others. */
  profileOrderMax: 1_000_000_000,

  /** CX-2: memories of the static prompt; of them personality, pinned ones, and places kept for the newest. */
  promptKnownMax: 50,
  promptPersonalityMax: 10,
  promptPinnedMax: 20,
  promptNewestMax: 5,
  promptKnownTokens: 6_000,
  /** The memories considered of each kind. */
  promptCandidatesMax: 60,
  promptStylesMax: 20,
  promptFileCharsMax: 32_000,
  promptFileBytesMax: 262_144,
  promptTokensMax: 2_000_000,
  promptMessagesMax: 20_000,
  heartbeatTasksMax: 100,
  /** CX-3 */
  nudgeTurns: 10,
  /** CX-4: an older tool result of so many tokens gives way, but for the newest. */
  pruneTokensMin: 200,
  pruneNewestKept: 3,

  /** HK-1: what a hook reads from its agent. */
  hookInputBytesMax: 4_194_304,
  /** HK-2: from the start of the process, by event. */
  hookStartMsMax: 2_500,
  hookPromptMsMax: 800,
  /** After a tool, an answer and a session: an agent waits for each of them. */
  hookEndMsMax: 1_200,
  /** The time of the others, such as a compaction. */
  hookOtherMsMax: 5_000,
  /** HK-4: what is looked at of a text, and what is kept of it as a turn. */
  hookTextCharsMax: 65_536,
  hookTurnCharsMax: 4_000,
  /** HK-6: of an agent's own transcript only the end is read, and compared with so many of the session's last messages. */
  hookTranscriptBytesMax: 1_048_576,
  hookTranscriptMessagesMax: 200,
  /** HK-5: turns that wait for the daemon, and the list of failures. */
  hookSpoolEntriesMax: 1_000,
  hookFailuresBytesMax: 65_536,

  /** SC-1: between two runs. */
  scheduleIntervalSecondsMin: 60,
  /** Ten years. */
  scheduleIntervalSecondsMax: 315_360_000,
  cronExpressionCharsMax: 256,
  /** SC-2 */
  schedulesMax: 10_000,
  scheduleGoalCharsMax: 4_000,
  scheduleNameCharsMax: 128,
  scheduleChannelCharsMax: 512,
  timezoneCharsMax: 64,
  /** Why it is paused. */
  scheduleReasonCharsMax: 2_000,
  schedulePreviewRuns: 5,
  scheduleListDefault: 50,
  scheduleListMax: 1_000,
  scheduleRunsListDefault: 20,
  scheduleRunsListMax: 200,
  /** The runs of one schedule; older ones are dropped. */
  scheduleRunsKept: 50,
  /** SC-3 */
  scheduleSummaryCharsMax: 500,
  scheduleOutputCharsMax: 32_000,
  scheduleAnswerTokensMax: 2_000,
  scheduleContextTokens: 1_000,
  scheduleFailuresMax: 5,
  /** Between looks at the clock: a machine that slept finds out so soon. */
  scheduleLookMsMax: 30_000,
  /** One that runs once and could not be asked for waits so long. */
  scheduleSkippedMs: 3_600_000,
  notifyCommandMsMax: 10_000,
  /** ST-2: copies that the daemon makes by itself. */
  backupsKept: 7,

  /** SY-D3 */
  facetBytesMax: 64,
  /** SY-U2 */
  batchItemsMax: 500,
  batchBytesMax: 1_048_576,
  /** A payload as bytes, before base64url. */
  payloadBytesMax: 65_536,
  /** SY-S5: how deep a payload of a readable vault may nest. */
  readableDepthMax: 32,
  pullItemsDefault: 1_000,
  pullItemsMax: 5_000,
  /** SY-P4: the newest rows of a bootstrap come in pages of the usual size and are searchable at once; the others in larger ones, and later. */
  bootstrapNewest: 2_000,
  bootstrapPageItems: 4_000,
  pushBodyBytesMax: 2_097_152,
  bodyBytesMax: 65_536,
  /** Bodies with sealed keys: a thousand of about 400 bytes, and a long member list after a restore. */
  keysBodyBytesMax: 2_097_152,

  /** SY-C3 */
  clockAheadMsMax: 120_000,
  /** TR-5: a stamp that comes in may lie this far beyond the server's time: the server's own tolerance, and ours for a wrong offset. */
  stampAheadMsMax: 300_000,
  /** TR-5: the server's time as a device believes it moves ahead of its own clock by so much a day. */
  serverTimeStepMsMax: 86_400_000,
  /** RL-39: the server's time moves own stamps ahead of the own clock by no more, half of what any server tolerates. */
  stampLeadMsMax: 60_000,
  /** TR-5: published stamps further ahead of both clocks than this are taken back. */
  clockMendMsMin: 3_600_000,
  hlcCounterMax: 65_535,
  /** RL-27: that long it is said that the log had lost its end. */
  lostTailMsMax: 604_800_000,

  /** SY-U4 */
  lockTimeoutMs: 5_000,
  statementTimeoutMs: 10_000,

  /** SY-L1 to SY-L4 */
  hintCoalesceMs: 20,
  headPollMs: 5_000,
  pingIntervalMs: 15_000,
  pingTimeoutMs: 45_000,
  /** Event streams of one device; the oldest ends when there are more. */
  streamsPerDeviceMax: 8,
  /** TR-13: characters of one event that a device takes; a hint has a few hundred. */
  hintCharsMax: 65_536,
  /** Hints that a device obeys at once, and the pause between those that come after them: a device that saves without a pause is followed for long. */
  hintsAtOnceMax: 100,
  hintPauseMs: 200,
  backoffMsMin: 500,
  backoffMsMax: 60_000,
  /** Between two questions to a server that does not know this device, and at most to one that refuses it. [TR-32] */
  lockoutMsMin: 5_000,
  lockoutMsMax: 300_000,
  refusalMsMax: 3_600_000,
  /** SY-P5 */
  contextPullMsMax: 1_500,
  /** A request that shows no progress for this long has failed; there is no total time-out. */
  progressTimeoutMs: 30_000,
  /** A request shows progress with so many in each such span but the first: half of a slow telephone line is ten times that. */
  bytesPerSMin: 128,
  /** ms. The same where a person waits for the answer. [RL-12] */
  answerMsMax: 15_000,

  /** SY-A1 */
  pairingCodeBytes: 10,
  pairingMsMax: 600_000,
  pairingTriesMax: 5,
  recoverChallengeMsMax: 300_000,

  /** SY-E1, SY-E4: how long the server remembers its commits. */
  anchorDaysMin: 180,
  /** Rows of one step under the vault's lock. */
  collectAnchorsMax: 1_000,
  collectIntervalMs: 3_600_000,
  /** SY-S8: registers that one step looks at when the table of readable memories is filled, and the wait after one that failed. */
  fillRegistersMax: 2_000,
  fillRetryMs: 5_000,

  /** How far behind a device's time of last contact may be: a pull that brings nothing new writes nothing before that. */
  lastSeenMsMax: 60_000,

  /** SY-A5 */
  requestsPerAddressPerMinute: 60,
  requestsPerDevicePerMinute: 6_000,
  registersPerVaultMax: 5_000_000,
  devicesPerVaultMax: 64,
  /** SY-A4 */
  vaultsPerAccountMax: 16,
  sessionTokenCharsMax: 8_192,
  /** TR-4: who has begun to seal everything again has so long, then the other devices do it too. */
  resealMsMax: 86_400_000,
  /** SY-S6: entries of a vault's member list, ever. */
  memberEntriesMax: 2_000,

  /** SU-6: a model's whole answer, as JSON; a batch of vectors is the largest. */
  modelAnswerBytesMax: 16_777_216,
  modelRetryAfterMsMax: 3_600_000,
  modelCallsKeptMs: 90 * 86_400_000,

  /** SU-1 */
  summariseAt: 20,
  summariseEveryMs: 300_000,
  compactAfterMs: 86_400_000,
  /** SU-4: of a backlog, the newest go to a model. */
  summariseNewestMax: 200,
  /** Rows of a backlog that are read for its one summary. */
  summaryBacklogReadMax: 300,
  /** Notes and characters of one summary, and of one question to a model. */
  summaryNotesMax: 50,
  summaryCharsMax: 16_000,
  /** SU-3 */
  summarySentencesMax: 5,
  summarySentenceCharsMax: 500,
  /** The length of an incremental summary without a model. */
  extractCharsMax: 800,
  summaryAnswerTokensMax: 800,
  /** SU-6 */
  modelTimeoutMs: 90_000,
  modelSilenceMs: 30_000,
  modelEndpointsMax: 8,
  embedDimensionsMax: 8_192,
  modelTokensPerDay: 200_000,
  modelRetryMsMin: 60_000,
  modelRetryMsMax: 7_200_000,

  /** of a message, of one question, and of what was read before it. */
  extractMessageCharsMax: 500,
  extractConversationCharsMax: 15_000,
  extractContextMessages: 6,
  /** Questions of one run; what is left waits for the next. */
  extractWindowsMax: 4,
  /** of one answer. */
  extractItemsMax: 20,
  extractValueCharsMax: 500,
  extractAnswerTokensMax: 1_500,
  extractKnownKeysMax: 60,
  /** After the last turn; of a session that nobody goes on with. */
  extractIdleMs: 5_000,
  extractStaleMs: 1_800_000,
  /** below both a session is not looked at; so many saves of its own are enough. */
  reviewToolCallsMin: 2,
  reviewUserMessagesMin: 3,
  reviewOwnSavesMax: 2,
  reviewDigestCharsMax: 2_000,
  reviewAnswerTokensMax: 400,
  /** of one message. */
  statementsMax: 5,
  statementCharsMax: 300,
  /** */
  directiveObservationsMin: 3,
  directiveObservationsMax: 15,
  directiveCharsMax: 1_200,

  /** OP-4: days of which figures are kept. */
  dayFiguresMax: 400,
  /** CX-7: days of one project, contexts of all, and parts of one, of which it is kept what was given. */
  givenDaysMax: 90,
  givenContextsMax: 2_000,
  givenPartsMax: 500,

  /** OP-11 */
  settingUrlCharsMax: 2_048,
  settingNameCharsMax: 256,
  settingKeyCharsMax: 8_192,
  settingModelsMax: 8,
  projectAliasesMax: 1_000,

  /** PG-2: how long a one-time address works, and a browser that used one; the oldest make room. */
  pageTicketMsMax: 60_000,
  pageSessionMsMax: 7 * 86_400_000,
  pageTicketsMax: 32,
  pageSessionsMax: 32,

  /** TR-13: a sentence of a server, a model or another program. */
  outsideTextCharsMax: 500,
  /** TR-60: a request's body and a message of MCP; of routes that carry files or whole conversations, the second. */
  requestBytesMax: 1_048_576,
  daemonBodyBytesMax: 16_777_216,
  importItemsPerRequestMax: 1_000,
  /** IM-5: memories that one long text of a file becomes. */
  importPartsMax: 50,
  /** TR-9: UTF-16 units of a text that is looked at before it is cut into such parts. */
  importTextUnitsMax: 524_288,
  /** IM-5: one turn of a transcript, as it stands in the file. */
  importTurnCharsMax: 2_097_152,
} as const;
