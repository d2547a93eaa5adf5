/** Checks the values for fields of the agent's and the person's profile. [CX-2] */
import {
  AGENT_FIELDS,
  type Checked,
  LIMITS,
  ok,
  orElse,
  PRESETS,
  type ProfileField,
  type ProfileFieldSpec,
  USER_FIELDS,
} from '@cairn/schema';
import { invalid } from '../memory/invalid-input.ts';
import { oneLine, parseOwnWords } from './own-words.ts';

export interface KnownField {
  readonly name: ProfileField;
  readonly of: 'agent' | 'user';
  readonly spec: ProfileFieldSpec;
}

export interface FieldValue {
  readonly value: string | string[];
  readonly warnings: readonly string[];
}

/** Finds a field by its name in any spelling (`displayName`, `display-name`), alone or as `user.displayName`. */
export const findField = (raw: string): Checked<KnownField> => {
  const wanted = simple(raw);
  const found = FIELDS.find(({ of, name }) => wanted === simple(name) || wanted === simple(`${of}.${name}`));
  if (found !== undefined) return ok(found);
  const names = (of: KnownField['of']): string =>
    FIELDS.filter((field) => field.of === of)
      .map(({ name }) => name)
      .join(', ');
  return invalid(
    `There is no field "${oneLine(raw).slice(0, 64)}". Of the agent: ${names('agent')}. Of you: ${names('user')}.`,
  );
};

const simple = (name: string): string => name.toLowerCase().replace(/[-_\s]/g, '');

const isAgentField = (name: string): name is keyof typeof AGENT_FIELDS => Object.hasOwn(AGENT_FIELDS, name);
const isUserField = (name: string): name is keyof typeof USER_FIELDS => Object.hasOwn(USER_FIELDS, name);
const AGENT_NAMES = Object.keys(AGENT_FIELDS).filter(isAgentField);
const USER_NAMES = Object.keys(USER_FIELDS).filter(isUserField);
const FIELDS: readonly KnownField[] = [
  ...AGENT_NAMES.map((name) => ({ name, of: 'agent' as const, spec: AGENT_FIELDS[name] })),
  ...USER_NAMES.map((name) => ({ name, of: 'user' as const, spec: USER_FIELDS[name] })),
];

export const parseFieldValue = (
  { name, spec }: KnownField,
  raw: string | readonly string[],
): Checked<FieldValue> => {
  if (spec.isList === true) return parseList(name, spec, typeof raw === 'string' ? raw.split(/[,\n]/) : raw);
  if (typeof raw !== 'string') return invalid(`The field ${name} takes one text, not a list.`);
  if (name === 'preset') return parsePreset(raw);
  if (name === 'onboarding')
    return raw.trim().toLowerCase() === 'skip'
      ? ok({ value: 'skip', warnings: [] })
      : invalid('The field onboarding takes only "skip". Unset it, and agents may ask again.');
  const parsed = parseOwnWords(raw, {
    what: `The field ${name}`,
    charsMax: spec.charsMax,
    mayGiveOrders: name === 'personality',
  });
  if (!parsed.ok) return parsed;
  const { text, warnings } = parsed.value;
  if (name !== 'timezone') return ok({ value: text, warnings });
  const zone = zoneNamed(text);
  return zone === null
    ? invalid(`"${text}" is not a time zone. Write one such as Europe/Berlin or America/New_York.`)
    : ok({ value: zone, warnings });
};

const parsePreset = (raw: string): Checked<FieldValue> => {
  const value = PRESETS.find((preset) => preset === raw.trim().toLowerCase());
  return value === undefined
    ? invalid(
        `There is no preset "${oneLine(raw).slice(0, 64)}". There are: ${PRESETS.join(', ')}. For your own words set personality.`,
      )
    : ok({ value, warnings: [] });
};

const parseList = (
  name: string,
  { charsMax }: ProfileFieldSpec,
  raw: readonly string[],
): Checked<FieldValue> => {
  const texts = [...new Set(raw.map(oneLine).filter((text) => text !== ''))];
  if (texts.length === 0)
    return invalid(`The field ${name} is empty. Give some values, with commas between.`);
  if (texts.length > LIMITS.profileListMax)
    return invalid(`The field ${name} takes ${LIMITS.profileListMax} values; these are ${texts.length}.`);
  const value: string[] = [];
  const warnings: string[] = [];
  for (const text of texts) {
    const parsed = parseOwnWords(text, { what: `A value of ${name}`, charsMax, mayGiveOrders: false });
    if (!parsed.ok) return parsed;
    value.push(parsed.value.text);
    warnings.push(...parsed.value.warnings);
  }
  return ok({ value, warnings });
};

/** Returns the zone as the platform spells it; null when it knows none of that name. */
export const zoneNamed = (name: string): string | null =>
  orElse(() => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone, null);
