/** Compares the server's list of devices with the member list that the devices have signed. Pure. [SY-S6] */
import {
  type DevicesResult,
  fromOutside,
  LIMITS,
  type Member,
  type MemberEntry,
  type MemberList,
  type NewDevice,
  type WireDevice,
} from '@cairn/schema';

type Listed = DevicesResult['devices'][number];

/**
 * Lists the signed members in their order, then the devices that only the server knows. `names`: the names that a person gave later.
 * Other devices show their signed name. `served`: null if the server was not asked. [SY-A10]
 */
export const listDevices = (
  list: MemberList,
  served: readonly WireDevice[] | null,
  ownId: string | null,
  names: ReadonlyMap<string, string>,
): readonly Listed[] => {
  const rows = new Map<string, WireDevice>((served ?? []).map((row) => [row.id, row]));
  const members = list.members.map((member) => {
    const row = rows.get(member.device.id) ?? null;
    return renamed(listed(member.device, row, standingOf(member, row, served !== null), ownId), names);
  });
  const known = new Set<string>(list.members.map(({ device }) => device.id));
  const strangers = (served ?? []).filter(({ id }) => !known.has(id));
  return [...members, ...strangers.map((row) => listed(row, row, 'unsigned', ownId))];
};

const standingOf = ({ revokedAt }: Member, row: WireDevice | null, isAsked: boolean): Listed['standing'] => {
  if (revokedAt !== null) return 'revoked';
  if (row === null) return isAsked ? 'missing' : 'member';
  return row.revokedAt === null ? 'member' : 'shut_out';
};

const renamed = (device: Listed, names: ReadonlyMap<string, string>): Listed => {
  const name = names.get(device.id);
  return name === undefined || name === device.name
    ? device
    : { ...device, name: fromOutside(name), enteredAs: device.name };
};

const listed = (
  { id, name }: { readonly id: string; readonly name: string },
  row: WireDevice | null,
  standing: Listed['standing'],
  ownId: string | null,
): Listed => ({
  id,
  // A name with line breaks could look like several devices. [TR-13]
  name: fromOutside(name),
  // A server may send a number that is no time.
  lastSeenAt:
    row === null || row.lastSeenAt === null
      ? null
      : new Date(Math.min(row.lastSeenAt, LIMITS.timeMsMax)).toISOString(),
  lag: row?.lag ?? 0,
  current: id === ownId,
  revoked: standing === 'revoked' || standing === 'shut_out',
  standing,
});

/** Returns the devices that entries let in, without a check. */
export const devicesIn = (entries: readonly MemberEntry[]): readonly NewDevice[] =>
  entries.flatMap(({ fact }) => (fact.kind === 'found' || fact.kind === 'add' ? [fact.device] : []));

/** Returns another device with this name that is not revoked. Two devices with one name would be confused. [SY-A11] */
export const otherNamed = (devices: readonly Listed[], id: string, name: string): Listed | undefined =>
  devices.find((device) => device.id !== id && !device.revoked && device.name === fromOutside(name));

/** Returns the name. If another device has it, appends the first free number. [SY-A11] */
export const freeName = (devices: readonly Listed[], id: string, name: string): string => {
  let free = name;
  for (let n = 2; otherNamed(devices, id, free) !== undefined; n++) {
    const end = `-${n}`;
    free = `${[...name].slice(0, LIMITS.deviceNameCharsMax - end.length).join('')}${end}`;
  }
  return free;
};
