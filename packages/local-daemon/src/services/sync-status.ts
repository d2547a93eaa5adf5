/** The sync part of `cairn status`. */
import type { SyncDriver, SyncFacts } from '@cairn/core';
import type { SyncResult, SyncStatus } from '@cairn/schema';
import { endCommand } from './set-aside.ts';

export const progressOf = (facts: SyncFacts): SyncResult => ({
  pushed: 0,
  pulled: 0,
  pending: facts.pending,
  dead: facts.dead,
  head: headOf(facts),
  cursor: facts.pull?.high ?? 0,
});

/** Returns the server's head as of this device's last pull or push. */
const headOf = ({ pull, push }: SyncFacts): number => Math.max(pull?.head ?? 0, push?.head ?? 0);

export const syncStatusOf = (facts: SyncFacts, driver: SyncDriver | null): SyncStatus => {
  const live = driver?.state();
  const lastError = live?.lastError ?? facts.stopped;
  const bootstrap = facts.pull?.bootstrap ?? null;
  const { pending, inflight, dead, quarantined, refused, unread, removed, verified, healed } = facts;
  return {
    vault: facts.vault?.id ?? null,
    server: facts.vault?.server ?? null,
    state: live?.state ?? 'off',
    ...{ pending, inflight, dead, quarantined, refused, unread, removed },
    unreadNamed: unreadNamedOf(facts),
    verified:
      verified === null
        ? null
        : { at: isoOf(verified.at) ?? '', registers: verified.registers, differing: verified.differing },
    cursor: facts.pull?.high ?? 0,
    head: headOf(facts),
    reseal: resealOf(facts),
    bootstrap: bootstrap === null ? null : { done: bootstrap.done, expected: bootstrap.expected },
    lastPullAt: isoOf(facts.times?.lastPullAt ?? null),
    lastPushAt: isoOf(facts.times?.lastPushAt ?? null),
    lastError:
      lastError === null || facts.vault === null
        ? null
        : { kind: lastError.kind, message: lastError.message, at: isoOf(lastError.at) ?? '' },
    nextTryAt: isoOf(live?.nextTryAt ?? null),
    healing: healingOf(facts),
    lastHealed: healed === null ? null : { ...healed, at: isoOf(healed.at) ?? '' },
    membersMended: mendedOf(facts),
  };
};

/**
 * Returns the state of a repair: rows received and expected while everything is pulled, then the rows left to send
 * again. [SY-E2]
 */
const healingOf = ({ healing, pull, again }: SyncFacts): SyncStatus['healing'] => {
  if (healing === null) return null;
  const { done, expected } = pull?.bootstrap ?? { done: 0, expected: 0 };
  return {
    why: healing.why,
    step: healing.phase === 'pull' ? 'pull' : 'send',
    done,
    expected,
    left: again,
    since: new Date(healing.since).toISOString(),
  };
};

const mendedOf = ({ membersMended }: SyncFacts): SyncStatus['membersMended'] => {
  if (membersMended === null) return null;
  const { added, revoked, generations, at } = membersMended;
  return { added: [...added], revoked: [...revoked], generations, at: new Date(at).toISOString() };
};

export const resealOf = ({ reseal }: Pick<SyncFacts, 'reseal'>): SyncStatus['reseal'] => {
  if (reseal === null) return null;
  const { kg, done, total, isOver } = reseal;
  return { kg, done, total, isOver };
};

export const unreadNamedOf = ({ unreadNamed }: SyncFacts): NonNullable<SyncStatus['unreadNamed']> =>
  unreadNamed.map(({ entity: id, reason }) => ({ id, reason, end: endCommand(id, reason) }));

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
