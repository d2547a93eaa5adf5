/** Prompts that a person chooses in a host to remember, recall or hand over. */
import { type Checked, ok, refuse, refuseInput } from '@cairn/schema';

interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
  text(given: Readonly<Record<string, string>>): string;
}

const PROMPTS: readonly Prompt[] = [
  {
    name: 'remember',
    title: 'Remember something',
    description: 'Save something for later sessions and other agents',
    arguments: [
      {
        name: 'what',
        description: 'what to remember; without it, what this conversation taught',
        required: false,
      },
    ],
    text: ({ what = '' }) =>
      what.trim() === ''
        ? 'Look back over this conversation. Save what will still matter in another session with memory_save: decisions and their reasons, preferences, corrections, non-obvious facts; at most five, one fact each, in sentences that make sense on their own. Search for each first, and use supersedes where one has changed. Then list what you saved.'
        : `Save this with memory_save, worded so that it makes sense on its own, with names and reasons. Search for it first: if an older memory says otherwise, give its id as supersedes.\n\nTo remember: ${what.trim()}`,
  },
  {
    name: 'recall',
    title: 'Recall something',
    description: 'Look up what is remembered about a subject',
    arguments: [{ name: 'about', description: 'words or a question', required: true }],
    text: ({ about = '' }) =>
      `Search the memory with memory_search for what is known about the following, with a second search in other words if the first finds little. Answer from what you find, say from when it is, and say so if there is nothing.\n\nAbout: ${about.trim()}`,
  },
  {
    name: 'handoff',
    title: 'Hand over',
    description: 'Leave the state of this work for the next session or agent',
    arguments: [{ name: 'note', description: 'what must not be missing', required: false }],
    text: ({ note = '' }) =>
      `Write down where this work stands, so that another agent can go on without this conversation: the goal, what is done, what is next, what was decided and why, what failed, and where things are. Save it with memory_save in at most 2,000 characters, with namespace "handoff" and key "current", so that it replaces the one before. The next session finds it with memory_get (key "current", namespace "handoff").${note.trim() === '' ? '' : `\n\nIt must say: ${note.trim()}`}`,
  },
];

export const listedPrompts = () =>
  PROMPTS.map(({ text: _, arguments: taken, ...words }) => ({
    ...words,
    arguments: taken.map((one) => ({ ...one })),
  }));

export const promptText = (
  name: string,
  given: Readonly<Record<string, string>>,
): Checked<{ readonly description: string; readonly text: string }> => {
  const prompt = PROMPTS.find((one) => one.name === name);
  if (prompt === undefined)
    return refuse(
      'not_found',
      `There is no prompt "${name}". There are ${PROMPTS.map((one) => one.name).join(', ')}.`,
    );
  const missing = prompt.arguments.find((one) => one.required && (given[one.name] ?? '').trim() === '');
  if (missing !== undefined)
    return refuseInput(`The prompt "${name}" needs ${missing.name}: ${missing.description}.`);
  return ok({ description: prompt.description, text: prompt.text(given) });
};
