/**
 * Serves vaults in several databases at one address. A request names its vault by a device's token, an invitation's id or the recovery
 * key. The database that has this vault is searched for and cached. When it answers with an error, all databases are searched again, so
 * a cached database cannot stay wrong for long. [OP-20]
 */
import { LIMITS, pairingRequest, recoverRequest } from '@cairn/schema';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { createApp } from './app.ts';
import { type AppContext, type AppEnv, bearerOf, jsonBody } from './app-context.ts';
import type { RequestLog } from './ports/request-log.ts';
import type { StoreReads, SyncStore, VaultRow } from './ports/sync-store.ts';
import { sha256Hex } from './services/hashing.ts';
import type { Problem } from './services/problem.ts';

/** One database, and the app that serves it. */
export interface Place {
  readonly app: ReturnType<typeof createApp>;
  readonly store: SyncStore;
}

/** How a request names its vault. */
interface VaultName {
  /** Different for every vault and every way to name it. */
  readonly cacheKey: string;
  /** Returns the vault; null if this database does not have it. */
  readonly find: (reads: StoreReads) => Promise<VaultRow | null>;
}

/** The most cached places. A full cache is emptied. */
const CACHED_MAX = 100_000;
/** The only error after which the databases are not searched again. */
const TOO_MANY = 429;

const vaultOf = async (reads: StoreReads, row: { readonly vault: VaultRow['id'] } | null) =>
  row === null ? null : reads.vault(row.vault);

const namedByToken = (context: AppContext): VaultName | null => {
  const token = bearerOf(context);
  if (token === null) return null;
  const hash = sha256Hex(token);
  return { cacheKey: hash, find: async (reads) => vaultOf(reads, await reads.deviceByTokenHash(hash)) };
};

const namedByInvitation = (given: string): VaultName | null => {
  const id = pairingRequest.safeParse({ id: given }).data?.id;
  if (id === undefined) return null;
  return { cacheKey: `invitation ${id}`, find: async (reads) => vaultOf(reads, await reads.pairing(id)) };
};

const namedByRecoveryKey = (body: unknown): VaultName | null => {
  const signKey = recoverRequest.safeParse(body).data?.signKey;
  if (signKey === undefined) return null;
  return { cacheKey: `recovery ${signKey}`, find: (reads) => reads.vaultByRecoveryKey(signKey) };
};

/**
 * Returns the database that has the vault. During a move two databases have it; the one that it is not moved from comes first. Returns
 * null if no database has it, and `unknown` if a database that may have it cannot be read.
 */
const findPlace = async (places: readonly Place[], { find }: VaultName, log: RequestLog) => {
  const ask = async (place: Place) => {
    try {
      return { place, found: await place.store.read(find) };
    } catch (error) {
      // The other databases are still searched.
      log.failure('vault map', error);
      return { place, found: null };
    }
  };
  const asked = await Promise.all(places.map(ask));
  const having = asked.flatMap(({ place, found }) =>
    found?.ok === true && found.value !== null ? [{ place, row: found.value }] : [],
  );
  const best = having.find(({ row }) => row.movingTo === null) ?? having[0];
  return best?.place ?? (asked.every(({ found }) => found?.ok === true) ? null : 'unknown');
};

interface MapDeps {
  /** The database of new vaults, and of requests about the server instead of a vault. */
  readonly home: Place;
  readonly others: readonly Place[];
  /** Returns whether the client's address has failed too often. Then no database is searched, and `home` refuses the request. [SY-A5] */
  readonly isRefused: (context: AppContext) => Promise<boolean>;
  readonly log: RequestLog;
}

export const createVaultMap = ({ home, others, isRefused, log }: MapDeps) => {
  const places = [home, ...others];
  const cached = new Map<string, Place>();
  const findAndCache = async (name: VaultName): Promise<Place | 'unknown' | null> => {
    const found = await findPlace(places, name, log);
    if (found === null || found === 'unknown') return found;
    if (cached.size >= CACHED_MAX) cached.clear();
    cached.set(name.cacheKey, found);
    return found;
  };
  /** The app of `home` answers, so that the refusal is logged and counted like every other. */
  const refuse = async (context: AppContext, refusal: Problem): Promise<Response> =>
    home.app.fetch(context.req.raw, { ...context.env, refusal });

  const later = (context: AppContext, detail: string): Promise<Response> =>
    refuse(context, { kind: 'unavailable', detail, retryAfterS: 1 });

  const tooLarge = (context: AppContext): Promise<Response> => {
    const detail = `A body has at most ${LIMITS.keysBodyBytesMax} bytes here.`;
    return refuse(context, { kind: 'too_large', detail });
  };

  const route = async (
    context: AppContext,
    name: VaultName | null,
    request: Request = context.req.raw,
  ): Promise<Response> => {
    if (name === null) return home.app.fetch(request, context.env);
    const before = cached.get(name.cacheKey);
    // An address that guesses tokens causes no search.
    if (before === undefined && (await isRefused(context))) return home.app.fetch(request, context.env);
    const found = before ?? (await findAndCache(name));
    if (found === 'unknown') return later(context, 'A database cannot be reached. Try again in a moment.');
    const place = found ?? home;
    const answer = await place.app.fetch(request, context.env);
    if (answer.status < 400 || answer.status === TOO_MANY) return answer;
    const now = await findAndCache(name);
    return now === place || now === null || now === 'unknown'
      ? answer
      : later(context, 'The vault has moved to another database. Try again.');
  };

  return new Hono<AppEnv>()
    .post('/v1/vaults', (context) => route(context, null))
    .post('/v1/pairing/:id/claim', (context) => route(context, namedByInvitation(context.req.param('id'))))
    .post(
      '/v1/recover',
      bodyLimit({ maxSize: LIMITS.keysBodyBytesMax, onError: tooLarge }),
      async (context) => {
        const { url, method, headers } = context.req.raw;
        const body = await context.req.text();
        // The body can be read only once, so the app gets a request with a copy of it.
        return route(
          context,
          namedByRecoveryKey(await jsonBody(context)),
          new Request(url, { method, headers, body }),
        );
      },
    )
    .all('/v1/*', (context) => route(context, namedByToken(context)))
    .all('*', (context) => route(context, null));
};
