import { expect, test } from 'vitest';
import { pasteable } from '../commands/doctor.ts';

test('[TE-7] commands that can be run as they stand are taken out of sentences, each once and in order', () => {
  expect(
    pasteable([
      'Run `cairn down`, then `cairn up`.',
      'Run `cairn doctor --fix`.',
      'Restore a backup: `cairn restore FILE`.',
      'Raise `llm.tokensPerDay` in config.json if you need more.',
      'Run `cairn up`.',
      '',
    ]),
  ).toEqual(['cairn down', 'cairn up', 'cairn doctor --fix']);
});
