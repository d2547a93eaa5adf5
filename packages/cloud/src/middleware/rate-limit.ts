/** Limits the number of attempts, in memory. [SY-A5] */
import type { ServerErrorKind } from '@cairn/schema';
import { createMiddleware } from 'hono/factory';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type AppDeps, type AppEnv, type RateLimits, refuse } from '../app-context.ts';
import { type Problem, problem } from '../services/problem.ts';
import { countedAs, type Session } from '../services/session.ts';

const WINDOW_S = 60;

const refusalAfter = (waitMs: number): Problem => {
  const retryAfterS = Math.max(Math.ceil(waitMs / 1_000), 1);
  return problem('rate_limited', `Too many tries. Try again in ${retryAfterS} s.`, { retryAfterS }).error;
};

const limiter = (points: number) => new RateLimiterMemory({ points, duration: WINDOW_S });

const consume = async (from: RateLimiterMemory, key: string): Promise<Problem | null> => {
  try {
    await from.consume(key);
    return null;
  } catch (rejection) {
    // The library rejects with its state if the points are used up.
    if (rejection instanceof RateLimiterRes) return refusalAfter(rejection.msBeforeNext);
    throw rejection;
  }
};

/** `failed`, `open` and `device` count one, and return the refusal if there were too many. */
export const createRateLimiters = (limits: RateLimits) => {
  const failures = limiter(limits.failuresPerAddressPerMinute);
  const open = limiter(limits.openPerAddressPerMinute);
  const devices = limiter(limits.perDevicePerMinute);
  return {
    failed: (address: string) => consume(failures, address),
    open: (address: string) => consume(open, address),
    device: (session: Session) => consume(devices, countedAs(session)),
    /** Returns the refusal if this address has no failures left, without counting. */
    hasFailedTooOften: async (address: string): Promise<Problem | null> => {
      const state = await failures.get(address);
      return state === null || state.consumedPoints <= limits.failuresPerAddressPerMinute
        ? null
        : refusalAfter(state.msBeforeNext);
    },
  };
};

export type RateLimiters = ReturnType<typeof createRateLimiters>;

/** The kinds of answers to a wrong code, token or proof. */
const FAILURES: ReadonlySet<ServerErrorKind> = new Set([
  'setup_token_wrong',
  'session_refused',
  'registration_closed',
  'invitation_unknown',
  'invitation_expired',
  'invitation_refused',
  'challenge_failed',
  'unauthorized',
]);

/** For endpoints without a device's token. Counts by address, and refusals separately. */
export const limitByAddress = ({ server, addressOf }: AppDeps, limiters: RateLimiters) =>
  createMiddleware<AppEnv>(async (context, next) => {
    const address = addressOf(context);
    const limited = (await limiters.hasFailedTooOften(address)) ?? (await limiters.open(address));
    if (limited !== null) return refuse(context, limited, server.nowMs());
    await next();
    const answered = context.get('problem');
    if (answered !== undefined && FAILURES.has(answered.kind)) await limiters.failed(address);
    return undefined;
  });
