/** Formats times for a person, in the machine's time zone: "today 14:05", "yesterday 09:30", "12 Nov", "12 Nov 2025". */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export const shortTime = (iso: string, nowMs: number): string => {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const now = new Date(nowMs);
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}`;
  if (isSameDay(at, now)) return `today ${clock}`;
  // By the calendar, because a day with a clock change does not have 24 hours.
  const dayBefore = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (isSameDay(at, dayBefore)) return `yesterday ${clock}`;
  const day = `${at.getDate()} ${MONTHS[at.getMonth()] ?? ''}`;
  return at.getFullYear() === now.getFullYear() ? day : `${day} ${at.getFullYear()}`;
};

const ISO = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** Rewrites the ISO 8601 times in a sentence for a person. */
export const withShortTimes = (sentence: string, nowMs: number): string =>
  sentence.replace(ISO, (iso) => shortTime(iso, nowMs));

/** "12 s", "4 min", "3 h", "5 days". */
export const shortSpan = (seconds: number): string => {
  if (seconds < 100) return `${Math.round(seconds)} s`;
  if (seconds < 6_000) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
};

/** "512 B", "3.4 MB". */
export const shortBytes = (bytes: number): string => {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let at = 0;
  while (value >= 1_000 && at < units.length - 1) {
    value /= 1_000;
    at++;
  }
  return `${at === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[at] ?? ''}`;
};

export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** "2 memories" */
export const memories = (n: number): string => count(n, 'memory', 'memories');

const two = (n: number): string => String(n).padStart(2, '0');
const isSameDay = (a: Date, b: Date): boolean =>
  a.getFullYear() === b.getFullYear() && a.getMonth() === b.getMonth() && a.getDate() === b.getDate();
