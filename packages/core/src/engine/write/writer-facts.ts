/** The facts that every local write needs, read once at its start. */
import { deviceId, HLC_ZERO, nodeOf } from '@cairn/schema';
import { deviceNameOf } from '../../memory/clean-text.ts';
import type { MetaValues, StoreTransaction } from '../../ports/store.ts';
import { stampTimeMs } from '../../sync/stamp-bounds.ts';
import type { WriteDeps } from '../deps.ts';

export type WriterFacts = Awaited<ReturnType<typeof loadWriterFacts>>;

export const loadWriterFacts = async (tx: StoreTransaction, deps: WriteDeps) => {
  const { device, salt } = await ensureIdentity(tx, deps, UNNAMED);
  const vault = await tx.meta('vault');
  const offset = vault === null ? null : await tx.meta('offset');
  const nowMs = deps.clock.nowMs();
  const clock = (await tx.meta('clock')) ?? HLC_ZERO;
  return {
    /** Local time in milliseconds. */
    nowMs,
    /** The server's time, as far as it is trusted. Outside a vault the local time. [SY-C2, RL-39] */
    stampMs: stampTimeMs({ nowMs, offsetMs: offset?.ms ?? 0, last: clock }),
    /** The last published or applied stamp. */
    clock,
    device,
    node: nodeOf(device.id),
    /** 64 hex characters. */
    salt,
    inVault: vault !== null,
    /** Generation of new registers; 0 outside a vault. */
    kg: vault?.kg ?? 0,
  };
};

const UNNAMED = 'unnamed device';

/** Returns device id, name and salt. They are made at the first call, then kept. [SY-D2] */
export const ensureIdentity = async (
  tx: StoreTransaction,
  deps: Pick<WriteDeps, 'clock' | 'random'>,
  name: string,
): Promise<{ readonly device: MetaValues['device']; readonly salt: string }> => {
  const [device, salt] = [await tx.meta('device'), await tx.meta('salt')];
  if (device !== null && salt !== null) return { device, salt };
  const made = {
    device: device ?? {
      id: deviceId(Math.max(0, Math.round(deps.clock.nowMs())), deps.random.bytes(10)),
      name: deviceNameOf(name),
    },
    salt: salt ?? Buffer.from(deps.random.bytes(32)).toString('hex'),
  };
  await tx.apply({ meta: made });
  return made;
};
