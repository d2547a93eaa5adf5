/** When a server makes a backup by itself, what it is called, and which ones it removes. Names carry the time, so a restart knows. [OP-15] */

/** How many are kept. */
export const BACKUPS_KEPT = 7;

const NAME = /^cairn-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)Z\.ndjson(\.new.*)?$/;
/** No round takes as long, so what is older was left by a process that was killed. */
const ROUND_MS_MAX = 2 * 3_600_000;

export const backupNameAt = (nowMs: number): string =>
  `cairn-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z.ndjson`;

/** Null for what somebody else put there. `isDraft`: what stands there before a backup was checked, and beside it. */
const parseName = (name: string) => {
  const [, text, draft] = NAME.exec(name) ?? [];
  if (text === undefined) return null;
  const [day = '', time = ''] = text.split('T');
  const atMs = Date.parse(`${day}T${time.replaceAll('-', ':')}Z`);
  return Number.isNaN(atMs) ? null : { name, atMs, isDraft: draft !== undefined };
};

export interface BackupPlan {
  /** When the newest was made; null when there is none. */
  readonly lastAtMs: number | null;
  readonly isDue: boolean;
  /** All but the newest seven, and what a killed process left. */
  readonly surplus: readonly string[];
}

/** `names`: what lies in the folder. None is due while another process makes one, or a killed one left its draft a moment ago. */
export const planBackups = (names: readonly string[], nowMs: number, everyMs: number): BackupPlan => {
  const ours = names.flatMap((name) => parseName(name) ?? []).toSorted((a, b) => b.atMs - a.atMs);
  // A name from a clock that was ahead counts for nothing, and goes first.
  const isAhead = ({ atMs }: { readonly atMs: number }): boolean => atMs > nowMs + everyMs;
  const named = ours.filter(({ isDraft }) => !isDraft);
  const whole = [...named.filter((one) => !isAhead(one)), ...named.filter(isAhead)];
  const isMaking = ours.some(({ atMs, isDraft }) => isDraft && Math.abs(nowMs - atMs) <= ROUND_MS_MAX);
  const left = ours.filter(({ atMs, isDraft }) => isDraft && Math.abs(nowMs - atMs) > ROUND_MS_MAX);
  const [newest] = whole;
  const lastAtMs = newest === undefined || isAhead(newest) ? null : newest.atMs;
  return {
    lastAtMs,
    isDue: !isMaking && (lastAtMs === null || Math.abs(nowMs - lastAtMs) >= everyMs),
    surplus: [...whole.slice(BACKUPS_KEPT), ...left].map(({ name }) => name),
  };
};
