/** How much a request may carry, and how often much of it for nothing: to parse it keeps everybody else waiting. [TR-60] */
import { sleep, steadyMs } from '@cairn/client/device';
import { LIMITS } from '@cairn/schema';
import { findRoute } from '@cairn/schema/routes';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ApiEnv } from './guard-door.ts';
import { tooLarge } from './input.ts';

/** Twenty times as long as a slow machine computes: the others meet such a body less than once in twenty times. */
const REST_MS_PER_BYTE = 400 / 1_048_576;
const NOTHING_TOLD = 204;
/** Before a body is refused unread: to let it run out takes time, too. */
const REFUSAL_MS = 250;

/**
 * A length that is announced is enough to judge by. Only a body without one is counted as it comes: for that hono makes a
 * web stream of it, which costs more than the rest of a save.
 */
export const capBody = (): MiddlewareHandler<ApiEnv> => {
  let restUntilMs = 0;
  /** Those that are refused are followed by a rest, so that a stream of them takes little of the time. */
  const inTurn = async (bytes: number, next: () => Promise<void>, status: () => number): Promise<void> => {
    await sleep(Math.max(0, restUntilMs - steadyMs()));
    await next();
    if (status() < 400 && status() !== NOTHING_TOLD) return;
    restUntilMs = Math.max(restUntilMs, steadyMs()) + bytes * REST_MS_PER_BYTE;
  };
  return async (c, next) => {
    const announced = Number(c.req.header('content-length') ?? 0);
    const isCounted = c.req.header('transfer-encoding') !== undefined;
    if (announced <= LIMITS.requestBytesMax && !isCounted) return next();
    const maxSize = findRoute(c.req.method, c.req.path)?.bodyBytesMax ?? LIMITS.requestBytesMax;
    if (announced > maxSize) {
      await sleep(REFUSAL_MS);
      return tooLarge(maxSize);
    }
    const counted = bodyLimit({ maxSize, onError: () => tooLarge(maxSize) });
    if (maxSize === LIMITS.requestBytesMax) return counted(c, next);
    let refusal: Response | undefined;
    const take = async (): Promise<void> => {
      refusal = isCounted ? ((await counted(c, next)) ?? undefined) : await next().then(() => undefined);
    };
    await inTurn(isCounted ? maxSize : announced, take, () => refusal?.status ?? c.res.status);
    return refusal;
  };
};
