/** Turns that hooks could not deliver: their form, and how the daemon stores them. [HK-5] */
import { type MessageInput, parseJson } from '@cairn/schema';
import * as z from 'zod';
import type { Log } from './log.ts';

export const spooledTurn = z.object({
  v: z.literal(1),
  /** The event's id. The daemon may have stored the event already. */
  id: z.string(),
  session: z.string(),
  cwd: z.string().nullable(),
  author: z.enum(['user', 'assistant', 'tool']),
  text: z.string(),
  /** The use of a tool, as a message stores it. */
  toolCalls: z.array(z.unknown()).optional(),
  toolResults: z.array(z.unknown()).optional(),
  /** Milliseconds since 1970. */
  at: z.number().int().nonnegative(),
});
export type SpooledTurn = z.infer<typeof spooledTurn>;

/** A message in the engine's form, without the project. The daemon finds the project. */
export interface WaitingTurn extends Pick<SpooledTurn, 'id' | 'session' | 'cwd'> {
  readonly message: MessageInput;
}

/** The files of the turns. Their names sort by time; `unique` distinguishes turns of the same millisecond. */
export interface SpoolFiles {
  /** Oldest first. */
  list(): readonly string[];
  read(name: string): string;
  drop(name: string): void;
  /** Returns false if too many files wait. The text is then dropped. */
  add(atMs: number, unique: string, text: string): boolean;
}

export const createHookSpool = (files: SpoolFiles, log: Log) => {
  let running: Promise<void> | null = null;
  const refused = new Set<string>();

  /** Returns null for a file that cannot be read, for example because a hook of root wrote it. */
  const textOf = (name: string): string | null => {
    try {
      return files.read(name);
    } catch (error) {
      if (!refused.has(name)) log.warn('what a hook had left cannot be read', { name, error: String(error) });
      refused.add(name);
      return null;
    }
  };

  /**
   * Calls `take` for each turn, oldest first. Deletes a file when its turn is stored. If `take` returns false, the session's later turns
   * wait too. Deletes files without a turn. Skips files that the system does not let us read.
   */
  const takeAll = async (take: (turn: WaitingTurn) => Promise<boolean>): Promise<void> => {
    const held = new Set<string>();
    for (const name of files.list()) {
      const text = textOf(name);
      if (text === null) continue;
      // A partial file, or one of another version, holds no turn.
      const turn = spooledTurn.safeParse(parseJson(text)).data ?? null;
      if (turn === null) log.warn('what a hook had left could not be read, and was dropped');
      else {
        const { id, session, cwd, author, text, at, toolCalls, toolResults } = turn;
        const message = { role: author, content: text, at, toolCalls, toolResults };
        if (held.has(session) || !(await take({ id, session, cwd, message }))) {
          held.add(session);
          continue;
        }
      }
      files.drop(name);
    }
  };

  return {
    /** Writes a turn to a file. Returns false if too many wait. The turn is then dropped. */
    leave: (turn: SpooledTurn) => files.add(turn.at, turn.id, JSON.stringify(turn)),
    hasAny: () => files.list().length > 0,
    takeAll: (take: Parameters<typeof takeAll>[0]) => {
      running ??= takeAll(take).finally(() => {
        running = null;
      });
      return running;
    },
  };
};
export type HookSpool = ReturnType<typeof createHookSpool>;
