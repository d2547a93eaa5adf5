import { expect, test } from 'vitest';
import { adminAnswer } from '../../services/admin-request.ts';
import { answerText } from './output.ts';

const NOTE = { check: 'few enough', vault: 'v_1', detail: '20001 links: what they hide was not compared' };

test('[OP-7] a restore says what it brought back that may have ended since', () => {
  const restored = adminAnswer.parse({
    command: 'restore',
    path: '/b',
    rows: 9,
    vaults: 1,
    sha256: 'ab'.repeat(32),
  });
  expect(answerText(restored)).toMatch(/revoked after the backup has access again.*\n.*admin registration/);
});

test('[SY-S8] a note is said and is no finding, and a server of before has none', () => {
  const verified = adminAnswer.parse({ command: 'verify', checks: 24, findings: [] });
  expect(answerText(verified)).toBe('everything is correct: 24 checks');
  const noted = adminAnswer.parse({ command: 'verify', checks: 24, findings: [], notes: [NOTE] });
  expect(answerText(noted)).toBe(`v_1: note: ${NOTE.detail}\neverything is correct: 24 checks`);
});
