/** Renders problems as RFC 9457 documents. Like every response, a refusal carries the server's time. [SY-C2] */
import { SERVER_ERROR_STATUS, type ServerErrorKind } from '@cairn/schema';
import type { Problem } from './services/problem.ts';

const TITLES: Readonly<Record<ServerErrorKind, string>> = {
  protocol_too_old: 'Another protocol version is needed',
  malformed: 'The request is malformed',
  unauthorized: 'A valid token is needed',
  device_revoked: 'The device was revoked',
  not_found: 'Not found',
  epoch_changed: 'Another epoch began',
  resync_required: 'A full pull is needed',
  device_forked: 'Another copy of this device has pushed',
  push_gap: 'A push is missing',
  key_generation_conflict: 'The key generations have moved on',
  members_conflict: 'The member list has moved on',
  conflict: 'The request conflicts with what is there',
  too_large: 'The request is too large',
  rate_limited: 'Too many requests',
  quota_exceeded: 'A quota is used up',
  registration_closed: 'Registration is closed',
  setup_token_wrong: 'The setup token is wrong',
  session_refused: 'The session is refused',
  invitation_unknown: 'The invitation is unknown',
  invitation_expired: 'The invitation has expired',
  invitation_refused: 'The invitation was refused',
  challenge_failed: 'The proof failed',
  unavailable: 'The server is busy',
  internal: 'The server failed',
};

export const problemResponse = (problem: Problem, serverTime: number): Response => {
  const { kind, detail, epoch, retryAfterS } = problem;
  const status = SERVER_ERROR_STATUS[kind];
  const headers = new Headers({ 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' });
  if (retryAfterS !== undefined) headers.set('Retry-After', String(retryAfterS));
  if (status === 401) headers.set('WWW-Authenticate', 'Bearer');
  const type = `urn:cairn:problem:${kind}`;
  const document = { type, title: TITLES[kind], status, detail, kind, epoch, retryAfterS, serverTime };
  return new Response(JSON.stringify(document), { status, headers });
};
