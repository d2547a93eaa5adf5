/** Converts a schedule's cadence to words and to form fields. [PG-18] */
import type { CadenceInput, CadenceType, Schedule } from '@cairn/schema';
import { countOf, timeOf } from '../pure/words.ts';
import { wallText } from '../pure/zones.ts';

type Cadence = Schedule['cadence'];

const STEPS: readonly (readonly [name: string, seconds: number])[] = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Formats a cadence. A cron expression is not translated to words. */
export const cadenceWords = (cadence: Cadence): string => {
  switch (cadence.type) {
    case 'cron':
      return `${cadence.expression} (${cadence.timezone})`;
    case 'once':
      return `once, ${timeOf(cadence.at)}`;
    default:
      return `every ${spanWords(cadence.seconds)}`;
  }
};

/** Formats a cadence for a list: in words if possible, with its zone if that is not the device's. */
export const listedCadence = (
  { cadence, words }: Pick<Schedule, 'cadence' | 'words'>,
  zone: string,
): string => {
  if (cadence.type !== 'cron' || words === null) return cadenceWords(cadence);
  return cadence.timezone === zone ? words : `${words} (${cadence.timezone})`;
};

/** Returns for example "3 hours". A single unit has no number, because the text follows "every": "hour". */
export const spanWords = (seconds: number): string => {
  const step = STEPS.find(([, size]) => seconds % size === 0);
  if (step === undefined) return countOf(seconds, 'second');
  const times = seconds / step[1];
  return times === 1 ? step[0] : countOf(times, step[0]);
};

/**
 * Returns the text for the form field: the cron expression, the local time of a one-time run, or minutes. `zone`: the device's time
 * zone, for a cadence without one.
 */
export const cadenceValue = (cadence: Cadence, zone: string): string =>
  cadence.type === 'cron'
    ? cadence.expression
    : cadence.type === 'once'
      ? wallText(Date.parse(cadence.at), cadence.timezone ?? zone)
      : String(cadence.seconds / 60);

/** Converts the form fields to a cadence. `value`: as in `cadenceValue`. An empty `zone` means the device's time zone. */
export const cadenceOf = (type: CadenceType, value: string, zone: string): CadenceInput => {
  const timezone = zone.trim() === '' ? {} : { timezone: zone.trim() };
  switch (type) {
    case 'cron':
      return { type, expression: value.trim(), ...timezone };
    case 'once':
      return { type, at: value.trim(), ...timezone };
    default:
      return { type, seconds: Math.round(Number(value) * 60), ...timezone };
  }
};
