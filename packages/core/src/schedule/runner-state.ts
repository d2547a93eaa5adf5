/** Tells whether a schedule's runner exists, as far as this device knows without a request to the server. [SC-5] */
import type { DeviceId, MemberEntry, RunnerState } from '@cairn/schema';

/**
 * Returns the state of a runner. `members`: the vault's signed entries as last seen; null outside a vault, where no other device
 * exists. A device that admitted another device of the same name was replaced by that device: its file was restored or copied. A
 * device that joined under a taken name got one of its own, which is in `names`. A copy has the given name of its former self. [SY-A11]
 */
export const runnerStates = (
  own: DeviceId | null,
  members: readonly MemberEntry[] | null,
  names: ReadonlyMap<string, string>,
): ((runner: DeviceId) => RunnerState) => {
  const live = liveNames(members ?? [], names);
  return (runner) => {
    if (runner === own) return 'this_device';
    return live.has(runner) ? 'other_device' : 'nobody';
  };
};

const liveNames = (
  members: readonly MemberEntry[],
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> => {
  const live = new Map<string, string>();
  for (const { by, fact } of members) {
    if (fact.kind === 'revoke') live.delete(fact.device);
    if (fact.kind !== 'found' && fact.kind !== 'add') continue;
    const given = names.get(fact.device.id);
    const hasOwnName = given !== undefined && given !== names.get(by);
    if (live.get(by) === fact.device.name && !hasOwnName) live.delete(by);
    live.set(fact.device.id, fact.device.name);
  }
  return live;
};
