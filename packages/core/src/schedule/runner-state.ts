/** The runner of a schedule, as this device can know it without asking the server. [SC-5] */
import type { DeviceId, MemberEntry, RunnerState } from '@cairn/schema';

/**
 * `members`: the vault's signed entries as this device has seen them last; null in no vault, where nobody else is. A device that let
 * in another one of its own name became that one: its file was restored or copied.
 */
export const runnerStates = (
  own: DeviceId | null,
  members: readonly MemberEntry[] | null,
): ((runner: DeviceId) => RunnerState) => {
  const live = liveNames(members ?? []);
  return (runner) => {
    if (runner === own) return 'this_device';
    return live.has(runner) ? 'other_device' : 'nobody';
  };
};

const liveNames = (members: readonly MemberEntry[]): ReadonlyMap<string, string> => {
  const live = new Map<string, string>();
  for (const { by, fact } of members) {
    if (fact.kind === 'revoke') live.delete(fact.device);
    if (fact.kind !== 'found' && fact.kind !== 'add') continue;
    if (live.get(by) === fact.device.name) live.delete(by);
    live.set(fact.device.id, fact.device.name);
  }
  return live;
};
