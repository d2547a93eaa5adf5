/**
 * Plans the server's own backups: when one is due, its name, and which ones to remove. Names contain the time, so a restarted server
 * knows when the last one was made. [OP-15]
 */

/** The number of kept backups. */
export const BACKUPS_KEPT = 7;

const NAME = /^cairn-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)Z\.ndjson(\.new.*)?$/;
/** No backup takes this long, so an older draft was left by a killed process. */
const ROUND_MS_MAX = 2 * 3_600_000;

export const backupNameAt = (nowMs: number): string =>
  `cairn-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z.ndjson`;

/** Returns null for foreign files. `isDraft`: a file of a backup that is not checked yet. */
const parseName = (name: string) => {
  const [, text, draft] = NAME.exec(name) ?? [];
  if (text === undefined) return null;
  const [day = '', time = ''] = text.split('T');
  const atMs = Date.parse(`${day}T${time.replaceAll('-', ':')}Z`);
  return Number.isNaN(atMs) ? null : { name, atMs, isDraft: draft !== undefined };
};

/** `names`: the files in the folder. No backup is due while a draft is recent: another process makes it or was just killed. */
export const planBackups = (names: readonly string[], nowMs: number, everyMs: number) => {
  const ours = names.flatMap((name) => parseName(name) ?? []).toSorted((a, b) => b.atMs - a.atMs);
  // A backup that was named while the clock was ahead does not count, and is removed first.
  const isAhead = ({ atMs }: { readonly atMs: number }): boolean => atMs > nowMs + everyMs;
  const named = ours.filter(({ isDraft }) => !isDraft);
  const whole = [...named.filter((one) => !isAhead(one)), ...named.filter(isAhead)];
  const isMaking = ours.some(({ atMs, isDraft }) => isDraft && Math.abs(nowMs - atMs) <= ROUND_MS_MAX);
  const left = ours.filter(({ atMs, isDraft }) => isDraft && Math.abs(nowMs - atMs) > ROUND_MS_MAX);
  const [newest] = whole;
  const lastAtMs = newest === undefined || isAhead(newest) ? null : newest.atMs;
  return {
    /** The time of the newest backup; null if there is none. */
    lastAtMs,
    isDue: !isMaking && (lastAtMs === null || Math.abs(nowMs - lastAtMs) >= everyMs),
    /** Backups beyond the newest seven, and drafts of killed processes. */
    surplus: [...whole.slice(BACKUPS_KEPT), ...left].map(({ name }) => name),
  };
};
