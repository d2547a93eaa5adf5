/** Composes the services of a daemon, or of a command that only reads. */
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { machineZone, type Paths, readWorkspaceFile, VERSION } from '@cairn/client/device';
import { checkBackup, countTokens, createCrypto, openEngine } from '@cairn/core';
import type { ConfigReader } from '../adapters/config-reader.ts';
import { createDatabaseFiles } from '../adapters/database-files.ts';
import { lookAtFile, readDocument } from '../adapters/document-files.ts';
import { listFolder } from '../adapters/folder-files.ts';
import { branchOf } from '../adapters/git-branch.ts';
import { createGitProjects } from '../adapters/git-projects.ts';
import { createKeyringFile } from '../adapters/keyring-file.ts';
import { createMachineFacts } from '../adapters/machine-facts.ts';
import { createPairingFile } from '../adapters/pairing-file.ts';
import { createServerLink } from '../adapters/server-link.ts';
import { createSessionFile } from '../adapters/session-file.ts';
import { after, sleep, steadyMs, systemClock } from '../adapters/system-time.ts';
import type { StopReasons } from '../adapters/until-stopped.ts';
import type { Config } from '../config.ts';
import { createMcpService } from '../mcp/mcp-service.ts';
import { createPace } from '../mcp/pace.ts';
import { createAccessCounts } from '../services/access-counts.ts';
import { createAccountService, isSignedOutOf } from '../services/account/account.ts';
import { createBackupAndRestore } from '../services/backup-and-restore.ts';
import { createBranches } from '../services/branches.ts';
import { createDayFigures } from '../services/day-figures.ts';
import { createDoctor } from '../services/doctor.ts';
import { createDocumentWatch } from '../services/document-watch.ts';
import type { EngineBox } from '../services/engine-box.ts';
import type { EventBus } from '../services/events.ts';
import { createExtractionService } from '../services/extraction/extraction-service.ts';
import { createFinding } from '../services/finding.ts';
import { createGate } from '../services/gate.ts';
import { createGivenContexts } from '../services/given-contexts.ts';
import { createHousekeeping } from '../services/housekeeping/housekeeping.ts';
import { type Log, warningOf } from '../services/log.ts';
import type { LostTailNote } from '../services/lost-tail-status.ts';
import { createMemories } from '../services/memories.ts';
import { once } from '../services/once.ts';
import { createProjects } from '../services/projects.ts';
import { createPrompts } from '../services/prompts.ts';
import { createRemovedMemories } from '../services/removed-memories.ts';
import { createReviewService } from '../services/review.ts';
import { createRunNews } from '../services/schedules/run-news.ts';
import type { PersonalFile } from '../services/scopes/about-person.ts';
import { memoriesByScope } from '../services/scopes/memories-by-scope.ts';
import { scopeEngine } from '../services/scopes/scope-engine.ts';
import type { ScopeFinder, Scopes } from '../services/scopes/scopes.ts';
import { createHandovers } from '../services/sessions/handovers.ts';
import { createSessionFiles } from '../services/sessions/session-files.ts';
import { createSyncService } from '../services/sync.ts';
import type { Turns } from '../services/turns.ts';
import { createUsedMemories } from '../services/used-memories.ts';
import { createVaultService } from '../services/vault.ts';
import { createVerifyService } from '../services/verify.ts';
import { accountParts, withEvents } from './account.ts';
import { createActing } from './acting.ts';
import { createEmbeddingParts } from './embedding.ts';
import { createHookParts, createTurnOf } from './hooks.ts';
import { createScheduleParts } from './schedules.ts';
import { createSettingsParts } from './settings.ts';
import { summarising } from './summaries.ts';

const TOKEN_BYTES = 32;

/** Parts that all services build on. */
export interface Foundation {
  readonly box: EngineBox;
  readonly events: EventBus;
  readonly reasons: StopReasons;
  readonly log: Log;
  readonly reader: ConfigReader;
  /** State of the log before a daemon opened the file. [RL-27] */
  readonly lostTail: LostTailNote | null;
  /** Finds the scope of a request about another file. Null if there are no scopes, or if this instance is a scope. [SP-2] */
  readonly scopes: (ScopeFinder & Pick<Scopes, 'ofBackup'>) | null;
  /** Returns the personal file, for memories about the person. Null if this instance is the personal file. [SP-3] */
  readonly personal: (() => PersonalFile) | null;
  /** Turns of all files, because an agent may save into another file than its turns. [MC-6] */
  readonly turns: Turns;
  /** Restores the lock file after somebody removed it. Returns false if another process has the lock. */
  readonly renewLock: () => boolean;
}

export type Services = ReturnType<typeof createServices>;

export const createServices = (
  { paths, hostName }: { readonly paths: Paths; readonly hostName: string },
  config: Config,
  { box, events, reasons, log, reader, lostTail, renewLock, scopes, personal, turns }: Foundation,
) => {
  const engine = () => (personal === null ? box.current() : scopeEngine(box.current()));
  const live = { config };
  const random = { bytes: (count: number) => new Uint8Array(randomBytes(count)) };
  const timers = { after };
  const base = {
    ...{ engine, gate: createGate(), events, log, timers, random, personal, stopSignal: reasons.stopSignal },
    ...{ clock: systemClock, nowMs: systemClock.nowMs, steadyMs, sleep, randomBytes: random.bytes },
    ...{ keyring: createKeyringFile(paths.keys), notes: createPairingFile(paths.pendingJoin) },
    crypto: once(() => createCrypto({ random })),
    linkTo: (server: string, token: () => Promise<string | null>) =>
      createServerLink(server, { token, timers, random: () => randomBytes(4).readUInt32BE() / 2 ** 32 }),
  };
  const sessionFile = withEvents(createSessionFile(paths.session), events);
  const sync = createSyncService({
    ...base,
    isSignedOut: (server) => isSignedOutOf(sessionFile.read(), server),
  });
  const account = createAccountService({ ...base, sync, file: sessionFile, ...accountParts(base) });
  const vault = createVaultService({
    ...{ ...base, sync, account, deviceName: config.deviceName },
    ...{ session: sync.session, useKeys: sync.useKeys, nudge: sync.localWrite },
  });
  const housekeeper = createHousekeeping(base);
  const verify = createVerifyService({ ...base, sync });
  const summarised = summarising({ ...base, config, housekeeper });
  const documents = createDocumentWatch({
    engine,
    files: { look: lookAtFile, read: readDocument, list: async (folder) => (await listFolder(folder)).files },
    housekeeper,
  });
  const embedding = createEmbeddingParts(config.embed, paths.embedders, {
    ...{ ...base, housekeeper, fusion: config.fusion },
  });
  const asker = summarised.languageModel;
  const projects = createProjects({ identify: createGitProjects(), aliases: () => live.config.projects });
  const acting = createActing({ ...base, tools: () => toolDeps, prompts: () => prompts });
  const scheduled = createScheduleParts(paths, config, {
    ...{ ...base, acting, sync, projects, asker, housekeeping: housekeeper },
  });
  const backups = createBackupAndRestore({
    ...{ ...base, box, sync, checkBackup },
    files: config.store === null ? createDatabaseFiles(paths.database, paths.backups) : null,
    openCopy: (path) => openEngine({ path, deviceName: config.deviceName }),
    scopeOfBackup: async (facts) => (await scopes?.ofBackup(facts)) ?? null,
    settleCopies: scheduled.settle,
    restartServices: () => embedding.begin().then(scheduled.restart),
  });
  const doctor = createDoctor({
    ...{ ...base, store: config.store, version: VERSION, lostTail },
    ...{ retryDead: sync.retryDead, syncStatus: sync.status, whyPaused: sync.whyPaused },
    embedderStatus: embedding.status,
    machine: createMachineFacts(paths, renewLock),
    scopeProblems: async () => (await scopes?.problems()) ?? [],
    languageModel: () => summarised.languageModel.state(),
  });
  const access = createAccessCounts({
    write: (ids) => engine().noteAccess(ids),
    timers,
    onError: warningOf(log, 'access counts were lost'),
  });
  const wrote = (ids: readonly string[]): void => {
    events.publish({ kind: 'changed', ids });
    sync.localWrite();
  };
  const removed = createRemovedMemories({ ...base, housekeeper, wrote });
  const review = createReviewService(base);
  const forgot = (ids: readonly string[]): void => {
    if (ids.length === 0) return;
    wrote(ids);
    summarised.summaries.forgot();
  };
  const extraction = createExtractionService({ ...base, isOn: config.isExtracting, asker, wrote });
  const summaries = {
    ...summarised.summaries,
    sessionBegan() {
      summarised.summaries.sessionBegan();
      extraction.sessionBegan();
    },
  };
  const figures = createDayFigures({ ...base, housekeeper });
  const given = createGivenContexts(base);
  const used = createUsedMemories(base);
  const branches = createBranches({ ...base, projects, branchOf });
  const finding = createFinding({ ...base, ...embedding });
  const asking = { ...base, branches, projects, finding, sync, summaries, given };
  const memories = createMemories({ ...asking, access, figures, wrote, forgot });
  const prompts = createPrompts({
    ...{ ...asking, readFile: readWorkspaceFile, timezone: machineZone },
    configFolder: dirname(paths.config),
    machine: { hostName, os: process.platform, arch: process.arch },
  });
  const fence = { secret: randomBytes(TOKEN_BYTES).toString('hex'), reader: '' };
  const handovers = createHandovers({ ...base, fence, wrote });
  const toolDeps = {
    memories: scopes === null ? memories : memoriesByScope(memories, scopes),
    countTokens,
    fence,
    notePace: createPace(systemClock.nowMs),
    turnOf: createTurnOf(turns, projects),
  };
  const mcp = createMcpService({
    ...{ ...base, ...toolDeps, version: VERSION },
    onBug: (error, where) =>
      log.error('an MCP request failed', {
        ...{ where, error: error instanceof Error ? error.name : typeof error },
      }),
  });
  const settings = createSettingsParts(paths, {
    ...{ ...base, live, reader, asker, useModel: summarised.useModel, embedderStatus: embedding.status },
  });
  const sessionFiles = createSessionFiles(readDocument);
  const runNews = createRunNews(engine, fence);
  const hooks = createHookParts(paths, {
    ...{ ...asking, fence, handovers, sessionFiles, runNews, turns, scopes },
  });
  return {
    ...{ ...base, projects, access, sync, verify, documents, vault, account, backups, doctor, review },
    ...{ extraction, hooks, figures, given, used, settings, scheduled, removed, lostTail },
    ...{ branches, memories, prompts, mcp, wrote, handovers, sessionFiles },
    ...summarised,
    embedding,
    database: paths.database,
    shutdown: () => reasons.stop('asked to'),
  };
};
