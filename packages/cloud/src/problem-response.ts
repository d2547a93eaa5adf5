/** Renders problems as RFC 9457 documents. Like every response, a refusal carries the server's time. [SY-C2] */
import { SERVER_ERRORS } from '@cairn/schema';
import type { Problem } from './services/problem.ts';

export const problemResponse = (problem: Problem, serverTime: number): Response => {
  const { kind, detail, epoch, retryAfterS } = problem;
  const [status, title] = SERVER_ERRORS[kind];
  const headers = new Headers({ 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' });
  if (retryAfterS !== undefined) headers.set('Retry-After', String(retryAfterS));
  if (status === 401) headers.set('WWW-Authenticate', 'Bearer');
  const type = `urn:cairn:problem:${kind}`;
  const document = { type, title, status, detail, kind, epoch, retryAfterS, serverTime };
  return new Response(JSON.stringify(document), { status, headers });
};
