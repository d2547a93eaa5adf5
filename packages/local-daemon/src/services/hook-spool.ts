/** Turns that hooks could not deliver: what one looks like, and how they are taken in. [HK-5] */
import { type MessageInput, parseJson } from '@cairn/schema';
import * as z from 'zod';
import type { Log } from './log.ts';

export const spooledTurn = z.object({
  v: z.literal(1),
  /** The event's id: the daemon may have it already. */
  id: z.string(),
  session: z.string(),
  cwd: z.string().nullable(),
  author: z.enum(['user', 'assistant', 'tool']),
  text: z.string(),
  /** The use of a tool, as a message has it. */
  toolCalls: z.array(z.unknown()).optional(),
  toolResults: z.array(z.unknown()).optional(),
  /** Milliseconds since 1970. */
  at: z.number().int().nonnegative(),
});
export type SpooledTurn = z.infer<typeof spooledTurn>;

/** A message as the engine takes it, but for the project, which the daemon finds. */
export interface WaitingTurn extends Pick<SpooledTurn, 'id' | 'session' | 'cwd'> {
  readonly message: MessageInput;
}

export interface HookSpool {
  hasAny(): boolean;
  /** Oldest first: a file goes when its turn is in, and false ends it. A file that cannot be read is dropped. */
  takeAll(take: (turn: WaitingTurn) => Promise<boolean>): Promise<void>;
  /** False: so many wait that it is dropped. */
  leave(turn: SpooledTurn): boolean;
}

export interface SpoolFiles {
  list(): readonly string[];
  read(name: string): string;
  drop(name: string): void;
  /** False: so many wait that it is dropped. */
  add(atMs: number, unique: string, text: string): boolean;
}

export const createHookSpool = (files: SpoolFiles, log: Log): HookSpool => {
  let running: Promise<void> | null = null;

  const takeAll = async (take: (turn: WaitingTurn) => Promise<boolean>): Promise<void> => {
    for (const name of files.list()) {
      const turn = parse(files.read(name));
      if (turn === null) log.warn('what a hook had left could not be read, and was dropped');
      else {
        const { id, session, cwd, author, text, at, toolCalls, toolResults } = turn;
        const message = { role: author, content: text, at, toolCalls, toolResults };
        if (!(await take({ id, session, cwd, message }))) return;
      }
      files.drop(name);
    }
  };

  return {
    leave: (turn) => files.add(turn.at, turn.id, JSON.stringify(turn)),
    hasAny: () => files.list().length > 0,
    takeAll: (take) => {
      running ??= takeAll(take).finally(() => {
        running = null;
      });
      return running;
    },
  };
};

/** Null: half a file, or one of another version. */
const parse = (text: string): SpooledTurn | null => spooledTurn.safeParse(parseJson(text)).data ?? null;
