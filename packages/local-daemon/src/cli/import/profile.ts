/**
 * Asks before a file's profile is imported, because every agent receives the profile first. A person agrees by `--profile`, or on the
 * terminal after the values were shown. [IM-9]
 */

import { confirm } from '../ask.ts';
import type { ParsedArgs } from '../command.ts';
import type { ProfileSetting } from '../formats/settings.ts';
import type { Io } from '../io.ts';
import { count } from '../output/short-time.ts';
import { oneLine } from '../style.ts';

/** Returns whether these values, which are new here, may be imported. */
export type AllowProfile = (values: readonly ProfileSetting[]) => Promise<boolean>;

export const NOT_ALLOWED = 'values of the profile, which every agent is told. --profile imports them';

const SHOWN_MAX = 20;
const CELLS_MAX = 500;

export const allowProfile =
  (given: ParsedArgs, io: Io, dryRun: boolean): AllowProfile =>
  async (values) => {
    if (given.flag('profile')) return true;
    if (dryRun || !io.canAsk || given.flag('yes')) return false;
    const lines = values.map((value) => oneLine(wordsOf(value), Number.MAX_SAFE_INTEGER));
    const shown = lines.slice(0, SHOWN_MAX).map((line) => oneLine(line, CELLS_MAX));
    for (const line of shown) io.note(`  ${line}`);
    const isAll = lines.length === shown.length && lines.every((line, at) => line === shown[at]);
    const question = `Every agent of yours would be told ${count(lines.length, 'value')} of the profile. Take them?`;
    return (await confirm(given, io, isAll ? question : `${NOT_ALL} ${question}`)).ok;
  };

const NOT_ALL = 'Not all of it is shown: read the file first.';

const wordsOf = (value: ProfileSetting): string => {
  if ('field' in value) return `${value.of} ${value.field}: ${[value.value].flat().join(', ')}`;
  if ('raw' in value) return `${value.of}: ${value.raw}`;
  return `${value.of}, ${value.section}: ${value.text}${value.enabled ? '' : ' (off)'}`;
};
