// A proxy between daemons and a real server that can act as a hostile server. A behaviour is a plug-in with a name.

import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Exchange {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Name of the device in the test; null for an unknown token. */
  readonly device: string | null;
}

export interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** An answer, or a function that writes to the connection itself, perhaps without an end. */
export type Dealt = Answer | ((response: ServerResponse) => void);
export type Pass = (changed?: Partial<Exchange>) => Promise<Answer>;

export interface Behaviour {
  readonly name: string;
  /** Returns the answer; null to act as an honest server. The stream of hints also passes here, but `pass` cannot be used for it. */
  deal(exchange: Exchange, pass: Pass): Promise<Dealt | null> | Dealt | null;
  /** Returns the port of the server for this exchange; by default, the honest server's. */
  portFor?(exchange: Exchange): number | null;
}

export const HONEST: Behaviour = { name: 'honest', deal: () => null };
export const EVENTS = '/v1/events';

interface Seen {
  readonly at: number;
  readonly device: string | null;
  readonly path: string;
}

export interface TamperingProxy {
  readonly url: string;
  /** Port of the honest server. */
  target: number;
  readonly behaviour: Behaviour;
  /** Sets the behaviour. Closes every connection, as a replaced server does. */
  become(behaviour: Behaviour): void;
  /** Sets the device of a token. */
  name(token: string, device: string): void;
  /** Returns the requests per device since then, with the most requested path. */
  seenSince(
    at: number,
  ): ReadonlyMap<string, { readonly count: number; readonly pushes: number; readonly most: string }>;
  close(): Promise<void>;
}

export const startTamperingProxy = async (target: number): Promise<TamperingProxy> => {
  const names = new Map<string, string>();
  const seen: Seen[] = [];
  let behaviour = HONEST;

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const exchange = await readExchange(incoming, names);
    seen.push({ at: performance.now(), device: exchange.device, path: exchange.path });
    const acting = behaviour;
    const port = acting.portFor?.(exchange) ?? proxy.target;
    const pass: Pass = (changed) => forward({ ...exchange, ...changed }, port);
    const dealt = await acting.deal(exchange, pass);
    if (typeof dealt === 'function') dealt(response);
    else if (dealt === null && exchange.path === EVENTS) pipe(exchange, port, response);
    else send(response, dealt ?? (await pass()));
  };

  const server = createServer((incoming, response) => {
    response.on('error', () => undefined);
    // The server is down or the connection was closed. The device sees a closed connection.
    handle(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const proxy: TamperingProxy = {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    target,
    get behaviour() {
      return behaviour;
    },
    become: (next) => {
      behaviour = next;
      server.closeAllConnections();
    },
    name: (token, device) => names.set(`Bearer ${token}`, device),
    seenSince: (at) => countSeen(seen.filter((one) => one.at >= at)),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return proxy;
};

const portOf = (address: AddressInfo | string | null): number => {
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return address.port;
};

const readExchange = async (
  incoming: IncomingMessage,
  names: ReadonlyMap<string, string>,
): Promise<Exchange> => {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(Buffer.from(part));
  const url = new URL(incoming.url ?? '/', 'http://proxy');
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body: Buffer.concat(parts),
    device: names.get(incoming.headers.authorization ?? '') ?? null,
  };
};

const ask = ({ method, path, query, headers, body }: Exchange, port: number) => {
  const search = query.size === 0 ? '' : `?${query}`;
  const kept = Object.entries(headers).filter(([name]) => !HOP.has(name));
  const asked = request({
    host: '127.0.0.1',
    port,
    method,
    path: `${path}${search}`,
    headers: { ...Object.fromEntries(kept), ...(body.length === 0 ? {} : { 'content-length': body.length }) },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve);
    asked.on('error', reject);
  });
  asked.end(body);
  return { asked, answered };
};

/** Hop-by-hop headers, which are not forwarded. */
const HOP = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

const forward = async (exchange: Exchange, port: number): Promise<Answer> => {
  const answer = await ask(exchange, port).answered;
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(Buffer.from(part));
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !HOP.has(name)));
  return { status: answer.statusCode ?? 502, headers, body: Buffer.concat(parts) };
};

const pipe = (exchange: Exchange, port: number, response: ServerResponse): void => {
  const { asked, answered } = ask(exchange, port);
  response.once('close', () => asked.destroy());
  answered.then(
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, { 'content-type': answer.headers['content-type'] });
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    },
    () => response.destroy(),
  );
};

export const send = (response: ServerResponse, { status, headers, body }: Answer): void => {
  response.writeHead(status, { ...headers, 'content-length': body.length });
  response.end(body);
};

const countSeen = (seen: readonly Seen[]): ReturnType<TamperingProxy['seenSince']> => {
  const paths = new Map<string, Map<string, number>>();
  for (const { device, path } of seen) {
    const of = paths.get(device ?? '?') ?? new Map<string, number>();
    of.set(path, (of.get(path) ?? 0) + 1);
    paths.set(device ?? '?', of);
  }
  return new Map(
    [...paths].map(([device, of]) => {
      const counts = [...of].toSorted(([, a], [, b]) => b - a);
      const count = counts.reduce((sum, [, n]) => sum + n, 0);
      return [device, { count, pushes: of.get('/v1/push') ?? 0, most: counts[0]?.join(' × ') ?? '' }];
    }),
  );
};
