/** The other devices of a vault, by whether somebody surely has them still. Pure. [RL-32] */
import type { DevicesResult } from '@cairn/schema';

type Listed = DevicesResult['devices'][number];

/** A device that is in use asks the server every minute; one that was not heard of for so long may be gone. */
const HEARD_MS_MAX = 30 * 86_400_000;

export interface OtherDevices {
  readonly sure: readonly Listed[];
  /** Former selves of this device (by its name), and devices that nobody has heard of lately: perhaps nobody has them any more. */
  readonly doubtful: readonly Listed[];
}

export const otherDevices = (devices: readonly Listed[], nowMs: number): OtherDevices => {
  const own = devices.find(({ current }) => current);
  const others = devices.filter((one) => !one.current && !one.revoked && one.standing !== 'unsigned');
  const isSure = ({ name, enteredAs = name, standing, lastSeenAt }: Listed): boolean =>
    standing === 'member' &&
    enteredAs !== (own?.enteredAs ?? own?.name) &&
    lastSeenAt !== null &&
    nowMs - Date.parse(lastSeenAt) <= HEARD_MS_MAX;
  return { sure: others.filter(isSure), doubtful: others.filter((one) => !isSure(one)) };
};
