/**
 * Lets in anyone who can read `daemon.token`, and a browser that they let in (`page-door`). On the loopback port the Host must
 * name this machine, so a web page that rebinds its own name to 127.0.0.1 is refused. An Origin must be the daemon's own.
 */
import { timingSafeEqual } from 'node:crypto';
import { type CairnError, cairnError } from '@cairn/schema';
import type { MiddlewareHandler } from 'hono';
import type { PageDoor, RequestHead } from './page-door.ts';
import { problem } from './problem.ts';

export interface GuardDeps {
  readonly token: string;
  /** Known once the door is open. */
  readonly port: () => number;
  readonly page: PageDoor;
}

export type ApiEnv = {
  Bindings: { readonly door: 'tcp' | 'unix' };
  /**
   * `isPage`: a browser's session asks, not the holder of the token. `until` aborts when the caller of a route that waits for the
   * server has gone, or has waited for as long as its row says.
   */
  Variables: { isPage: boolean; until: AbortSignal };
};

export interface DoorKeeper {
  /** Null: it comes from this machine and from no web page. */
  refusesOrigin(head: RequestHead): CairnError | null;
  /** Null: it has the token too, or is a page that was let in. */
  refuses(head: RequestHead): CairnError | null;
}

export const createDoorKeeper = ({ token, port, page }: GuardDeps): DoorKeeper => {
  const expected = Buffer.from(`Bearer ${token}`);
  const refusesOrigin: DoorKeeper['refusesOrigin'] = ({ door, header }) => {
    if (door !== 'unix' && !isOwnHost(header('host') ?? '', port()))
      return refusal(`The Host header must name this machine and port ${port()}.`);
    const origin = header('origin');
    if (origin !== undefined && !ownHosts(port()).some((own) => origin.toLowerCase() === `http://${own}`))
      return refusal('Requests from other origins are refused.');
    return null;
  };
  return {
    refusesOrigin,
    refuses: (head) => {
      const place = refusesOrigin(head);
      if (place !== null) return place;
      const given = head.header('authorization');
      if (given === undefined && page.isPage(head)) return page.refuses(head);
      return isSame(Buffer.from(given ?? ''), expected)
        ? null
        : refusal("The bearer token is missing or wrong. It is in `daemon.token` in Cairn's folder.");
    },
  };
};

export const guardDoor =
  (keeper: DoorKeeper): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const { method, path } = c.req;
    const head: RequestHead = { door: c.env.door, method, path, header: (name) => c.req.header(name) };
    const isHealth = path === '/healthz' && method === 'GET';
    const refused = isHealth ? keeper.refusesOrigin(head) : keeper.refuses(head);
    if (refused !== null) return problem(refused);
    c.set('isPage', c.req.header('authorization') === undefined);
    return next();
  };

const isOwnHost = (host: string, port: number): boolean =>
  host === `127.0.0.1:${port}` || ownHosts(port).includes(host.toLowerCase());

const ownHosts = (port: number): readonly string[] => [
  `127.0.0.1:${port}`,
  `localhost:${port}`,
  `[::1]:${port}`,
];

/** The length of a token is not secret. */
const isSame = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);

const refusal = (sentence: string): CairnError => cairnError('unauthorized', sentence);
