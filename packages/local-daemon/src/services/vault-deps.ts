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
  /** Loaded on first use, so a device without a vault never loads it. */
  readonly crypto: () => Promise<Crypto>;
  readonly keyring: Keyring;
  readonly notes: PairingMemory;
  /** A connection to a server. Calls that need a token use this one. */
  readonly linkTo: (server: string, token: () => Promise<string | null>) => ServerLink;
  readonly nowMs: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly sleep: (ms: number) => Promise<void>;
  /** Sync of the vault that the engine has entered. See `services/sync`. */
  readonly sync: {
    begin(): Promise<void>;
    end(): Promise<void>;
    pullBriefly(): Promise<void>;
    whyPaused(server: string): string | null;
  };
  /** The person's session, which opens a vault and provides the server when none is named. [SY-A7] */
  readonly account: Pick<AccountService, 'tokenFor' | 'server' | 'entered'>;
  /** The device's name when the person wishes no other. */
  readonly deviceName: string;
  readonly events: EventBus;
  readonly log: Log;
}
