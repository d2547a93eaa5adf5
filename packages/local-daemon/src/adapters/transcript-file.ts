/** Reads the end of an agent's own session file, if its format is known. [HK-6] */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { LIMITS, parseJson } from '@cairn/schema';
import type { HookEvent } from '../agents/hook-event.ts';
import { createClaudeCodeMapper } from '../cli/formats/claude-code.ts';
import { createCopilotMapper } from '../cli/formats/copilot.ts';
import type { Mapper } from '../cli/formats/found.ts';
import { sessionOf } from '../services/hook-events.ts';
import type { SaidTurn } from '../services/missing-turns.ts';

/** Mappers of formats with one record in each line. Either each turn names its session, or the file is one session. */
const MAPPERS: Readonly<Record<string, (session: string) => Mapper>> = {
  'claude-code': createClaudeCodeMapper,
  copilot: createCopilotMapper,
};

/** Returns the assistant's turns in the event's session. Empty if the file does not exist, or has another format. */
export const readSaid = async (event: HookEvent): Promise<readonly SaidTurn[]> => {
  if (event.session === null || event.transcript === null) return [];
  const mapper = MAPPERS[event.agent]?.(event.session);
  if (mapper === undefined) return [];
  const session = sessionOf(event);
  const lines = await lastLines(event.transcript);
  return lines.flatMap((line) =>
    mapper
      .take(parseJson(line), '', null)
      .flatMap((found) =>
        found.kind === 'turn' && found.session.id === session && found.turn.author === 'assistant'
          ? [found.turn]
          : [],
      ),
  );
};

/** Returns the last lines of a file, oldest first. Opens without blocking, because a pipe would block the daemon. Reads no pipe. */
const lastLines = async (path: string): Promise<readonly string[]> => {
  if (!isAbsolute(path)) return [];
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null);
  if (file === null) return [];
  try {
    const about = await file.stat();
    if (!about.isFile()) return [];
    const start = Math.max(0, about.size - LIMITS.hookTranscriptBytesMax);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(about.size - start), { position: start });
    const lines = buffer.subarray(0, bytesRead).toString('utf8').split('\n');
    return (start === 0 ? lines : lines.slice(1)).filter((line) => line !== '');
  } finally {
    await file.close();
  }
};
