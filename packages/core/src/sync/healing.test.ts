import { expect, test } from 'vitest';
import { beginHealing, isPulling } from './heal.engine.ts';

test('[SY-E2] a healing begins with a pull of everything, and nothing is sent until that is over', () => {
  const healing = beginHealing({ why: 'epoch_changed', nowMs: 7, before: null });
  expect(healing).toEqual({ why: 'epoch_changed', since: 7, phase: 'pull', sent: 0 });
  expect(isPulling(healing)).toBe(true);
  expect(isPulling({ ...healing, phase: 'tombstones' })).toBe(false);
});

test('[SY-E2] one that is cut short by the next goes on counting', () => {
  const first = beginHealing({ why: 'resync_required', nowMs: 7, before: null });
  const again = beginHealing({
    why: 'epoch_changed',
    nowMs: 9,
    before: { ...first, phase: 'rest', sent: 3 },
  });
  expect(again).toEqual({ why: 'epoch_changed', since: 7, phase: 'pull', sent: 3 });
});
