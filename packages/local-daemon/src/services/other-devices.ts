/** Splits the other devices of a vault into devices that are surely in use and doubtful devices. Pure. [RL-32] */
import { DAY_MS, type DevicesResult } from '@cairn/schema';

type Listed = DevicesResult['devices'][number];

/** A device in use calls the server every minute. A device that was silent for this long may be lost. */
const HEARD_MS_MAX = 30 * DAY_MS;

export type OtherDevices = ReturnType<typeof otherDevices>;

/** `doubtful`: earlier identities of this device, found by name, and devices that were silent for too long. They may be lost. */
export const otherDevices = (devices: readonly Listed[], nowMs: number) => {
  const own = devices.find(({ current }) => current);
  const others = devices.filter((one) => !one.current && !one.revoked && one.standing !== 'unsigned');
  const isSure = ({ name, enteredAs = name, standing, lastSeenAt }: Listed): boolean =>
    standing === 'member' &&
    enteredAs !== (own?.enteredAs ?? own?.name) &&
    lastSeenAt !== null &&
    nowMs - Date.parse(lastSeenAt) <= HEARD_MS_MAX;
  return { sure: others.filter(isSure), doubtful: others.filter((one) => !isSure(one)) };
};
