// Checks that all devices show and tell the same, and that `cairn sync verify` agrees.

import type { Device } from '../device.ts';
import type { World } from '../world.ts';
import type { Shown, Snapshot } from './snapshot.ts';

type Judged = Pick<World, 'findings'>;

const EXAMPLES = 2;

const differences = (a: readonly Shown[], b: readonly Shown[]): readonly string[] => {
  const [left, right] = [a, b].map((list) => new Map(list.map(({ id, all }) => [id, all])));
  const ids = [...new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])])];
  return ids
    .filter((id) => left?.get(id) !== right?.get(id))
    .map((id) => `${left?.get(id) ?? 'nothing'} and ${right?.get(id) ?? 'nothing'}`);
};

export const areEqual = ([first, ...others]: readonly Snapshot[]): boolean =>
  first === undefined ||
  others.every(
    (other) =>
      differences(first.all, other.all).length === 0 && differences(first.heads, other.heads).length === 0,
  );

export const judgeEqual = (world: Judged, [first, ...others]: readonly Snapshot[]): boolean => {
  let equal = true;
  for (const other of others) {
    if (first === undefined) return true;
    for (const kind of ['heads', 'all'] as const) {
      const found = differences(first[kind], other[kind]);
      if (found.length === 0) continue;
      equal = false;
      const examples = found.slice(0, EXAMPLES).join('; ');
      world.findings.add(
        'equal',
        `${first.device} and ${other.device} differ in ${found.length} of ${first[kind].length} (${kind}): ${examples}`,
      );
    }
    judgeHistories(world, first, other);
  }
  return equal;
};

/** Checks that all devices know which memory replaced which and a key's earlier values, or all report them as missing. */
const judgeHistories = ({ findings }: Judged, first: Snapshot, other: Snapshot): void => {
  const differing = [...first.histories].flatMap(([id, one]) => {
    const two = other.histories.get(id);
    if (two === undefined || (two.versions === one.versions && two.isIncomplete === one.isIncomplete))
      return [];
    return [`${id}: ${toldAs(one)} and ${toldAs(two)}`];
  });
  const [example] = differing;
  if (example === undefined) return;
  findings.add(
    'history',
    `${first.device} and ${other.device} tell ${differing.length} histories differently: ${example}`,
  );
};

const toldAs = ({ versions, isIncomplete }: { readonly versions: string; readonly isIncomplete: boolean }) =>
  `[${versions}]${isIncomplete ? ', incomplete' : ''}`;

const memberOf = (json: string, name: string): unknown => ({ ...Object(JSON.parse(json)) })[name];

export const judgeVerify = async (
  world: World,
  devices: readonly Device[],
  areShownEqual: boolean,
): Promise<void> => {
  const digests = new Map<unknown, unknown>();
  let allEqual = true;
  for (const device of devices) {
    const { code, out, err } = await device.run(['sync', 'verify', '--json'], 70_000);
    if (code !== 0) {
      allEqual = false;
      const sentence =
        code === null ? 'gave no answer in 70 s' : `ended with ${code}: ${out.slice(0, 600)} ${err.trim()}`;
      world.findings.add('verify', `${device.name}: sync verify ${sentence}`);
      continue;
    }
    // A device that joined later has nothing that was forgotten earlier, and so has fewer registers.
    const { registers, digest }: Readonly<Record<string, unknown>> = { ...Object(memberOf(out, 'local')) };
    const before = digests.get(registers) ?? digest;
    digests.set(registers, digest);
    if (before !== digest)
      world.findings.add('verify', `two devices have ${registers} registers with other digests`);
  }
  if (allEqual && !areShownEqual)
    world.findings.add('message', 'sync verify says equal on all devices, and they show different things');
};

/** Checks that each device in use is in the vault once, and no other device is. */
export const judgeDevices = async (world: World, devices: readonly Device[]): Promise<void> => {
  const [first] = devices;
  const answer = await first?.ask('GET', '/v1/devices');
  if (first === undefined || answer?.kind !== 'ok') return;
  const { devices: listed }: Readonly<Record<string, unknown>> = { ...Object(answer.value) };
  const members = (Array.isArray(listed) ? listed : []).filter((one) => {
    const { standing, revoked }: Readonly<Record<string, unknown>> = { ...Object(one) };
    return standing === 'member' && revoked === false;
  });
  const names = members.map((one) => String({ ...Object(one) }.name));
  if (names.length > devices.length)
    world.findings.add('devices', `a ghost: ${devices.length} devices, and members ${names.join(', ')}`);
  if (names.length < devices.length)
    world.findings.add(
      'devices',
      `a device is no member: ${devices.map(({ name }) => name).join(', ')}; members ${names.join(', ')}`,
    );
};
