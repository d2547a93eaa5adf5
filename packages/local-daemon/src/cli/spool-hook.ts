/** Keeps a hook's turn in a file if the daemon does not answer, without secrets and private parts. [HK-5, G-1] */
import { isAbsolute } from 'node:path';
import { withoutSecrets } from '@cairn/core';
import { spoolFiles } from '../adapters/hook-files.ts';
import { hookAdapterOf } from '../agents/hook-adapters.ts';
import { hookKindOf } from '../agents/hook-event.ts';
import { hookMessageOf } from '../agents/hook-message.ts';
import { sessionOf } from '../services/hook-events.ts';
import { waitingTurnOf } from '../services/waiting-turn.ts';
import type { Io } from './io.ts';

export interface ToldEvent {
  readonly agent: string;
  readonly event: string;
  /** The agent's JSON, parsed. */
  readonly input: unknown;
  readonly id: string;
}

/** Returns false if too many turns wait and this one is dropped. True also for an event without a turn. */
export const spoolHook = (
  io: Pick<Io, 'paths' | 'cwd' | 'nowMs'>,
  { agent, event, input, id }: ToldEvent,
): boolean => {
  const adapter = hookAdapterOf(agent);
  const kind = hookKindOf(event);
  if (adapter === null || kind === null) return true;
  const parsed = adapter.parse(kind, input);
  const message = hookMessageOf(parsed, withoutSecrets);
  if (message === null) return true;
  const cwd = parsed.cwd !== null && isAbsolute(parsed.cwd) ? parsed.cwd : io.cwd;
  const session = sessionOf({ ...parsed, cwd });
  const waiting = waitingTurnOf({ id, session, cwd, message, atMs: io.nowMs });
  return spoolFiles(io.paths).add(io.nowMs, id, JSON.stringify(waiting));
};
