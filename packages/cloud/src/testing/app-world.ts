/** The whole HTTP face over the in-memory store, called without a socket. For tests. */
import { defined, PROTOCOL_HEADER, PROTOCOL_VERSION, problemDocument } from '@cairn/schema';
import { ed25519 } from '../adapters/ed25519.ts';
import { createLiveStreams } from '../adapters/live-streams.ts';
import { createProcessHints } from '../adapters/process-hints.ts';
import { createApp } from '../app.ts';
import type { AppContext, AppDeps, RateLimits } from '../app-context.ts';
import { createRateLimiters } from '../middleware/rate-limit.ts';
import type { RequestRecord } from '../ports/request-log.ts';
import type { SyncStore } from '../ports/sync-store.ts';
import { createSyncServer } from '../sync-server.ts';
import { createMemorySyncStore } from './memory-store.ts';
import { createTestRandom, createWorld } from './sync-world.ts';

export interface AppWorldOptions
  extends Partial<Pick<AppDeps, 'whyNotReady' | 'whyNoWrites' | 'metrics' | 'adminPage' | 'accounts'>> {
  readonly store?: SyncStore;
  readonly limits?: Partial<RateLimits>;
  readonly headPollMs?: number;
  readonly pingMs?: number;
}

const NO_LIMITS: RateLimits = {
  failuresPerAddressPerMinute: 10_000,
  openPerAddressPerMinute: 10_000,
  perDevicePerMinute: 10_000,
};

/** `world` makes ids and requests; what is asked goes through `app`. */
export const createAppWorld = (seed: string, options: AppWorldOptions = {}) => {
  const store = options.store ?? createMemorySyncStore();
  const world = createWorld(store, seed);
  const clock = { nowMs: world.nowMs };
  const hints = createProcessHints();
  const server = createSyncServer({
    store,
    clock,
    random: createTestRandom(`${seed}/app`),
    hints,
    signatures: ed25519,
    registration: 'open',
  });
  const { headPollMs, pingMs } = options;
  const live = createLiveStreams({ store, hints, clock, ...defined({ headPollMs, pingMs }) });
  const records: RequestRecord[] = [];
  const failures: unknown[] = [];
  const deps: AppDeps = {
    server,
    live,
    log: { request: (record) => records.push(record), failure: (_, error) => failures.push(error) },
    version: '1.2.3',
    metrics: options.metrics ?? null,
    adminPage: options.adminPage ?? null,
    accounts: options.accounts ?? null,
    isSecure: (context) => context.req.header('X-Test-Tls') === '1',
    elapsedMs: world.nowMs,
    whyNotReady: options.whyNotReady ?? (async () => null),
    whyNoWrites: options.whyNoWrites ?? (async () => null),
    addressOf: (context) => context.req.header('X-Test-Address') ?? '192.0.2.1',
    limits: { ...NO_LIMITS, ...options.limits },
  };
  const limiters = createRateLimiters(deps.limits);
  const app = createApp(deps, limiters);
  const isRefused = async (context: AppContext): Promise<boolean> =>
    (await limiters.hasFailedTooOften(deps.addressOf(context))) !== null;

  const request = async (
    method: string,
    path: string,
    init: {
      readonly token?: string;
      readonly body?: unknown;
      readonly headers?: Record<string, string>;
    } = {},
  ): Promise<Response> => {
    const headers: Record<string, string> = { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION), ...init.headers };
    if (init.token !== undefined) headers.Authorization = `Bearer ${init.token}`;
    const { body } = init;
    if (body === undefined) return app.request(path, { method, headers });
    headers['Content-Type'] = 'application/json';
    const bytes = body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
    return app.request(path, { method, headers, body: bytes });
  };

  return { app, isRefused, store, server, world, live, hints, records, failures, request };
};

/** Status, kind and media type of a refusal. */
export const problemOf = async (response: Response) => {
  const document = problemDocument.parse(await response.json());
  return { status: response.status, kind: document.kind, document };
};
