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

export const spanWords = (seconds: number): string => {
  const step = STEPS.find(([, size]) => seconds % size === 0);
  if (step === undefined) return countOf(seconds, 'second');
  const times = seconds / step[1];
  return times === 1 ? step[0] : countOf(times, step[0]);
};

/** Returns the text of the form field. A time is in local time of its zone. `zone`: the device's own. */
export const cadenceValue = (cadence: Cadence, zone: string): string =>
  cadence.type === 'cron'
    ? cadence.expression
    : cadence.type === 'once'
      ? wallText(Date.parse(cadence.at), cadence.timezone ?? zone)
      : String(cadence.seconds / 60);

/** An empty zone is the device's own. Intervals are typed in minutes. */
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
