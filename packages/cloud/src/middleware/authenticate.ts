/**
 * Lets only live devices through, and counts wrong tokens by address. An address without attempts left gets an answer only for tokens
 * that were right before, so that nothing can be guessed. Devices behind the same address go on. [SY-A2, SY-A3, SY-A5]
 */
import { createMiddleware } from 'hono/factory';
import { type AppDeps, type AppEnv, bearerOf, refuse } from '../app-context.ts';
import { sha256Hex } from '../services/hashing.ts';
import type { RateLimiters } from './rate-limit.ts';

/** Limit of remembered hashes of right tokens. A full set is emptied. */
const KNOWN_MAX = 10_000;

export const authenticate = ({ server, addressOf }: AppDeps, limiters: RateLimiters) => {
  const known = new Set<string>();
  const learn = (hash: string): void => {
    if (known.size >= KNOWN_MAX) known.clear();
    known.add(hash);
  };
  return createMiddleware<AppEnv>(async (context, next) => {
    const token = bearerOf(context);
    const hash = token === null ? null : sha256Hex(token);
    const tooOften =
      hash !== null && known.has(hash) ? null : await limiters.hasFailedTooOften(addressOf(context));
    if (tooOften !== null) return refuse(context, tooOften, server.nowMs());
    const session = await server.authenticate(token);
    if (!session.ok) {
      const limited =
        session.error.kind === 'unauthorized' ? await limiters.failed(addressOf(context)) : null;
      return refuse(context, limited ?? session.error, server.nowMs());
    }
    if (hash !== null) learn(hash);
    context.set('session', session.value);
    const limited = await limiters.device(session.value);
    return limited === null ? next() : refuse(context, limited, server.nowMs());
  });
};
