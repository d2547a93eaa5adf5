/**
 * Who may ask: whoever can read `daemon.token`. On the loopback port the Host must name this machine, so that a web page
 * that rebinds its own name to 127.0.0.1 is refused, and an Origin must be the daemon's own.
 */
import { timingSafeEqual } from 'node:crypto';
import { cairnError } from '@cairn/schema';
import type { MiddlewareHandler } from 'hono';
import { problem } from './problem.ts';

export interface GuardDeps {
  readonly token: string;
  /** Known once the door is open. */
  readonly port: () => number;
}

export type ApiEnv = { Bindings: { readonly door: 'tcp' | 'unix' } };

export const guardDoor = ({ token, port }: GuardDeps): MiddlewareHandler<ApiEnv> => {
  const expected = Buffer.from(`Bearer ${token}`);
  return async (c, next) => {
    const host = c.req.header('host') ?? '';
    if (c.env.door !== 'unix' && !isOwnHost(host, port()))
      return refuse(`The Host header must name this machine and port ${port()}.`);
    const origin = c.req.header('origin');
    if (origin !== undefined && !ownHosts(port()).some((own) => origin.toLowerCase() === `http://${own}`))
      return refuse('Requests from other origins are refused.');
    if (c.req.path === '/healthz' && c.req.method === 'GET') return next();
    const given = c.req.header('authorization') ?? '';
    if (!isSame(Buffer.from(given), expected))
      return refuse("The bearer token is missing or wrong. It is in `daemon.token` in Cairn's folder.");
    return next();
  };
};

const isOwnHost = (host: string, port: number): boolean =>
  host === `127.0.0.1:${port}` || ownHosts(port).includes(host.toLowerCase());

const ownHosts = (port: number): readonly string[] => [
  `127.0.0.1:${port}`,
  `localhost:${port}`,
  `[::1]:${port}`,
];

/** How long a token is, is no secret. */
const isSame = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);

const refuse = (sentence: string): Response => problem(cairnError('unauthorized', sentence));
