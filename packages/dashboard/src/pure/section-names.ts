/** The parts of a context as a person would call them. [PG-13] */
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

/** A name that only a newer daemon knows is shown as it is. */
export const sectionName = (name: string): string => SECTIONS.get(name) ?? name;
