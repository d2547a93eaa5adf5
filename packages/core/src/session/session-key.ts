/**
 * The facts that a session's name says by itself, when it is made of parts with colons between them, as programs that talk on many
 * channels name theirs. `docs/sessions.md` has the grammar. Any text is a name: what says nothing here is a name all the same.
 */
import type { SessionKey } from '@cairn/schema';

const PLACES: ReadonlySet<string> = new Set(['direct', 'group', 'channel']);
/** Other words for the same. */
const SAME_WORD: Readonly<Record<string, string>> = { dm: 'direct', user: 'direct', room: 'group' };

export const parseSessionKey = (name: string): SessionKey => {
  const parts = name.split(':');
  const subagents: string[] = [];
  const found = { ...NOTHING, subagents };
  let at = 0;
  /** The part behind a word, when there is one. */
  const after = (): string | null => {
    const value = parts[at + 1] ?? '';
    return value === '' ? null : value;
  };
  while (at < parts.length) {
    const word = (parts[at] ?? '').toLowerCase();
    const kind = SAME_WORD[word] ?? word;
    const value = after();
    if (value !== null && word === 'agent' && found.agent === null) found.agent = value;
    else if (value !== null && word === 'subagent') found.subagents.push(value);
    else if (value !== null && word === 'thread' && found.thread === null) found.thread = value;
    else if (value !== null && word === 'topic' && found.topic === null) found.topic = value;
    else if (value !== null && isPlace(kind) && found.place === null) found.place = { kind, id: value };
    else {
      // A word that nothing is known of names the channel when a place follows it.
      const next = SAME_WORD[(value ?? '').toLowerCase()] ?? (value ?? '').toLowerCase();
      if (found.channel === null && word !== '' && isPlace(next) && (parts[at + 2] ?? '') !== '')
        found.channel = parts[at] ?? null;
      at += 1;
      continue;
    }
    at += 2;
  }
  return { ...found, parent: parentOf(name) };
};

const NOTHING: Omit<SessionKey, 'subagents' | 'parent'> = {
  agent: null,
  channel: null,
  place: null,
  thread: null,
  topic: null,
};

const isPlace = (word: string): word is 'direct' | 'group' | 'channel' => PLACES.has(word);

/** The name before the last of its parts; a thread belongs to its group, an agent that was started to the one that did. */
const PART = /^(.+):(?:subagent|thread|topic):[^:]+$/i;
const parentOf = (name: string): string | null => PART.exec(name)?.[1] ?? null;
