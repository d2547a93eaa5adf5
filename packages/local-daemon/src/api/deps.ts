/** Dependencies of the routes. A route contains no logic: it parses, calls a service and answers. */
import type { RefusedResult, StatsResult, StatusResult } from '@cairn/schema';
import type { PageFiles } from '../adapters/page-files.ts';
import type { McpService } from '../mcp/mcp-service.ts';
import type { AccountService } from '../services/account/account.ts';
import type { BackupAndRestore } from '../services/backup-and-restore.ts';
import type { Branches } from '../services/branches.ts';
import type { DayFiguresService } from '../services/day-figures.ts';
import type { Doctor } from '../services/doctor.ts';
import type { HookEvents } from '../services/hook-events.ts';
import type { Housekeeping } from '../services/housekeeping/housekeeping.ts';
import type { Memories } from '../services/memories.ts';
import type { PageAccess } from '../services/page-access.ts';
import type { Prompts } from '../services/prompts.ts';
import type { RemovedMemories } from '../services/removed-memories.ts';
import type { ReviewService } from '../services/review.ts';
import type { Schedules } from '../services/schedules/schedules.ts';
import type { Scopes } from '../services/scopes/scopes.ts';
import type { Handovers } from '../services/sessions/handovers.ts';
import type { SessionFiles } from '../services/sessions/session-files.ts';
import type { Settings } from '../services/settings/settings.ts';
import type { SharedDeps } from '../services/shared-deps.ts';
import type { ModelAsker } from '../services/summaries/ask-model.ts';
import type { SummaryService } from '../services/summaries/summary-service.ts';
import type { SyncService } from '../services/sync.ts';
import type { VaultService } from '../services/vault.ts';
import type { VerifyService } from '../services/verify.ts';

export interface ApiDeps
  extends Pick<
    SharedDeps,
    'engine' | 'gate' | 'nowMs' | 'timers' | 'events' | 'projects' | 'stopSignal' | 'log'
  > {
  readonly memories: Memories;
  readonly branches: Pick<Branches, 'at'>;
  readonly prompts: Prompts;
  readonly mcp: McpService;
  readonly sync: SyncService;
  readonly verify: VerifyService;
  readonly vault: VaultService;
  readonly account: AccountService;
  readonly backups: BackupAndRestore;
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
  readonly status: () => Promise<StatusResult>;
  readonly stats: () => Promise<StatsResult>;
  readonly refused: () => Promise<RefusedResult>;
  readonly removed: RemovedMemories;
  /** Null within a scope. */
  readonly scopes: Scopes | null;
  /** Notifies listeners and starts a push. */
  readonly wrote: (ids: readonly string[]) => void;
  readonly shutdown: () => void;
  readonly version: string;
  readonly pid: number;
}
