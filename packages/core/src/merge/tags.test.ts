import { LIMITS } from '@cairn/schema';
import { expect, test } from 'vitest';
import { sampleHlc, sampleId, sampleRegister } from '../testing/sample-memories.ts';
import { countTags, tagsOf } from './tags.ts';

const ID = sampleId(1);

test('[TR-59] tags that nobody could have typed are shown in their one form, or not at all, and can be taken away', () => {
  const strange = ['København', ' ', '\u202e\u202e', 'two  words', 'tea'];
  const whole = sampleRegister(ID, sampleHlc(1), { facet: 'tags', value: { tags: strange } });
  const mallory = sampleRegister(ID, sampleHlc(2), {
    facet: 'tagged.d_1',
    value: {
      tags: [
        ['Tea', 1],
        ['  ', 1],
        ['half \ud83d', 1],
      ],
    },
  });
  expect(tagsOf([], ['København', '', 'tea', 'Tea'])).toEqual(['københavn', 'tea']);
  expect(tagsOf([whole], [])).toEqual(['københavn', 'two words', 'tea']);
  const shown = tagsOf([whole, mallory], []);
  expect(shown).toEqual(['københavn', 'two words', 'tea']);
  const own = sampleRegister(ID, sampleHlc(3), {
    facet: 'tagged.d_2',
    value: countTags([whole, mallory], [], ['two words']),
  });
  for (const order of [
    [whole, mallory, own],
    [own, mallory, whole],
  ])
    expect(tagsOf(order, [])).toEqual(['two words']);
});

test('[RL-6] a removed tag stays away, however many tags the memory had since', () => {
  const shared = sampleRegister(ID, sampleHlc(1), { facet: 'tagged.d_1', value: { tags: [['zebra', 1]] } });
  const body = ['zoo'];
  let own = countTags([shared], body, []);
  for (let n = 0; n <= LIMITS.tagsEverMax; n++) {
    const register = sampleRegister(ID, sampleHlc(2 + n), { facet: 'tagged.d_2', value: own });
    own = countTags([shared, register], body, [`a${n}`]);
    const present = sampleRegister(ID, sampleHlc(3 + n), { facet: 'tagged.d_2', value: own });
    expect(tagsOf([shared, present], body)).toEqual([`a${n}`]);
  }
  expect(own.tags).toHaveLength(LIMITS.tagsEverMax);
});
