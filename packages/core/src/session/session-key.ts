/**
 * Parses a session's name whose parts are separated by colons, as programs with many channels write them. `docs/sessions.md` has the
 * grammar. Any other text is a valid name too, but has no parts.
 */
import type { SessionKey } from '@cairn/schema';

const PLACES: ReadonlySet<string> = new Set(['direct', 'group', 'channel']);
const SYNONYMS: Readonly<Record<string, string>> = { dm: 'direct', user: 'direct', room: 'group' };

export const parseSessionKey = (name: string): SessionKey => {
  const parts = name.split(':');
  const subagents: string[] = [];
  const found = { ...NOTHING, subagents };
  let at = 0;
  /** Returns the part after the word, or null. */
  const after = (): string | null => {
    const value = parts[at + 1] ?? '';
    return value === '' ? null : value;
  };
  while (at < parts.length) {
    const word = (parts[at] ?? '').toLowerCase();
    const kind = SYNONYMS[word] ?? word;
    const value = after();
    if (value !== null && word === 'agent' && found.agent === null) found.agent = value;
    else if (value !== null && word === 'subagent') found.subagents.push(value);
    else if (value !== null && word === 'thread' && found.thread === null) found.thread = value;
    else if (value !== null && word === 'topic' && found.topic === null) found.topic = value;
    else if (value !== null && isPlace(kind) && found.place === null) found.place = { kind, id: value };
    else {
      // An unknown word names the channel if a place follows it.
      const next = SYNONYMS[(value ?? '').toLowerCase()] ?? (value ?? '').toLowerCase();
      if (found.channel === null && word !== '' && isPlace(next) && (parts[at + 2] ?? '') !== '')
        found.channel = parts[at] ?? null;
      at += 1;
      continue;
    }
    at += 2;
  }
  return { ...found, parent: PART.exec(name)?.[1] ?? null };
};

const NOTHING: Omit<SessionKey, 'subagents' | 'parent'> = {
  agent: null,
  channel: null,
  place: null,
  thread: null,
  topic: null,
};

const isPlace = (word: string): word is 'direct' | 'group' | 'channel' => PLACES.has(word);

/** The parent is the name without its last pair. A thread belongs to its group, and a subagent to the agent that started it. */
const PART = /^(.+):(?:subagent|thread|topic):[^:]+$/i;
