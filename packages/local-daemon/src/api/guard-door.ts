/**
 * Lets in callers that can read `daemon.token`, and browsers that such a caller admitted (see `page-door`). On the
 * loopback port the Host must name this machine. So a web page that rebinds its own name to 127.0.0.1 is refused. An
 * Origin must be the daemon's own.
 */
import { timingSafeEqual } from 'node:crypto';
import { type CairnError, cairnError } from '@cairn/schema';
import type { Context, MiddlewareHandler } from 'hono';
import type { PageDoor, RequestHead } from './page-door.ts';
import { problem } from './problem.ts';

export interface GuardDeps {
  readonly token: string;
  /** Returns the port. Called only once the port is open. */
  readonly port: () => number;
  readonly page: PageDoor;
}

export type ApiEnv = {
  Bindings: { readonly door: 'tcp' | 'unix' };
  /**
   * `isPage` says that the request came with a browser's session instead of the token. `until` aborts when the caller
   * disconnects, or when its wait for the sync server reaches the limit in the route's row.
   */
  Variables: { isPage: boolean; until: AbortSignal };
};

export type DoorKeeper = ReturnType<typeof createDoorKeeper>;

export const createDoorKeeper = ({ token, port, page }: GuardDeps) => {
  const expected = Buffer.from(`Bearer ${token}`);
  /** Returns the refusal, or null for a request from this machine that no foreign page sent. */
  const refusesOrigin = ({ door, header }: RequestHead): CairnError | null => {
    if (door !== 'unix' && !ownHosts(port()).includes((header('host') ?? '').toLowerCase()))
      return refusal(`The Host header must name this machine and port ${port()}.`);
    const origin = header('origin');
    if (origin !== undefined && !ownHosts(port()).some((own) => origin.toLowerCase() === `http://${own}`))
      return refusal('Requests from other origins are refused.');
    return null;
  };
  return {
    refusesOrigin,
    /** Returns the refusal, or null if the request also has the token or comes from a page with access. */
    refuses: (head: RequestHead): CairnError | null => {
      const place = refusesOrigin(head);
      if (place !== null) return place;
      const given = head.header('authorization');
      if (given === undefined && page.isPage(head)) return page.refuses(head);
      return isSame(Buffer.from(given ?? ''), expected)
        ? null
        : refusal("The bearer token is missing or wrong. The file `daemon.token` in Cairn's folder has it.");
    },
  };
};

export const headOf = ({ env, req }: Context<ApiEnv>): RequestHead => ({
  ...{ door: env.door, method: req.method, path: req.path },
  header: (name) => req.header(name),
});

export const guardDoor =
  (keeper: DoorKeeper): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const head = headOf(c);
    const isHealth = head.path === '/healthz' && head.method === 'GET';
    const refused = isHealth ? keeper.refusesOrigin(head) : keeper.refuses(head);
    if (refused !== null) return problem(refused);
    c.set('isPage', c.req.header('authorization') === undefined);
    return next();
  };

const ownHosts = (port: number): readonly string[] =>
  ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);

/** Compares two tokens in constant time. The length of a token is no secret. */
const isSame = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);

const refusal = (sentence: string): CairnError => cairnError('unauthorized', sentence);
