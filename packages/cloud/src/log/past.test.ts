import { expect, test } from 'vitest';
import { formatAnchor, parseAnchor, pastState } from './anchor.ts';
import { pushStep } from './decide-push.ts';

test('[SY-E1] an anchor is a sequence and a mark, and comes back', () => {
  const anchor = { seq: 12, mark: 'ab'.repeat(16) };
  expect(parseAnchor(formatAnchor(anchor))).toEqual(anchor);
  for (const text of [
    '',
    '12',
    `x.${anchor.mark}`,
    `12.${anchor.mark}0`,
    `99999999999999999.${anchor.mark}`,
  ]) {
    expect(parseAnchor(text)).toBeNull();
  }
  expect(parseAnchor(`9007199254740992.${anchor.mark}`)).toBeNull();
});

test('[SY-E1] what is known goes on, what is not tells who has lost its past', () => {
  const vault = { epoch: 'e2', anchorFloor: 10 };
  const anchor = { anchor: true, epoch: true };
  const nothing = { anchor: false, epoch: false };
  expect(pastState(vault, { epoch: 'e2', seq: 3 }, anchor)).toBe('known');
  expect(pastState(vault, { epoch: 'e1', seq: 3 }, anchor)).toBe('other_epoch');
  expect(pastState(vault, { epoch: 'e1', seq: 12 }, { anchor: false, epoch: true })).toBe('other_epoch');
  for (const epoch of ['e2', 'e3']) {
    expect(pastState(vault, { epoch, seq: 10 }, nothing)).toBe('restored');
    expect(pastState(vault, { epoch, seq: 9 }, nothing)).toBe('too_old');
  }
});

test('[SY-U3] the step of a push follows from the last one of its epoch', () => {
  const last = { epoch: 'e', pushNo: 5, sha256: 'aa' };
  const step = (pushNo: number, sha256 = 'bb', epoch = 'e') => pushStep(last, { epoch, pushNo, sha256 });
  expect([step(6), step(7), step(5, 'aa'), step(5), step(4, 'aa')]).toEqual([
    'next',
    'gap',
    'replay',
    'forked',
    'forked',
  ]);
  expect([step(1, 'aa', 'f'), step(5, 'aa', 'f')]).toEqual(['next', 'gap']);
  expect([pushStep(null, { ...last, pushNo: 1 }), pushStep(null, { ...last, pushNo: 2 })]).toEqual([
    'next',
    'gap',
  ]);
});
