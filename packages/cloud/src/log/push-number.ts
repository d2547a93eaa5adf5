/** Push numbers: how a repeated, forked or lost batch is told from the next one. [SY-U3, SY-E3] */

/** The last push of a device. Numbers start again at 1 in every epoch. */
export interface LastPush {
  readonly epoch: string;
  readonly pushNo: number;
  /** SHA-256 of the exact body bytes, hex. */
  readonly sha256: string;
}

export type PushStep = 'next' | 'replay' | 'forked' | 'gap';

/**
 * `replay`: the same number with the same bytes. `forked`: a number that was used with other bytes, or an older one: two
 * holders of one device id, or a device restored from a backup. `gap`: a number was left out.
 */
export const pushStep = (
  last: LastPush | null,
  push: { readonly epoch: string; readonly pushNo: number; readonly sha256: string },
): PushStep => {
  const lastNo = last !== null && last.epoch === push.epoch ? last.pushNo : 0;
  if (push.pushNo === lastNo + 1) return 'next';
  if (push.pushNo > lastNo) return 'gap';
  return push.pushNo === lastNo && last?.sha256 === push.sha256 ? 'replay' : 'forked';
};
