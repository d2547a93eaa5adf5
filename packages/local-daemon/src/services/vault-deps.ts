/** Dependencies that the services around a vault share. */
import type { AccountService } from './account/account.ts';
import type { ServerApi } from './server-api.ts';
import type { SharedDeps } from './shared-deps.ts';

export interface VaultDeps
  extends Pick<
    SharedDeps,
    'engine' | 'nowMs' | 'randomBytes' | 'events' | 'keyring' | 'notes' | 'crypto' | 'log'
  > {
  /** Connects to a server. Calls that need a token use `token`. */
  readonly linkTo: (
    server: string,
    token: () => Promise<string | null>,
  ) => { readonly api: ServerApi; close(): void };
  readonly sleep: (ms: number) => Promise<void>;
  /** Sync in the vault that the engine has entered; see `services/sync`. */
  readonly sync: {
    begin(): Promise<void>;
    end(): Promise<void>;
    pullBriefly(): Promise<void>;
    whyPaused(server: string): string | null;
  };
  /** Account whose session may open a vault, and which supplies the server where none is given. [SY-A7] */
  readonly account: Pick<AccountService, 'tokenFor' | 'server' | 'entered'>;
  /** Name of this device unless another one is given. */
  readonly deviceName: string;
}
