/** Limits the size of requests and the frequency of large ones, because parsing a body delays all other requests. [TR-60] */
import { sleep, steadyMs } from '@cairn/client/device';
import { cairnError, LIMITS } from '@cairn/schema';
import { findRoute } from '@cairn/schema/routes';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ApiEnv } from './guard-door.ts';
import { problem } from './problem.ts';

/**
 * Rest after a large body that had no effect, in milliseconds for each byte. It is twenty times the parsing time on a
 * slow machine. So such bodies delay other requests for at most a twentieth of the time.
 */
const REST_MS_PER_BYTE = 400 / 1_048_576;
const NOTHING_TOLD = 204;
/** Rest after a body that is refused unread, because draining it takes time too. */
const REFUSAL_MS = 250;

/**
 * Limits bodies. An announced length is checked at once. Only a body without a length is counted while it is read. To
 * count it, hono makes it a web stream, which costs more than everything else in a save.
 */
export const capBody = (): MiddlewareHandler<ApiEnv> => {
  let restUntilMs = 0;
  /**
   * Handles a large body after the rest. A body that is refused or answered with nothing makes the rest longer, so that
   * a stream of such bodies takes little time. Bodies that wait for the same rest are handled together.
   */
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

/**
 * Refuses a body by its size. The refusal is sent before the body is read, because parsing would delay all other
 * requests. [TR-60]
 */
const tooLarge = (bytesMax: number): Response =>
  problem(
    cairnError(
      'invalid_input',
      `The request's body is larger than ${bytesMax.toLocaleString('en-US')} bytes, the limit of this route. Send less at once.`,
    ),
    {},
    413,
  );
