import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSessionKey } from './session-key.ts';

const none = {
  agent: null,
  subagents: [],
  channel: null,
  place: null,
  thread: null,
  topic: null,
  parent: null,
};

test.each([
  ['agent:main', { agent: 'main' }],
  ['agent:main:subagent:tests', { agent: 'main', subagents: ['tests'], parent: 'agent:main' }],
  [
    'agent:main:subagent:a:subagent:b',
    { agent: 'main', subagents: ['a', 'b'], parent: 'agent:main:subagent:a' },
  ],
  ['telegram:group:42', { channel: 'telegram', place: { kind: 'group', id: '42' } }],
  ['Discord:room:42', { channel: 'Discord', place: { kind: 'group', id: '42' } }],
  [
    'agent:main:whatsapp:dm:+49',
    { agent: 'main', channel: 'whatsapp', place: { kind: 'direct', id: '+49' } },
  ],
  [
    'agent:x:slack:channel:C1:thread:9.1',
    {
      agent: 'x',
      channel: 'slack',
      place: { kind: 'channel', id: 'C1' },
      thread: '9.1',
      parent: 'agent:x:slack:channel:C1',
    },
  ],
  ['group:7:topic:t', { place: { kind: 'group', id: '7' }, topic: 't', parent: 'group:7' }],
  ['claude-code:0b1c', {}],
  ['', {}],
  ['agent:', {}],
  ['agent::x', {}],
  ['slack:channel', {}],
  ['AGENT:Main', { agent: 'Main' }],
  // The first of two values counts, whatever the second is.
  ['agent:a:agent:b', { agent: 'a' }],
])('[SE-1] a session called %j says what it is', (name, said) => {
  expect(parseSessionKey(name)).toEqual({ ...none, ...said });
});

test('[SE-1] any text is a name, and a parent is shorter and a part of it', () => {
  const word = fc.constantFrom('agent', 'subagent', 'thread', 'group', 'dm', 'channel', 'x', '', '7', 'ø');
  const name = fc.oneof(
    fc.string(),
    fc.array(word, { maxLength: 9 }).map((parts) => parts.join(':')),
  );
  fc.assert(
    fc.property(name, (text) => {
      const { parent } = parseSessionKey(text);
      if (parent === null) return true;
      return text.startsWith(`${parent}:`) && parent.length < text.length;
    }),
    { seed: 7 },
  );
});
