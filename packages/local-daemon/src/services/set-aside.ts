/** Describes why changes were set aside and what to do. A kind that this program does not know is named by its code. */

/** Returns a text like `2 too large, 1 not in the protocol's form`. */
export const listed = (counts: Readonly<Record<string, number>>, textOf: (kind: string) => string): string =>
  Object.entries(counts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, count]) => `${count} ${textOf(kind)}`)
    .join(', ');

/** Verdicts of dead letters as text. [SY-U5] */
const REFUSALS: ReadonlyMap<string, string> = new Map([
  ['too_big', 'too large for the server'],
  ['malformed', 'not in the form that the server expects'],
  ['gone', 'reported as forgotten by the server without proof; they stay here'],
]);
export const refusalText = (verdict: string): string => REFUSALS.get(verdict) ?? verdict;

/** Reasons of quarantine, each with its text and its advice. [SY-M6] */
const UNREAD: ReadonlyMap<string, readonly [text: string, advice: string]> = new Map(
  Object.entries<readonly [string, string]>({
    unknown: ['written by a newer Cairn', 'Update Cairn on this device.'],
    no_key: ['sealed with a key that is not here', 'Run `cairn sync`: the key may have arrived meanwhile.'],
    forged: [
      'that fail their integrity check: they were altered on the way or on the server',
      'They are requested again automatically. Run `cairn sync repair` on a device that can read them. If this happens again, do not trust the server.',
    ],
    future: [
      'stamped in the future',
      'They are read when that time is reached. Compare the clocks of your devices and of the server.',
    ],
    out_of_range: [
      'beyond the limits of what can be saved',
      'Forget them, or find the device that wrote them in `cairn devices`.',
    ],
    old_key: [
      'sealed with an expired key',
      'Nothing to do: it is not shown and not sent. If you revoked a device, that device or the server has tried to use the old key.',
    ],
    broken: ['without sense inside', 'Save them again on the device where they were written.'],
  }),
);
export const unreadText = (reason: string): string => UNREAD.get(reason)?.[0] ?? reason;
export const unreadAdvice = (reason: string): string =>
  UNREAD.get(reason)?.[1] ?? 'Update Cairn on this device.';

/** Reasons that no key and no repair removes, so a person may delete the entry. [TR-6] */
const ENDED: ReadonlySet<string> = new Set(['out_of_range', 'broken', 'forged']);

/** Returns the command that deletes an unreadable entry on every device, or null if the entry may become readable. */
export const endCommand = (id: string, reason: string): string | null =>
  ENDED.has(reason) ? `cairn forget ${id}` : null;

const NAMED = 3;

/** Returns a text like `m_… (cairn forget m_…)` about the first few entries. */
export const namedText = (
  named: readonly { readonly id: string; readonly reason: string; readonly end: string | null }[],
): string =>
  named
    .slice(0, NAMED)
    .map(({ id, reason, end }) => `${id} (${reason}${end === null ? '' : `; \`${end}\` ends it`})`)
    .join(', ');
