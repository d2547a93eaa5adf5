/**
 * Checks whether the arguments were text. Node replaces bytes that are not UTF-8 with U+FFFD; only Linux gives the bytes themselves.
 * [RL-23]
 */
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';

const COMMAND_LINE = '/proc/self/cmdline';

export const areArgumentsText = (argv: readonly string[]): boolean => {
  if (!argv.some((one) => one.includes('\ufffd'))) return true;
  try {
    return isUtf8(readFileSync(COMMAND_LINE));
  } catch {
    return true;
  }
};
