/** Everything that a command may use: the terminal, standard input, the environment and the daemon. */

import type { DaemonClient, Paths, RequestOptions } from '@cairn/client/device';
import type { AnswerOf, CallArguments, RouteName } from '@cairn/schema';
import type { Answer } from './failure.ts';
import type { Style } from './style.ts';

export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly paths: Paths;
  /** The scope of all requests; null for the personal file, or when each request's project decides. [SP-2] */
  readonly scope: string | null;
  readonly nowMs: number;
  /** Whether `--json` asks for one document. */
  readonly json: boolean;
  /** Whether input and messages are on a terminal. */
  readonly isAtTerminal: boolean;
  /** Whether questions can be asked: at a terminal, without `--json`. */
  readonly canAsk: boolean;
  /** Key of this terminal; null if there is none. */
  readonly terminal: string | null;
  readonly isOutTerminal: boolean;
  readonly isErrTerminal: boolean;
  /** The style of standard error. */
  readonly noteStyle: Style;
  /** Returns the style of standard output, with its present width. */
  outStyle(): Style;
  /** Writes to standard output unchanged. Waits for a slow reader. */
  out(text: string): Promise<void>;
  /** Writes a line to standard error. */
  note(line: string): void;
  /** Writes text to standard error unchanged: a prompt, or progress that overwrites itself. */
  noteRaw(text: string): void;
  /** Reads standard input to its end, at most `bytesMax`. Fails if it is not UTF-8. */
  readStdin(bytesMax: number): Answer<string>;
  /** Returns the daemon. Starts one if none runs, unless `start` is false. */
  daemon(start?: boolean): Answer<DaemonClient>;
  /** Sends a request to the daemon, which is started if none runs. The daemon answers by its own version of the contract. */
  ask<R extends RouteName>(route: R, ...rest: CallArguments<R, RequestOptions>): Answer<AnswerOf<R>>;
}
