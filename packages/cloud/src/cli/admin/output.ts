/** Formats an answer as text for a person. */
import type { AdminAnswer } from '../../services/admin-request.ts';

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [head, ...rows].map(line).join('\n');
};

const when = (ms: number | null): string =>
  ms === null ? 'never' : new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

type Of<C extends AdminAnswer['command']> = Extract<AdminAnswer, { command: C }>;

const vaultsText = ({ vaults, total }: Of<'vaults'>): string => {
  if (total === 0) return 'no vault yet';
  const head = ['vault', 'kind', 'registers', 'tombstones', 'quota', 'devices', 'last seen (UTC)'];
  const rows = vaults.map((one) => [
    one.id,
    one.kind,
    String(one.registers),
    String(one.tombstones),
    one.registersMax === null ? '' : String(one.registersMax),
    String(one.devices),
    when(one.lastSeenAt),
  ]);
  const more = total > vaults.length ? `\n${total - vaults.length} more: --limit ${total}` : '';
  return `${table(head, rows)}${more}`;
};

const devicesText = ({ devices }: Of<'devices'>): string =>
  table(
    ['device', 'name', 'behind by', 'last seen (UTC)', 'revoked (UTC)'],
    devices.map(({ id, name, lag, lastSeenAt, revokedAt }) => [
      id,
      name.replaceAll(/\p{Cc}/gu, ' '),
      String(lag),
      when(lastSeenAt),
      revokedAt === null ? '' : when(revokedAt),
    ]),
  );

const registrationText = ({ set, vaults }: Of<'registration'>): string => {
  const first = vaults === 0 ? ' There is no vault yet: the first one needs the setup token.' : '';
  if (set === null) return `Registration is as CAIRN_REGISTRATION says (closed unless set).${first}`;
  return set === 'open'
    ? `Registration is open: anybody who reaches the server can make a vault.${first}`
    : `Registration is closed.${first}`;
};

const verifyText = ({ checks, findings, notes }: Of<'verify'>): string => {
  const noted = notes.map(({ vault, detail }) => `${vault ?? 'server'}: note: ${detail}`);
  if (findings.length === 0) return [...noted, `everything is correct: ${checks} checks`].join('\n');
  const lines = findings.map(
    ({ check, vault, detail }) => `${vault ?? 'server'}: not so: ${check} (${detail})`,
  );
  return [
    ...noted,
    ...lines,
    `${counted(findings.length, 'finding')}. Keep a copy, then have devices mend it: admin epoch new VAULT`,
  ].join('\n');
};

const checkedText = ({ path, rows, vaults, ...verified }: Of<'check'>): string => {
  const whole = `${path} restores: ${counted(vaults, 'vault')}, ${counted(rows, 'row')}`;
  return `${whole}\n${verifyText({ ...verified, command: 'verify' })}`;
};

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const movedText = ({ vault, to, rows, left }: Of<'move'>): string => {
  const now =
    rows === 0 ? `${vault} is in "${to}"` : `${vault} has moved to "${to}": ${counted(rows, 'row')}`;
  return left.length === 0
    ? now
    : `${now}. What an earlier move had left in "${left.join('", "')}" is removed.`;
};

const TEXTS: { readonly [C in AdminAnswer['command']]: (answer: Of<C>) => string } = {
  vaults: vaultsText,
  devices: devicesText,
  check: checkedText,
  quota: ({ vault, registers, registersMax, isOwn }) =>
    `${vault} holds ${registers} of at most ${registersMax} registers${isOwn ? '' : " (the server's quota)"}`,
  registration: registrationText,
  epoch: ({ vault }) => `${vault} has a new epoch. Its devices heal at their next sync.`,
  revoke: ({ device }) =>
    `${device} is shut out. It keeps what it already holds: run \`cairn devices revoke\` on a device of the vault too, which makes a new key.`,
  delete: ({ vault }) => `${vault} is gone`,
  move: movedText,
  prune: ({ anchors, vaults }) => `removed what had expired, and ${anchors} old commits of ${vaults} vaults`,
  rebuild: ({ vaults, memories }) =>
    `${vaults} readable vaults have the ${memories} rows that their registers say`,
  verify: verifyText,
  backup: ({ path, vaults, rows }) => `${path}: ${counted(vaults, 'vault')}, ${counted(rows, 'row')}`,
  restore: ({ vaults, rows }) =>
    `restored ${counted(vaults, 'vault')}, ${counted(rows, 'row')}. Their devices repair this at their next sync: they push again what this backup lacks.
A device that was revoked after the backup has access again: check admin devices, and revoke it again.
Who may make vaults is as it was at the time of the backup, too: check admin registration.`,
};
export const answerText = <C extends AdminAnswer['command']>(answer: Of<C> & { command: C }): string =>
  TEXTS[answer.command](answer);
