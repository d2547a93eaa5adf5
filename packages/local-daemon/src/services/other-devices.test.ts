import { DAY_MS } from '@cairn/schema';
import { expect, test } from 'vitest';
import { otherDevices } from './other-devices.ts';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const seen = (days: number | null) => (days === null ? null : new Date(NOW - days * DAY_MS).toISOString());

const device = (name: string, lastSeenAt: string | null, more = {}) => ({
  ...{ id: `d_${name}`, name, lastSeenAt, lag: 0, current: false, revoked: false },
  standing: 'member' as const,
  ...more,
});
const own = device('laptop', seen(0), { current: true });
const namesOf = (devices: readonly { readonly name: string }[]) => devices.map(({ name }) => name);

test('[RL-32] a device that was heard of within 30 days is another device', () => {
  const { sure, doubtful } = otherDevices([own, device('phone', seen(30)), device('old', seen(30.1))], NOW);
  expect([namesOf(sure), namesOf(doubtful)]).toEqual([['phone'], ['old']]);
});

test('[RL-32] a former self, one that never came, and one that the server lost may be nobody any more', () => {
  const others = [
    device('laptop', seen(0)),
    device('never', null),
    device('lost', seen(0), { standing: 'missing' as const }),
  ];
  const { sure, doubtful } = otherDevices([own, ...others], NOW);
  expect([namesOf(sure), namesOf(doubtful)]).toEqual([[], ['laptop', 'never', 'lost']]);
});

test('[RL-32] one that was revoked, shut out or let in by nobody is neither', () => {
  const out = [
    device('revoked', seen(0), { revoked: true, standing: 'revoked' as const }),
    device('shut', seen(0), { revoked: true, standing: 'shut_out' as const }),
    device('stranger', seen(0), { standing: 'unsigned' as const }),
  ];
  expect(otherDevices([own, ...out], NOW)).toEqual({ sure: [], doubtful: [] });
});
