/**
 * A project's signing keys, fetched when they are first needed and kept. Keys are looked up again when one is unknown, but not
 * more often than every 10 s, whatever tokens are tried; while they cannot be fetched, those that are known serve for an hour.
 */
import { err, ok, type Result } from '@cairn/schema';
import * as z from 'zod';

const signingKey = z.looseObject({
  kid: z.string(),
  kty: z.enum(['EC', 'RSA']),
  key_ops: z.array(z.string()).default(['verify']),
});
export type SigningKey = z.infer<typeof signingKey>;

const keySet = z.looseObject({ keys: z.array(z.unknown()) });

interface SigningKeysDeps {
  readonly url: string;
  readonly nowMs: () => number;
  readonly fetch: typeof fetch;
}

const FRESH_MS = 600_000;
const STALE_MS_MAX = 3_600_000;
const AGAIN_MS_MIN = 10_000;
const FETCH_MS_MAX = 5_000;

interface Known {
  readonly keys: ReadonlyMap<string, SigningKey>;
  readonly fetchedAtMs: number;
}

export const createSigningKeys = ({ url, nowMs, fetch }: SigningKeysDeps) => {
  let known: Known | null = null;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  let failure: string | null = 'they were not fetched yet';
  let running: Promise<void> | null = null;

  const load = async (): Promise<void> => {
    const answer = await fetchKeys(fetch, url);
    failure = answer.ok ? null : answer.error;
    if (answer.ok) known = { keys: answer.value, fetchedAtMs: nowMs() };
  };

  /** One request for all who ask at the same time. */
  const refresh = async (): Promise<void> => {
    if (running === null) {
      if (nowMs() - triedAtMs < AGAIN_MS_MIN) return;
      triedAtMs = nowMs();
      running = load().finally(() => {
        running = null;
      });
    }
    await running;
  };

  const ageMs = (): number => (known === null ? Number.POSITIVE_INFINITY : nowMs() - known.fetchedAtMs);

  return {
    /** Null: the project has no such key. The error is why keys cannot be had. */
    find: async (kid: string): Promise<Result<SigningKey | null, string>> => {
      if (ageMs() > FRESH_MS || known?.keys.has(kid) !== true) await refresh();
      const key = ageMs() > STALE_MS_MAX ? undefined : known?.keys.get(kid);
      if (key !== undefined) return ok(key);
      return failure === null ? ok(null) : err(failure);
    },
  };
};

const fetchKeys = async (
  fetchUrl: typeof fetch,
  url: string,
): Promise<Result<ReadonlyMap<string, SigningKey>, string>> => {
  try {
    const response = await fetchUrl(url, { signal: AbortSignal.timeout(FETCH_MS_MAX), redirect: 'error' });
    if (!response.ok) return err(`${url} answered HTTP ${response.status}`);
    const parsed = keySet.safeParse(await response.json());
    if (!parsed.success) return err(`${url} answered no key set`);
    // A key of a kind that is not known here is skipped: it verifies nothing.
    const keys = parsed.data.keys.flatMap((one) => {
      const key = signingKey.safeParse(one);
      return key.success ? [key.data] : [];
    });
    return ok(new Map(keys.map((key) => [key.kid, key])));
  } catch (error) {
    return err(`${url} cannot be fetched: ${error instanceof Error ? error.message : String(error)}`);
  }
};
