/** The context that routes and middleware share. */
import {
  isReadByAll,
  MEMBERS_HEADER,
  MEMBERS_VERSION,
  type MemberEntry,
  ok,
  type Result,
} from '@cairn/schema';
import type { Context } from 'hono';
import type * as z from 'zod';
import type { LiveStreams } from './ports/live-streams.ts';
import type { Metrics, MetricsPage } from './ports/metrics.ts';
import type { RequestLog } from './ports/request-log.ts';
import { problemResponse } from './problem-response.ts';
import type { AdminDoor } from './services/admin-door.ts';
import { type Answer, type Problem, problem } from './services/problem.ts';
import type { ServerView } from './services/server-view.ts';
import type { Session } from './services/session.ts';
import type { SyncServer } from './sync-server.ts';

export interface AppDeps {
  readonly server: SyncServer;
  readonly live: LiveStreams;
  readonly log: RequestLog;
  /** This program's version. */
  readonly version: string;
  /** The counters, and the page that shows them to holders of `token`; null if nothing is counted. */
  readonly metrics: {
    readonly counted: Metrics;
    readonly page: MetricsPage;
    readonly token: string;
  } | null;
  /** The operator's page for holders of the token; null if there is none. [AD-1] */
  readonly adminPage: { readonly door: AdminDoor; readonly look: () => Answer<ServerView> } | null;
  /** The Supabase project whose sessions open vaults; null if there is none. [SY-A6] */
  readonly accounts: { readonly url: string; readonly publishableKey: string } | null;
  /** Whether the client uses TLS, for cookies. */
  readonly isSecure: (context: Context) => boolean;
  /** Returns milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
  /** Returns a sentence if the server is stopping, or a database does not answer or lacks a migration; null if it is ready. */
  readonly whyNotReady: () => Promise<string | null>;
  /** Returns sentences about databases that are known to take no writes; null if none is. They still answer pulls. */
  readonly whyNoWrites: () => Promise<string | null>;
  /** Returns the client's address, for rate limits. */
  readonly addressOf: (context: Context) => string;
  readonly limits: RateLimits;
}

export interface RateLimits {
  /** Refused attempts with codes, tokens and proofs. [SY-A5] */
  readonly failuresPerAddressPerMinute: number;
  /** Requests to endpoints that need no device's token. */
  readonly openPerAddressPerMinute: number;
  readonly perDevicePerMinute: number;
}

export interface AppEnv {
  Bindings: {
    /** The map of several databases has refused the request. It is answered with this. */
    readonly refusal?: Problem;
  };
  Variables: {
    requestId: string;
    session: Session;
    /** The problem that was answered, for the access log and the rate limits. Unset after a success. */
    problem: Problem;
  };
}

export type AppContext = Context<AppEnv>;

export const refuse = (context: AppContext, refusal: Problem, serverTime: number): Response => {
  context.set('problem', refusal);
  const response = problemResponse(refusal, serverTime);
  // Hono adds its own header to answers that it makes itself.
  response.headers.set('X-Request-Id', context.get('requestId'));
  return response;
};

/**
 * Converts a use case's answer to a response. An older program would reject newer types of entries of a member list as a broken list, so
 * the response asks for an update instead. [TR-16]
 */
export const respond = (
  context: AppContext,
  server: SyncServer,
  answer: Result<object, Problem>,
  status: 200 | 201 = 200,
): Response => {
  if (!answer.ok) return refuse(context, answer.error, server.nowMs());
  const { members = [] }: { readonly members?: readonly MemberEntry[] } = answer.value;
  const readsAll = Number(context.req.header(MEMBERS_HEADER)) >= MEMBERS_VERSION;
  if (!readsAll && !members.every(isReadByAll)) {
    const detail = `The list of devices has entries that this program cannot read (header ${MEMBERS_HEADER}). Update it.`;
    return refuse(context, { kind: 'protocol_too_old', detail }, server.nowMs());
  }
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  return new Response(JSON.stringify(answer.value), { status, headers });
};

const firstIssue = (error: z.ZodError): string => {
  const [issue] = error.issues;
  return issue === undefined ? 'unknown' : `${issue.path.join('.') || 'body'}: ${issue.message}`;
};

export const parsed = <T>(schema: z.ZodType<T>, value: unknown): Result<T, Problem> => {
  const result = schema.safeParse(value);
  return result.success
    ? ok(result.data)
    : problem('malformed', `The request does not have the expected shape (${firstIssue(result.error)}).`);
};

/** Returns the body's JSON; undefined if the body is not JSON. Every schema refuses undefined. */
export const jsonBody = async (context: AppContext): Promise<unknown> => {
  try {
    return await context.req.json();
  } catch {
    return undefined;
  }
};

const BEARER = /^Bearer +(\S+) *$/i;

export const bearerOf = (context: AppContext): string | null =>
  BEARER.exec(context.req.header('Authorization') ?? '')?.[1] ?? null;
