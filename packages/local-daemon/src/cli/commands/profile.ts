/** `cairn profile`: its fields. `profile-document` has rules and tool notes. */
import {
  AGENT_FIELDS,
  onboardingOf,
  onboardingText,
  type Profile,
  type ProfileHistoryResult,
  USER_FIELDS,
} from '@cairn/schema';
import { answered, type Run, textOf } from '../command.ts';
import { misuse } from '../failure.ts';
import type { Io } from '../io.ts';
import { facts } from '../output/columns.ts';
import { documentLines } from '../output/profile-lines.ts';
import { shortTime } from '../output/short-time.ts';
import { printable, type Style } from '../style.ts';

export const show: Run = (_, io) =>
  answered(io.ask('GET /v1/profile'), (found) => {
    const { agent, user } = found.profile;
    const isEmpty = Object.keys({ ...agent, ...user }).length === 0;
    return {
      json: { ...found, onboarding: onboardingOf(user) },
      human: (style) => profileText(found.profile, style),
      notes: isEmpty
        ? [`Fields of the agent: ${names(AGENT_FIELDS)}.`, `Fields of you: ${names(USER_FIELDS)}.`]
        : [],
    };
  });

const names = (fields: object): string => Object.keys(fields).join(', ');

const profileText = (profile: Profile, style: Style): string =>
  `${
    [
      ...fieldLines('Agent', profile.agent, style),
      ...fieldLines('You', profile.user, style),
      ...documentLines('Rules', profile.rules, style),
      ...documentLines('Tool notes', profile.tools, style),
    ].join('\n') || 'The profile is empty. `cairn profile set displayName NAME` sets a first field.'
  }\n${onboardingLine(profile, style)}`;

const onboardingLine = ({ user }: Profile, style: Style): string =>
  `${style.bold('Onboarding')}  ${onboardingText(onboardingOf(user))}`;

const fieldLines = (title: string, fields: Profile['agent'], style: Style): readonly string[] => {
  const rows = Object.entries(fields).map(
    ([name, value]) => [name, printable([value].flat().join(', '))] as const,
  );
  return rows.length === 0 ? [] : [style.bold(title), facts(rows, style).replace(/^/gm, '  ')];
};

export const set: Run = async (given, io) => {
  const [field = '', ...words] = given.args;
  const value = await textOf(words, io);
  return value.ok ? change(io, { [field]: value.value }) : value;
};

/** No agent is told the value any more, but a person may think that it is erased. [CX-2] */
export const unset: Run = (given, io) =>
  change(io, Object.fromEntries(given.args.map((field) => [field, null])), [
    'Earlier values stay in `cairn profile history`; nothing erases them.',
  ]);

const change = (
  io: Io,
  fields: Readonly<Record<string, string | null>>,
  notes: readonly string[] = [],
): ReturnType<Run> =>
  answered(io.ask('PATCH /v1/profile', { body: { fields } }), ({ profile, warnings = [] }) => ({
    human: (style) => profileText(profile, style),
    notes: [...warnings, ...notes],
  }));

/** `skip`: no agent asks the person to introduce themselves. `ask`: agents may ask again. [CX-14] */
export const onboarding: Run = async (given, io) => {
  const [wanted] = given.args;
  if (wanted !== undefined && wanted !== 'skip' && wanted !== 'ask')
    return misuse(`"${wanted}" is not allowed here: write skip or ask.`);
  const fields = { onboarding: wanted === 'skip' ? 'skip' : null };
  const found =
    wanted === undefined ? io.ask('GET /v1/profile') : io.ask('PATCH /v1/profile', { body: { fields } });
  return answered(found, ({ profile }) => ({
    json: onboardingOf(profile.user),
    human: (style) => onboardingLine(profile, style),
  }));
};

export const history: Run = (given, io) =>
  answered(io.ask('GET /v1/profile/history', { query: { field: given.args[0] } }), ({ versions }) => ({
    human: (style) =>
      versions
        .map((version, at) => versionLine(version, sectionOf(versions, at), style, io.nowMs))
        .join('\n'),
    notes: [versions.length === 0 ? 'Nothing was set yet.' : ''],
  }));

type Version = ProfileHistoryResult['versions'][number];

/** Returns the last section of a removed item. */
const sectionOf = (versions: readonly Version[], at: number): string | undefined => {
  const field = versions[at]?.field;
  return versions.slice(0, at + 1).findLast((one) => one.field === field && one.section !== undefined)
    ?.section;
};

const versionLine = (
  { profile, field, value, at, current, enabled }: Version,
  section: string | undefined,
  style: Style,
  nowMs: number,
): string => {
  const said =
    value === null
      ? style.dim('taken away')
      : printable([value].flat().join(', ')).replaceAll('\n', '\n    ');
  const where = field.startsWith('item.') ? `${profile} › ${section ?? ''}` : `${profile}.${field}`;
  const marks = `${enabled === false ? ' (off)' : ''}${current ? style.green(' (now)') : ''}`;
  return `${style.dim(shortTime(at, nowMs))}  ${printable(where)}  ${said}${marks}`;
};
