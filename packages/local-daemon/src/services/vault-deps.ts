/** Dependencies that the services around a vault share. */
import type { Crypto, Engine, Keyring } from '@cairn/core';
import type { AccountService } from './account/account.ts';
import type { EventBus } from './events.ts';
import type { Log } from './log.ts';
import type { PairingMemory } from './pairing-notes.ts';
import type { ServerApi } from './server-api.ts';

export interface ServerLink {
  readonly api: ServerApi;
  close(): void;
}

export interface VaultDeps {
  readonly engine: () => Engine;
  /** Loads on first use, so a device in no vault never loads it. */
  readonly crypto: () => Promise<Crypto>;
  readonly keyring: Keyring;
  readonly notes: PairingMemory;
  /** Connects to a server. Calls that need a token use `token`. */
  readonly linkTo: (server: string, token: () => Promise<string | null>) => ServerLink;
  readonly nowMs: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
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
  readonly events: EventBus;
  readonly log: Log;
}
