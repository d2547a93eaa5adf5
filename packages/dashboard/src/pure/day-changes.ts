/** Describes in sentences how a context changed. [PG-24] */
import { type ContextChange, exhaustive } from '@cairn/schema';
import { countOf } from './words.ts';

const signed = (n: number): string => (n > 0 ? `+${n}` : n === 0 ? '±0' : `−${-n}`);

/** Returns for example "+12 tokens": the change of the cost. */
export const tokensChanged = ({ change, tokens, before }: ContextChange): string => {
  const by = change === 'came' ? tokens : change === 'went' ? -tokens : tokens - (before?.tokens ?? 0);
  return `${signed(by)} ${Math.abs(by) === 1 ? 'token' : 'tokens'}`;
};

export const whyChanged = ({ why, kind, section, before }: ContextChange): string => {
  switch (why) {
    case null:
      return `in “${sectionName(section)}”`;
    case 'forgotten':
      return kind === 'memory' ? 'it was forgotten' : 'it was replaced by another summary, or removed';
    case 'left_out':
      return kind === 'memory'
        ? 'it is still saved, but other memories are given now'
        : 'it is no longer given';
    case 'replaced':
      return kind === 'memory' ? 'replaced what was here before' : 'rewritten';
    case 'reworded':
      return 'says something else now';
    case 'moved':
      return `from “${sectionName(before?.section ?? '')}” to “${sectionName(section)}”`;
    case 'resized':
      return 'shown shorter or longer';
    default:
      return exhaustive(why);
  }
};

export const sumOf = (changes: readonly ContextChange[]): string => {
  const count = (which: ContextChange['change']): number =>
    changes.filter(({ change }) => change === which).length;
  const [came, went, changed] = [count('came'), count('went'), count('changed')];
  if (came + went + changed === 0) return 'Nothing changed between these days.';
  return `${countOf(came, 'part')} came, ${went} went, ${changed} changed.`;
};

/** Names of the context's parts for people. [PG-13] */
const SECTIONS: ReadonlyMap<string, string> = new Map([
  ['rules', 'Your rules'],
  ['user', 'You, as you put it'],
  ['agent', 'Your agent'],
  ['toolNotes', 'Your notes on tools'],
  ['narrative', 'About you'],
  ['pinned', 'Pinned'],
  ['summary', 'Summary'],
  ['since', 'Since then'],
  ['project', 'The project'],
  ['newest', 'Newest'],
  ['recent', 'Recent or often read'],
]);

/** A name that only a newer daemon knows is shown unchanged. */
export const sectionName = (name: string): string => SECTIONS.get(name) ?? name;
