import type { CommandSpec, ParsedArgs } from './command.ts';
import type { Failure } from './failure.ts';

/** `text`: help or the version, for standard output. */
export type ParsedLine =
  | { readonly kind: 'run'; readonly spec: CommandSpec; readonly given: ParsedArgs; readonly json: boolean }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failure'; readonly failure: Failure; readonly json: boolean };
