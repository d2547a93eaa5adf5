import { HEALING_SENTENCES } from '@cairn/core';
import { HEALING_REASONS } from '@cairn/schema';
import { expect, test } from 'vitest';
import { NO_FACTS } from '../../services/engine-box.ts';
import { syncStatusOf } from '../../services/sync-status.ts';
import { createStyle } from '../style.ts';
import { healedText, setAside, syncText } from './status.ts';

test('[RL-35] what the server refused for good is told with its reason and the command that sends it again, in words and in JSON', () => {
  const status = syncStatusOf({ ...NO_FACTS, dead: 3, refused: { too_big: 1, malformed: 2 } }, null);
  expect(setAside(status)).toBe(
    '3 changes refused by the server (2 not in the form that the server expects, 1 too large for the server): only on this device, until `cairn sync retry` sends them again',
  );
  expect([status.dead, status.refused]).toEqual([3, { too_big: 1, malformed: 2 }]);
});

test('[RL-35] a healing is told by its own reason, and only a restored server is said to be restored', () => {
  const at = '2026-11-23T08:00:00.000Z';
  const texts = HEALING_REASONS.map((why) => healedText({ why, sent: 2, at }, Date.parse(at)));
  expect(new Set(texts).size).toBe(HEALING_REASONS.length);
  expect(texts.filter((text) => /server was restored/.test(text))).toHaveLength(1);
  expect(HEALING_SENTENCES.key_ended).toMatch(/under an expired key/);
});

test('[RL-41] who has something to send or cannot read something is not up to date', () => {
  const idle = { ...syncStatusOf(NO_FACTS, null), state: 'idle' } as const;
  expect(syncText(idle, createStyle(false, null), 0)).toBe('up to date, nothing to send');
  for (const more of [{ pending: 1 }, { dead: 1 }, { quarantined: 25 }])
    expect(syncText({ ...idle, ...more }, createStyle(false, null), 0)).not.toMatch(/up to date/);
});

test('[TR-32] whom the server refuses is told so, and when it is asked again', () => {
  const at = '2026-11-23T08:00:00.000Z';
  const nowMs = Date.parse(at);
  const told = (kind: string, nextTryAt: string | null): string => {
    const lastError = { kind, message: 'Refused.', at };
    const status = { ...syncStatusOf(NO_FACTS, null), state: 'locked_out', lastError, nextTryAt } as const;
    return syncText(status, createStyle(false, null), nowMs);
  };
  expect(told('device_revoked', '2026-11-23T08:30:00.000Z')).toBe(
    'refused by the server, asks again in 30 min, nothing to send',
  );
  expect(told('unauthorized', null)).toBe('unknown to the server, asks again soon, nothing to send');
});
