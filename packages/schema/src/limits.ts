/** All limits, with the unit in the name. Each is tested at the limit and one past it. Characters are Unicode code points. */
export const LIMITS = {
  /** M-1 */
  contentCharsMax: 2_000,
  /** TR-9: UTF-16 units. A longer text is not searched for private parts before its length is checked. */
  rawTextUnitsMax: 65_536,
  /** TR-9: UTF-16 units of a text that is searched for orders. The longest document of a profile has no more. */
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
  /** M-5: a count of n expires after n times this many days. */
  styleDaysPerCount: 14,
  /** SY-M4: for one device, and for the sum over all. */
  countMax: 1_000_000,
  /** SY-M4: counters of one memory, one per device. A vault never has more devices than entries in its member list. */
  countersPerMemoryMax: 2_000,
  /** RL-6: different tags that one memory ever had, and changes of one tag. */
  tagsEverMax: 128,
  tagChangesMax: 1_000_000,
  /** RL-1: memories that one memory replaced, by one device's count. */
  replacedMax: 256,
  /** SY-M7: how often a body was rewritten. */
  rewritesMax: 1_000_000,
  /** Milliseconds before and after 1970: the range of a date. */
  timeMsMax: 8_640_000_000_000_000,
  /** M-2: characters that normalising makes of one character, at most. */
  normalisedGrowthMax: 3,
  /** G-1: the factor by which markers may lengthen a text that is within its limit. For the limit, a marker counts as one character. */
  redactedGrowthMax: 8,
  /** SY-M8: an HMAC in hex. */
  goneHashCharsMax: 64,
  deviceNameCharsMax: 64,

  /** M-11: bytes of one document in UTF-8. */
  documentBytesMax: 1_048_576,
  documentPathCharsMax: 4_096,
  /** F-6: the newest passages that a substring search reads. Each one costs, whether it matches or not. */
  passageLikeRowsMax: 10_000,
  /** Folders that are indexed as a whole, and files that were removed from the index of one such folder. */
  indexedFoldersMax: 256,
  indexedFolderExceptMax: 10_000,
  /** F-8: turns in one request to the index of a session. */
  turnsPerRequestMax: 5_000,
  turnTextCharsMax: 65_536,

  /** SE-1 */
  sessionScopeCharsMax: 64,
  sessionScopeIdCharsMax: 256,
  sessionMessagesPerRequestMax: 1_000,
  messageCharsMax: 262_144,
  /** Characters of a message's calls, and of its results, as JSON. */
  messageJsonCharsMax: 262_144,
  sessionsLimitDefault: 50,
  sessionsLimitMax: 1_000,
  /** Messages of one answer. */
  sessionMessagesReadMax: 10_000,
  restoreTokensDefault: 8_000,
  restoreTokensMin: 100,
  whereTokensMax: 600,
  /** SE-2: the default size of an agent's context, and the range that it may set. */
  sessionTokensDefault: 32_000,
  sessionTokensMin: 1_000,
  sessionTokensMax: 2_000_000,
  activeTaskCharsMax: 1_000,
  /** A task that was found in messages. [SE-5] */
  foundTaskCharsMax: 300,
  /** Characters of all earlier summaries that are kept when a new summary is made. */
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
  /** SE-4: UTF-16 units of a repeated passage. A shorter one is not deduplicated, because the texts around it differ. */
  repeatedUnitsMin: 160,
  /** F-2: days after which an unused vector is deleted. */
  unusedVectorDays: 30,

  /** A tool's answer over MCP, in tokens. Hosts cut longer ones. */
  mcpTokensDefault: 1_500,
  mcpTokensMin: 100,
  mcpTokensMax: 20_000,
  /** Results or resources of one page. */
  mcpPageMax: 50,
  /** Bytes of the description of a server or a tool. Hosts cut longer ones. */
  mcpWordsBytesMax: 2_048,
  mcpPipesMax: 256,
  /** MC-13: the wait for an answer of a running daemon, and for the result of a tool call, which may take longer. */
  mcpAnswerMsMax: 3_000,
  mcpCallMsMax: 30_000,

  /** CX-1 */
  contextTokensDefault: 1_000,
  contextTokensMax: 32_000,
  /** CX-8: the newest memories of a scope that are ranked for a session's start, and the pinned ones. */
  contextCandidatesMax: 2_000,
  contextPinnedMax: 100,
  /** CX-10: tokens for memories beside long rules, if the call sets no limit. */
  contextBesideOwnTokens: 500,
  /** Hidden entries are counted up to this number. */
  contextCountMax: 10_000,
  /** The tokens of memories relevant to a prompt. */
  relevantTokensDefault: 400,
  rawPinnedTokens: 1_000,

  /** CX-2: values in a list of the profile, and texts of its documents. A raw document of four bytes a character fits a payload. */
  profileListMax: 50,
  profileSectionCharsMax: 128,
  profileItemCharsMax: 1_000,
  profileItemsMax: 200,
  profileRawCharsMax: 12_000,
  profileHistoryMax: 1_000,
  /** The greatest absolute value of an item's order. A moved item gets a number between those of its neighbours. */
  profileOrderMax: 1_000_000_000,

  /** CX-2: memories of the static prompt. They include personality, pinned memories, and places for the newest. */
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
  /** CX-4: older tool results with this many tokens are pruned, except the newest. */
  pruneTokensMin: 200,
  pruneNewestKept: 3,

  /** HK-1: bytes that a hook reads from its agent. */
  hookInputBytesMax: 4_194_304,
  /** HK-2: milliseconds from the start of the process, by event. */
  hookStartMsMax: 2_500,
  hookPromptMsMax: 800,
  /** For the events after a tool call, an answer and a session. An agent waits for each of these hooks. */
  hookEndMsMax: 1_200,
  /** For other events, such as a compaction. */
  hookOtherMsMax: 5_000,
  /** HK-4: characters of a text that are examined, and that are kept as a turn. */
  hookTextCharsMax: 65_536,
  hookTurnCharsMax: 4_000,
  /** HK-6: the end of an agent's own transcript that is read, and the session's last messages that it is compared with. */
  hookTranscriptBytesMax: 1_048_576,
  hookTranscriptMessagesMax: 200,
  /** HK-5: turns that wait for the daemon, and bytes of the list of failures. */
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
  /** The reason for which a schedule is paused. */
  scheduleReasonCharsMax: 2_000,
  schedulePreviewRuns: 5,
  scheduleListDefault: 50,
  scheduleListMax: 1_000,
  scheduleRunsListDefault: 20,
  scheduleRunsListMax: 200,
  /** The kept runs of one schedule. Older ones are deleted. */
  scheduleRunsKept: 50,
  /** SC-3 */
  scheduleSummaryCharsMax: 500,
  scheduleOutputCharsMax: 32_000,
  scheduleAnswerTokensMax: 2_000,
  scheduleContextTokens: 1_000,
  scheduleFailuresMax: 5,
  /** The longest time between two checks of the clock. So a machine that slept notices it within this time. */
  scheduleLookMsMax: 30_000,
  /** The delay of a one-time schedule whose run was skipped, because its model could not be called. */
  scheduleSkippedMs: 3_600_000,
  notifyCommandMsMax: 10_000,
  /** ST-2: backups that the daemon makes by itself. */
  backupsKept: 7,

  /** SY-D3 */
  facetBytesMax: 64,
  /** SY-U2 */
  batchItemsMax: 500,
  batchBytesMax: 1_048_576,
  /** A payload in bytes, before base64url. */
  payloadBytesMax: 65_536,
  /** SY-S5: the depth to which a payload of a readable vault may nest. */
  readableDepthMax: 32,
  pullItemsDefault: 1_000,
  pullItemsMax: 5_000,
  /** SY-P4: the newest rows of a bootstrap come in pages of the usual size, so they are soon searchable. Later pages are larger. */
  bootstrapNewest: 2_000,
  bootstrapPageItems: 4_000,
  pushBodyBytesMax: 2_097_152,
  bodyBytesMax: 65_536,
  /** Bodies with sealed keys: a thousand of about 400 bytes, and a long member list after a restore. */
  keysBodyBytesMax: 2_097_152,

  /** SY-C3 */
  clockAheadMsMax: 120_000,
  /** TR-5: how far an incoming stamp may be beyond the server's time: the server's own tolerance, and ours for a wrong offset. */
  stampAheadMsMax: 300_000,
  /** TR-5: how much the device's estimate of the server's time may advance its own clock per day. */
  serverTimeStepMsMax: 86_400_000,
  /** RL-39: how far the server's time may move this device's stamps ahead of its clock: half of any server's tolerance. */
  stampLeadMsMax: 60_000,
  /** TR-5: published stamps further ahead of both clocks than this are taken back. */
  clockMendMsMin: 3_600_000,
  hlcCounterMax: 65_535,
  /** RL-27: how long the loss of the log's end is reported. */
  lostTailMsMax: 604_800_000,

  /** SY-U4 */
  lockTimeoutMs: 5_000,
  statementTimeoutMs: 10_000,

  /** SY-L1 to SY-L4 */
  hintCoalesceMs: 20,
  headPollMs: 5_000,
  pingIntervalMs: 15_000,
  pingTimeoutMs: 45_000,
  /** Event streams of one device. A further one ends the oldest. */
  streamsPerDeviceMax: 8,
  /** TR-13: characters of one event that a device accepts. A hint has a few hundred. */
  hintCharsMax: 65_536,
  /** The token bucket for hints: its size, and the time after which it gains a token. So a long burst of saves is followed at once. */
  hintsAtOnceMax: 100,
  hintPauseMs: 200,
  backoffMsMin: 500,
  backoffMsMax: 60_000,
  /** Shortest and longest pause after the server did not know this device, and longest pause after other refusals. [TR-32] */
  lockoutMsMin: 5_000,
  lockoutMsMax: 300_000,
  refusalMsMax: 3_600_000,
  /** SY-P5 */
  contextPullMsMax: 1_500,
  /** A request without progress for this long has failed. There is no total time-out. */
  progressTimeoutMs: 30_000,
  /** The least average rate in each span of `progressTimeoutMs` except the first. A slow telephone line has ten times this rate. */
  bytesPerSMin: 128,
  /** Replaces `progressTimeoutMs` if a person waits for the answer. [RL-12] */
  answerMsMax: 15_000,

  /** SY-A1 */
  pairingCodeBytes: 10,
  pairingMsMax: 600_000,
  pairingTriesMax: 5,
  /** Stored invitations, also expired ones. A further one replaces the oldest. */
  pairingsPerDeviceMax: 64,
  recoverChallengeMsMax: 300_000,

  /** SY-E1, SY-E4: how long the server remembers its commits. */
  anchorDaysMin: 180,
  /** Rows of one step under the vault's lock. */
  collectAnchorsMax: 1_000,
  collectIntervalMs: 3_600_000,
  /** SY-S8: registers of one step when the table of readable memories is filled, and the pause after a failed step. */
  fillRegistersMax: 2_000,
  fillRetryMs: 5_000,

  /** How old the stored time of a device's last contact may be. A pull without changes does not write it sooner. */
  lastSeenMsMax: 60_000,

  /** SY-A5 */
  requestsPerAddressPerMinute: 60,
  requestsPerDevicePerMinute: 6_000,
  registersPerVaultMax: 5_000_000,
  devicesPerVaultMax: 64,
  /** SY-A4 */
  vaultsPerAccountMax: 16,
  sessionTokenCharsMax: 8_192,
  /** TR-4: how long the first device may take to re-encrypt everything. Then the others do it too. */
  resealMsMax: 86_400_000,
  /** SY-S6: all entries that a vault's member list may ever have. */
  memberEntriesMax: 2_000,

  /** SU-6: the bytes of a streamed answer of a model. Answers in one piece and vectors have smaller limits. */
  modelAnswerBytesMax: 16_777_216,
  modelRetryAfterMsMax: 3_600_000,
  modelCallsKeptMs: 90 * 86_400_000,

  /** SU-1 */
  summariseAt: 20,
  summariseEveryMs: 300_000,
  compactAfterMs: 86_400_000,
  /** SU-4: the newest memories of a backlog, which are sent to a model. */
  summariseNewestMax: 200,
  /** Rows of a backlog that are read for its single summary. */
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

  /** characters of a message and of one question, and messages before it that are repeated as context. */
  extractMessageCharsMax: 500,
  extractConversationCharsMax: 15_000,
  extractContextMessages: 6,
  /** Questions of one run. The rest waits for the next run. */
  extractWindowsMax: 4,
  /** items of one answer. */
  extractItemsMax: 20,
  extractValueCharsMax: 500,
  extractAnswerTokensMax: 1_500,
  extractKnownKeysMax: 60,
  /** The wait after the last message, and the age at which another session counts as abandoned. */
  extractIdleMs: 5_000,
  extractStaleMs: 1_800_000,
  /** a session below both minima is not reviewed. A session with `reviewOwnSavesMax` own saves is not reviewed either. */
  reviewToolCallsMin: 2,
  reviewUserMessagesMin: 3,
  reviewOwnSavesMax: 2,
  reviewDigestCharsMax: 2_000,
  reviewAnswerTokensMax: 400,
  /** for one message. */
  statementsMax: 5,
  statementCharsMax: 300,
  /** */
  directiveObservationsMin: 3,
  directiveObservationsMax: 15,
  directiveCharsMax: 1_200,

  /** OP-4: days whose figures are kept. */
  dayFiguresMax: 400,
  /** CX-7: kept contexts: days of one project, contexts in all, and parts of one. */
  givenDaysMax: 90,
  givenContextsMax: 2_000,
  givenPartsMax: 500,

  /** OP-11 */
  settingUrlCharsMax: 2_048,
  settingNameCharsMax: 256,
  settingKeyCharsMax: 8_192,
  settingModelsMax: 8,
  projectAliasesMax: 1_000,

  /** PG-2: how long a one-time URL is valid, and the browser session that it opens. Further ones replace the oldest. */
  pageTicketMsMax: 60_000,
  pageSessionMsMax: 7 * 86_400_000,
  pageTicketsMax: 32,
  pageSessionsMax: 32,

  /** TR-13: a sentence from a server, a model or another program. */
  outsideTextCharsMax: 500,
  /** TR-60: an address with the longest argument of a command, a body, and a message of MCP or a route for files and conversations. */
  addressCharsMax: 491_520,
  requestBytesMax: 1_048_576,
  daemonBodyBytesMax: 16_777_216,
  importItemsPerRequestMax: 1_000,
  /** IM-5: the most memories into which one long text of a file is split. */
  importPartsMax: 50,
  /** TR-9: UTF-16 units of a text that is examined before it is split. */
  importTextUnitsMax: 524_288,
  /** IM-5: characters of one turn of a transcript, as in the file. A longer turn is refused. */
  importTurnCharsMax: 2_097_152,
} as const;
