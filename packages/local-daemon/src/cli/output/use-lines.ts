/** Formats which agents were given a memory on this device, and whether they used it. [M-14] */
import type { MemoryUse } from '@cairn/schema';
import { printable } from '../style.ts';
import { count, shortTime } from './short-time.ts';

export const useText = (uses: readonly MemoryUse[], nowMs: number): string | null =>
  uses.length === 0 ? null : uses.map((one) => textOf(one, nowMs)).join('; ');

const textOf = ({ agent, given, lastGivenAt, used, lastUsedAt }: MemoryUse, nowMs: number): string => {
  const to = agent === null ? 'an agent without a name' : printable(agent);
  const last = lastUsedAt === null ? '' : `, ${shortTime(lastUsedAt, nowMs)} last`;
  const answered =
    used === 0 ? 'no answer used its words' : `answers used its words in ${count(used, 'session')}${last}`;
  return `${count(given, 'time')} to ${to}, ${shortTime(lastGivenAt, nowMs)} last; ${answered}`;
};
