/** Says which agents were given a memory on this device. [PG-12] */
import type { MemoryUse } from '@cairn/schema';
import { countOf, timeOf } from './words.ts';

export const usesText = (uses: readonly MemoryUse[]): string =>
  uses.length === 0
    ? 'to no agent yet, on this device'
    : uses
        .map(({ agent, given, lastGivenAt, used }) => {
          const words = used === 0 ? 'no answer used its words' : `answers in ${used} of them used its words`;
          return `${countOf(given, 'time')} to ${agent ?? 'an agent without a name'}, last ${timeOf(lastGivenAt)}; ${words}`;
        })
        .join('. ');
