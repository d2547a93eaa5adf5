import { expect, test } from 'vitest';
import { REFUSAL_SENTENCES } from './failure.ts';

test('[SY-E2] a server without any data is filled by one device that makes a vault', () => {
  expect(REFUSAL_SENTENCES.unauthorized).toMatch(
    /`cairn leave` .* lost all its data, run `cairn vault create` on one device/,
  );
});
