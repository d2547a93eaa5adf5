/** `POST /v1/push`: the exact bytes of the body. */
import { DIGEST_HEADER } from '@cairn/schema';
import { sha256Hex } from '../services/hashing.ts';
import { problem } from '../services/problem.ts';
import type { Call } from './endpoint.ts';

/** The network changed bits. Nothing is stored, and the device sends the same bytes again. [RL-13] */
const isChanged = (bytes: Uint8Array, said: string | undefined): boolean =>
  said !== undefined && said !== `sha-256=:${Buffer.from(sha256Hex(bytes), 'hex').toString('base64')}:`;
const CHANGED = problem('unavailable', 'The push was changed on its way here. Send it again.');

const CUT_OFF = problem('malformed', 'The push ended before its announced length.');

export const push = async ({ context: { req }, server, session }: Call) => {
  // Null: the client has left in the middle.
  const body = await req.arrayBuffer().catch(() => null);
  if (body === null) return CUT_OFF;
  const bytes = new Uint8Array(body);
  return isChanged(bytes, req.header(DIGEST_HEADER)) ? CHANGED : server.push(session, bytes);
};
