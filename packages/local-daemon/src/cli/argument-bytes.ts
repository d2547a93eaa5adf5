/** Whether the arguments were text. Node puts U+FFFD in the place of bytes that are no UTF-8; Linux alone tells the bytes. [RL-23] */
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
