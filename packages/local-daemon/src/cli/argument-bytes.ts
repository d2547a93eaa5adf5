/**
 * Checks whether the arguments were text. Node replaces bytes that are not UTF-8 with U+FFFD; only Linux gives the bytes themselves.
 * [RL-23]
 */
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { orElse } from '@cairn/schema';

const COMMAND_LINE = '/proc/self/cmdline';

export const areArgumentsText = (argv: readonly string[]): boolean =>
  !argv.some((one) => one.includes('\ufffd')) || orElse(() => isUtf8(readFileSync(COMMAND_LINE)), true);
