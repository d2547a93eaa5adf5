import { expect, test } from 'vitest';
import { serverErrorToCairn } from './server-error.ts';

const sentence = (kind: 'unauthorized' | 'device_revoked', message: string): string =>
  serverErrorToCairn({ kind, message, retryAfterMs: null }).message;

test('[SY-E2] a server without any data is filled by one device that makes a vault', () => {
  expect(sentence('unauthorized', 'Unknown token.')).toMatch(
    /`cairn leave` .* lost all its data, run `cairn vault create` on one device/,
  );
});

test('[SY-A3] a revoked device reads once that it was revoked', () => {
  const said = sentence('device_revoked', 'This device was revoked. Join the vault again as a new device.');
  expect(said.match(/revoked/g)).toHaveLength(1);
  expect(said).toContain('`cairn leave`');
});
