/** Everything that a command may touch: the terminal, standard input, the environment and the daemon. */

import type { DaemonClient, Paths, RequestOptions } from '@cairn/client/device';
import type { AnswerOf, CallArguments, Result, RouteName } from '@cairn/schema';
import type { Failure } from './failure.ts';
import type { Style } from './style.ts';

export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly paths: Paths;
  readonly nowMs: number;
  /** Whether the one document of `--json` is wanted. */
  readonly json: boolean;
  /** Whether questions can be asked: input and messages are a terminal's. */
  readonly canAsk: boolean;
  /** Distinguishes this terminal from others. Null where there is none. */
  readonly terminal: string | null;
  readonly isOutTerminal: boolean;
  readonly isErrTerminal: boolean;
  /** For standard error. */
  readonly noteStyle: Style;
  /** The style of standard output, as wide as it is now. */
  outStyle(): Style;
  /** Standard output, as it is; waits when the reader is slow. */
  out(text: string): Promise<void>;
  /** A line on standard error. */
  note(line: string): void;
  /** Text on standard error as it is: a prompt, or progress that overwrites itself. */
  noteRaw(text: string): void;
  /** Standard input to its end; at most `bytesMax`. Not UTF-8 is a failure. */
  readStdin(bytesMax: number): Promise<Result<string, Failure>>;
  /** The daemon; started when none runs, unless `start` is false. */
  daemon(start?: boolean): Promise<Result<DaemonClient, Failure>>;
  /** Asks the daemon, which is started when none runs. It answers by its own version of the contract. */
  ask<R extends RouteName>(
    route: R,
    ...rest: CallArguments<R, RequestOptions>
  ): Promise<Result<AnswerOf<R>, Failure>>;
}
