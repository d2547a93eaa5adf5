/** Dependencies of the routes. A route contains no logic: it parses, calls a service and answers. */
import type { Engine, Timers } from '@cairn/core';
import type { RefusedResult, StatsResult, StatusResult } from '@cairn/schema';
import type { PageFiles } from '../adapters/page-files.ts';
import type { McpService } from '../mcp/mcp-service.ts';
import type { AccountService } from '../services/account/account.ts';
import type { BackupAndRestore } from '../services/backup-and-restore.ts';
import type { Branches } from '../services/branches.ts';
import type { DayFiguresService } from '../services/day-figures.ts';
import type { Doctor } from '../services/doctor.ts';
import type { EventBus } from '../services/events.ts';
import type { Gate } from '../services/gate.ts';
import type { HookEvents } from '../services/hook-events.ts';
import type { Housekeeping } from '../services/housekeeping/housekeeping.ts';
import type { Log } from '../services/log.ts';
import type { Memories } from '../services/memories.ts';
import type { PageAccess } from '../services/page-access.ts';
import type { Prompts } from '../services/prompts.ts';
import type { RemovedMemories } from '../services/removed-memories.ts';
import type { ProjectFinder } from '../services/resolve-project.ts';
import type { ReviewService } from '../services/review.ts';
import type { Schedules } from '../services/schedules/schedules.ts';
import type { Scopes } from '../services/scopes/scopes.ts';
import type { Handovers } from '../services/sessions/handovers.ts';
import type { SessionFiles } from '../services/sessions/session-files.ts';
import type { Settings } from '../services/settings/settings.ts';
import type { ModelAsker } from '../services/summaries/ask-model.ts';
import type { SummaryService } from '../services/summaries/summary-service.ts';
import type { SyncService } from '../services/sync.ts';
import type { VaultService } from '../services/vault.ts';
import type { VerifyService } from '../services/verify.ts';

export interface ApiDeps {
  /** Returns the engine. Called for every request, because a restore replaces the engine. */
  readonly engine: () => Engine;
  readonly gate: Gate;
  readonly projects: ProjectFinder;
  readonly memories: Memories;
  readonly branches: Pick<Branches, 'at'>;
  readonly prompts: Prompts;
  readonly mcp: McpService;
  readonly events: EventBus;
  readonly sync: SyncService;
  readonly verify: VerifyService;
  readonly vault: VaultService;
  readonly account: AccountService;
  readonly care: BackupAndRestore;
  readonly doctor: Doctor;
  readonly review: ReviewService;
  readonly summaries: SummaryService;
  readonly hooks: HookEvents;
  readonly scheduled: {
    readonly schedules: Schedules;
    readonly housekeeping: Pick<Housekeeping, 'list'>;
  };
  readonly page: { readonly files: PageFiles; readonly access: PageAccess; readonly port: () => number };
  readonly sessionFiles: SessionFiles;
  readonly handovers: Handovers;
  readonly languageModel: Pick<ModelAsker, 'state' | 'tokensPerDay' | 'prices'>;
  readonly figures: Pick<DayFiguresService, 'since'>;
  readonly settings: Settings;
  readonly nowMs: () => number;
  readonly status: () => Promise<StatusResult>;
  readonly stats: () => Promise<StatsResult>;
  readonly refused: () => Promise<RefusedResult>;
  readonly removed: RemovedMemories;
  /** Null within a scope. */
  readonly scopes: Scopes | null;
  /** Notifies listeners and starts a push. */
  readonly wrote: (ids: readonly string[]) => void;
  readonly shutdown: () => void;
  /** Aborts when the daemon begins to stop. */
  readonly stopSignal: AbortSignal;
  readonly timers: Timers;
  readonly log: Log;
  readonly version: string;
  readonly pid: number;
}
