/**
 * The fields of the profiles, and the names of their documents. [CX-2] This module has no zod schemas, because the page, which makes
 * forms from the fields, does not load zod.
 */

export interface ProfileFieldSpec {
  readonly charsMax: number;
  /** Whether the value is a list of short texts. */
  readonly isList?: true;
  /** The text for the help and for forms. */
  readonly help: string;
}

/** Field names differ between both profiles, so that a field needs no prefix. */
export const AGENT_FIELDS = {
  name: { charsMax: 64, help: 'what the agent is called' },
  preset: { charsMax: 32, help: 'a personality to begin with' },
  personality: {
    charsMax: 4_000,
    help: 'a personality in your own words, instead of a preset; {name} is the name',
  },
  voice: { charsMax: 200, help: 'how it sounds: calm, cheerful, dry' },
  formality: { charsMax: 200, help: 'casual, neutral, formal' },
  emoji: { charsMax: 200, help: 'how much it uses emoji: none, few, many' },
  responseLength: { charsMax: 200, help: 'short, medium, long' },
  proactivity: { charsMax: 200, help: 'whether it waits to be asked, or proposes' },
  creature: { charsMax: 200, help: 'what it is: an owl, a robot' },
  role: { charsMax: 200, help: 'what it is to you: assistant, mentor, colleague' },
  vibe: { charsMax: 200, help: 'its mood: curious, unhurried' },
  avatar: { charsMax: 16, help: 'the emoji that stands for it' },
} as const satisfies Readonly<Record<string, ProfileFieldSpec>>;

export const USER_FIELDS = {
  displayName: { charsMax: 128, help: 'how you want to be called' },
  narrative: { charsMax: 2_000, help: 'who you are, in your words: no model writes it then' },
  location: { charsMax: 200, help: 'where you are' },
  timezone: { charsMax: 64, help: 'a zone such as Europe/Berlin' },
  occupation: { charsMax: 200, help: 'what you do' },
  interests: { charsMax: 100, isList: true, help: 'what you care about; several' },
  goals: { charsMax: 2_000, help: 'what you are after' },
  context: { charsMax: 2_000, help: 'what else an agent should know about you' },
  communicationStyle: { charsMax: 1_000, help: 'how you want to be talked to' },
  onboarding: { charsMax: 4, help: '"skip", so that no agent asks you to introduce yourself' },
} as const satisfies Readonly<Record<string, ProfileFieldSpec>>;

export type AgentField = keyof typeof AGENT_FIELDS;
export type UserField = keyof typeof USER_FIELDS;
export type ProfileField = AgentField | UserField;

/** What an agent should learn about a person early, and the fields for it. [CX-14] */
const ONBOARDING_PARTS: readonly (readonly [string, readonly UserField[]])[] = [
  ['name', ['displayName']],
  ['time zone', ['timezone', 'location']],
  ['what you do', ['occupation', 'narrative', 'context']],
  ['preferences', ['communicationStyle', 'interests', 'goals']],
];

export interface Onboarding {
  readonly state: 'open' | 'known' | 'skipped';
  readonly known: readonly string[];
  readonly missing: readonly string[];
}

export const onboardingOf = (user: Readonly<Record<string, unknown>>): Onboarding => {
  const isKnown = ([, fields]: (typeof ONBOARDING_PARTS)[number]) => fields.some((name) => name in user);
  const known = ONBOARDING_PARTS.filter(isKnown).map(([part]) => part);
  const missing = ONBOARDING_PARTS.filter((part) => !isKnown(part)).map(([part]) => part);
  const state = user.onboarding === undefined ? (missing.length === 0 ? 'known' : 'open') : 'skipped';
  return { state, known, missing };
};

export const onboardingText = ({ state, known, missing }: Onboarding): string => {
  const told = known.length === 0 ? 'nothing is known yet' : `known: ${known.join(', ')}`;
  const rest = missing.length === 0 || known.length === 0 ? '' : `; not yet: ${missing.join(', ')}`;
  return `${told}${rest}${state === 'skipped' ? '; agents do not ask' : ''}`;
};

/** The names of preset personalities. The engine has their texts. */
export const PRESETS = ['balanced', 'professional', 'warm', 'concise', 'mentor', 'playful'] as const;
export type Preset = (typeof PRESETS)[number];

/** The documents of rules and tool notes. */
export const PROFILE_DOCUMENTS = ['rules', 'tools'] as const;
export type ProfileDocumentName = (typeof PROFILE_DOCUMENTS)[number];
