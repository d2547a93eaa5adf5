/**
 * Serves vaults in several databases at one address. Finds a vault's database by its device's token, an invitation's id or the recovery
 * key, and caches it. After an error the databases are searched again, so a cached place cannot stay wrong for long. [OP-20]
 */
import { LIMITS, pairingRequest, recoverRequest } from '@cairn/schema';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { createApp } from './app.ts';
import { type AppContext, type AppEnv, bearerOf, jsonBody } from './app-context.ts';
import type { Clock } from './ports/clock.ts';
import type { RequestLog } from './ports/request-log.ts';
import type { StoreReads, SyncStore, VaultRow } from './ports/sync-store.ts';
import { problemResponse } from './problem-response.ts';
import { sha256Hex } from './services/hashing.ts';

export interface Place {
  readonly app: ReturnType<typeof createApp>;
  readonly store: SyncStore;
}

/** Something in a request that identifies one vault. */
interface Key {
  readonly text: string;
  readonly vault: (reads: StoreReads) => Promise<VaultRow | null>;
}

/** The most cached places. A full cache is emptied. */
const KNOWN_MAX = 100_000;
/** The only error status that is no reason to search again. */
const TOO_MANY = 429;

const ofVault = async (reads: StoreReads, row: { readonly vault: VaultRow['id'] } | null) =>
  row === null ? null : reads.vault(row.vault);

const tokenKey = (context: AppContext): Key | null => {
  const token = bearerOf(context);
  if (token === null) return null;
  const hash = sha256Hex(token);
  return { text: hash, vault: async (reads) => ofVault(reads, await reads.deviceByTokenHash(hash)) };
};

const invitationKey = (given: string): Key | null => {
  const id = pairingRequest.safeParse({ id: given }).data?.id;
  if (id === undefined) return null;
  return { text: `invitation ${id}`, vault: async (reads) => ofVault(reads, await reads.pairing(id)) };
};

const recoveryKey = (body: unknown): Key | null => {
  const signKey = recoverRequest.safeParse(body).data?.signKey;
  if (signKey === undefined) return null;
  return { text: `recovery ${signKey}`, vault: (reads) => reads.vaultByRecoveryKey(signKey) };
};

/**
 * Returns the database that has the vault, preferably one from which it is not being moved. Returns null if no database has it, and
 * `unknown` if a database that may have it cannot be read.
 */
const findPlace = async (places: readonly Place[], { vault }: Key, log: RequestLog) => {
  const ask = async (place: Place) => {
    try {
      return { place, found: await place.store.read(vault) };
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
  /** Returns whether the client's address has failed too often. Then no database is searched for its keys, and the home refuses. [SY-A5] */
  readonly isRefused: (context: AppContext) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: RequestLog;
}

export const createVaultMap = ({ home, others, isRefused, clock, log }: MapDeps) => {
  const places = [home, ...others];
  const known = new Map<string, Place>();
  const find = async (key: Key): Promise<Place | 'unknown' | null> => {
    const found = await findPlace(places, key, log);
    if (found === null || found === 'unknown') return found;
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(key.text, found);
    return found;
  };
  const refuse = (detail: string): Response =>
    problemResponse({ kind: 'unavailable', detail, retryAfterS: 1 }, clock.nowMs());

  const tooLarge = (): Response => {
    const detail = `A body has at most ${LIMITS.keysBodyBytesMax} bytes here.`;
    return problemResponse({ kind: 'too_large', detail }, clock.nowMs());
  };

  const route = async (
    context: AppContext,
    key: Key | null,
    request: Request = context.req.raw,
  ): Promise<Response> => {
    if (key === null) return home.app.fetch(request, context.env);
    const kept = known.get(key.text);
    // An address that guesses keys causes no search.
    if (kept === undefined && (await isRefused(context))) return home.app.fetch(request, context.env);
    const found = kept ?? (await find(key));
    if (found === 'unknown') return refuse('A database cannot be reached. Try again in a moment.');
    const place = found ?? home;
    const answer = await place.app.fetch(request, context.env);
    if (answer.status < 400 || answer.status === TOO_MANY) return answer;
    const now = await find(key);
    return now === place || now === null || now === 'unknown'
      ? answer
      : refuse('The vault has moved to another database. Try again.');
  };

  return new Hono<AppEnv>()
    .post('/v1/vaults', (context) => route(context, null))
    .post('/v1/pairing/:id/claim', (context) => route(context, invitationKey(context.req.param('id'))))
    .post(
      '/v1/recover',
      bodyLimit({ maxSize: LIMITS.keysBodyBytesMax, onError: tooLarge }),
      async (context) => {
        const { url, method, headers } = context.req.raw;
        const body = await context.req.text();
        return route(
          context,
          recoveryKey(await jsonBody(context)),
          new Request(url, { method, headers, body }),
        );
      },
    )
    .all('/v1/*', (context) => route(context, tokenKey(context)))
    .all('*', (context) => route(context, null));
};
