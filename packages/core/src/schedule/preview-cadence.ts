/** The outcome of a cadence, before anything is scheduled by it. [SC-1] */
import {
  type Cadence,
  type CadenceInput,
  type CadencePreview,
  type CairnError,
  LIMITS,
  ok,
  type Result,
} from '@cairn/schema';
import { isoTime } from '../memory/to-memory.ts';
import { type CadenceFacts, nextRunAfter, readCadence, shownIn } from './cadence.ts';
import { cronWords } from './cron-words.ts';

export const previewCadence = (
  input: CadenceInput,
  facts: CadenceFacts,
): Result<CadencePreview, CairnError> => {
  const read = readCadence(input, facts);
  if (!read.ok) return read;
  const cadence = read.value;
  return ok({
    timezone: cadence.timezone ?? facts.timezone,
    words: cadence.type === 'cron' ? cronWords(cadence.expression) : null,
    next: nextRuns(cadence, facts.nowMs).map((ms) => ({
      at: isoTime(ms),
      text: shownIn(ms, cadence.timezone),
    })),
  });
};

const nextRuns = (cadence: Cadence, nowMs: number): readonly number[] => {
  const runs: number[] = [];
  while (runs.length < LIMITS.schedulePreviewRuns) {
    const next = nextRunAfter(cadence, runs.at(-1) ?? nowMs);
    if (next === null) break;
    runs.push(next);
  }
  return runs;
};
