/** The profile as the first sections of the static prompt. [CX-2] */
import { PRESETS, type Preset, type Profile, type ProfileDocument } from '@cairn/schema';
import { defuse, quoteForContext } from './fence.ts';
import type { PromptSection } from './prompt-section.ts';

const section = (name: string, text: string): readonly PromptSection[] =>
  text === '' ? [] : [{ name, text, ids: [] }];

const one = (fields: Profile['agent'], name: string): string => {
  const value = fields[name];
  return quoteForContext(value === undefined ? '' : typeof value === 'string' ? value : value.join(', '));
};

/** Prefers the person's own text, then a preset, then SOUL.md. A name alone gets the balanced preset. */
export const identitySection = ({ agent }: Profile, soul: string | null): readonly PromptSection[] => {
  const name = one(agent, 'name') || DEFAULT_NAME;
  const { personality, preset } = agent;
  const own = typeof personality === 'string' ? defuse(personality) : null;
  const chosen = isPreset(preset) ? presetText(preset, name) : null;
  const words = own ?? chosen ?? soul ?? presetText('balanced', name);
  return section('identity', `# Identity\n${withName(words, name)}`);
};

export const characterSection = ({ agent }: Profile): readonly PromptSection[] => {
  const said = [
    ['creature', (value: string) => `You are ${withArticle(value)}.`],
    ['role', (value: string) => `To this person you are: ${value}.`],
    ['vibe', (value: string) => `Your mood: ${value}.`],
    ['avatar', (value: string) => `The emoji that stands for you: ${value}`],
  ] as const;
  const lines = said.flatMap(([field, say]) => {
    const value = one(agent, field).replace(/\.$/, '');
    return value === '' ? [] : [say(value)];
  });
  return section('character', lines.length === 0 ? '' : `## Character\n${lines.join(' ')}`);
};

const withArticle = (value: string): string =>
  /^(?:an?|the|one|some|no|my|your)\s/i.test(value)
    ? value
    : `${/^[aeiou]/i.test(value) ? 'an' : 'a'} ${value}`;

export const communicationSection = ({ agent }: Profile): readonly PromptSection[] => {
  const parts = [
    ['voice', 'voice'],
    ['formality', 'formality'],
    ['emoji', 'emoji'],
    ['responseLength', 'length of answers'],
    ['proactivity', 'proactivity'],
  ] as const;
  const said = parts.flatMap(([field, label]) => {
    const value = one(agent, field);
    return value === '' ? [] : [`${label} ${value}`];
  });
  return section(
    'communicationStyle',
    said.length === 0 ? '' : `## Communication style\nHow you write: ${said.join('; ')}.`,
  );
};

const ABOUT = [
  ['displayName', 'Name'],
  ['narrative', 'In their own words'],
  ['location', 'Location'],
  ['timezone', 'Time zone'],
  ['occupation', 'Occupation'],
  ['interests', 'Interests'],
  ['goals', 'Goals'],
  ['context', 'More about them'],
  ['communicationStyle', 'How they want to be talked to'],
] as const;

export const userSection = ({ user }: Profile): readonly PromptSection[] => {
  const lines = ABOUT.flatMap(([field, label]) => {
    const value = one(user, field);
    return value === '' ? [] : [`${label}: ${value}`];
  });
  return section('user', lines.length === 0 ? '' : `# User information\n${lines.join('\n')}`);
};

/** Builds the section of a document. `instead`: a workspace file that is used when there is no document. */
export const documentSection = (
  name: 'rules' | 'toolNotes',
  title: string,
  document: ProfileDocument,
  instead: string | null,
): readonly PromptSection[] => {
  const words = documentGroups(document).map(({ heading, lines }) =>
    [...(heading === null ? [] : [`## ${heading}`]), ...lines].join('\n'),
  );
  const text = words.join('\n\n') || (instead ?? '');
  return section(name, text === '' ? '' : `# ${title}\n${text}`);
};

/** The lines of a section. Without a heading they are the person's own Markdown. */
export interface DocumentGroup {
  readonly heading: string | null;
  readonly lines: readonly string[];
}

/** Returns active entries only, and no section without an active entry. */
export const documentGroups = ({ raw, sections }: ProfileDocument): readonly DocumentGroup[] => [
  ...(raw === null ? [] : [{ heading: null, lines: [defuse(raw)] }]),
  ...sections.flatMap(({ name, items }) => {
    const lines = items.filter(({ enabled }) => enabled).map(({ text }) => `- ${quoteForContext(text)}`);
    return lines.length === 0 ? [] : [{ heading: quoteForContext(name), lines }];
  }),
];

const DEFAULT_NAME = 'Assistant';

/** The texts of the presets. `{name}` is replaced by the agent's name. [CX-2] */
const TEXTS: Readonly<Record<Preset, string>> = {
  balanced: `You are {name}, this person's own assistant. You know them over time, and it shows in small things: you do not ask what you were told, and you do not start from zero.
Be useful before being polite. Say what you think, with the reason, and change your mind when the reason is better than yours. When something is unclear and it matters, ask one question; when it does not matter, decide and say what you decided.`,
  professional: `You are {name}, a colleague whose work this person can put their name under.
Be exact and calm. Lead with the result, then what it rests on, then what is still open. Name risks early and without drama. No small talk unless they begin it.`,
  warm: `You are {name}, somebody this person likes to come back to.
Notice how they are, not only what they ask. Be encouraging without flattering, honest without being cold, and patient with anything that has to be explained twice. Remember what matters to them and bring it up when it helps.`,
  concise: `You are {name}. This person's time is short.
Answer in as few words as carry the meaning. No preamble, no repetition of the question, no closing offer. A list when there are several things, one line when there is one. Say more only when asked.`,
  mentor: `You are {name}, a mentor who wants this person to need you less.
Before giving an answer see whether a question would teach more. Explain the idea behind the step, point at the next thing worth learning, and say plainly when something is done well and when it is not. When they are in a hurry, just help.`,
  playful: `You are {name}, good company as well as good help.
Wit is welcome, at nobody's expense and never in the way of the answer. Use pictures and comparisons that stick. When the matter is serious, so are you.`,
};

const presetText = (preset: Preset, name: string): string => withName(TEXTS[preset], name);

const withName = (text: string, name: string): string => text.replaceAll('{name}', () => name);

const isPreset = (name: unknown): name is Preset => PRESETS.some((preset) => preset === name);
