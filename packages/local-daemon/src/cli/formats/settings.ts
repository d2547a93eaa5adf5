/**
 * The parts of an export besides memories: entries of the profile, one for each value or item, and schedules. Each object
 * names its type in `kind`. [IM-9]
 */
import {
  cadenceInput,
  NOTIFICATIONS,
  PROFILE_DOCUMENTS,
  type Profile,
  type ProfileDocument,
  type ProfileDocumentName,
  type Schedule,
  scheduleActInput,
} from '@cairn/schema';
import * as z from 'zod';

const value = z.union([z.string(), z.array(z.string())]);
const of = z.enum(PROFILE_DOCUMENTS);
const field = z.object({
  kind: z.literal('profile'),
  of: z.enum(['agent', 'user']),
  field: z.string(),
  value,
});
const raw = z.object({ kind: z.literal('profile'), of, raw: z.string() });
const item = z.object({
  kind: z.literal('profile'),
  of,
  section: z.string(),
  text: z.string(),
  enabled: z.boolean().default(true),
});
const text = z.string().nullish().default(null);
const schedule = z.object({
  kind: z.literal('schedule'),
  goal: z.string(),
  cadence: cadenceInput,
  name: text,
  notify: z.enum(NOTIFICATIONS).default('always'),
  project: text,
  channel: text,
  channelContext: text,
  act: scheduleActInput.optional(),
});

export type FieldSetting = z.infer<typeof field>;
export type RawSetting = z.infer<typeof raw>;
export type ItemSetting = z.infer<typeof item>;
export type ScheduleSetting = z.infer<typeof schedule>;
export type ProfileSetting = FieldSetting | RawSetting | ItemSetting;
export type Setting = ProfileSetting | ScheduleSetting;

/** Members of a JSON export that hold settings. */
export const SETTING_LISTS: readonly string[] = ['profile', 'schedules'];

export const isSetting = ({ kind }: Readonly<Record<string, unknown>>): boolean =>
  kind === 'profile' || kind === 'schedule';

export const readSetting = (object: Readonly<Record<string, unknown>>): Setting | null =>
  z.union([field, raw, item, schedule]).safeParse(object).data ?? null;

export const profileSettings = ({ agent, user, rules, tools }: Profile): readonly Setting[] => [
  ...fieldsOf('agent', agent),
  ...fieldsOf('user', user),
  ...documentSettings('rules', rules),
  ...documentSettings('tools', tools),
];

const fieldsOf = (whose: FieldSetting['of'], fields: Profile['agent']): readonly Setting[] =>
  Object.entries(fields).map(([name, one]) => ({ kind: 'profile', of: whose, field: name, value: one }));

const documentSettings = (
  name: ProfileDocumentName,
  { raw: markdown, sections }: ProfileDocument,
): readonly Setting[] => [
  ...(markdown === null ? [] : [{ kind: 'profile', of: name, raw: markdown } as const]),
  ...sections.flatMap(({ name: section, items }) =>
    items.map(({ text: words, enabled }) => ({
      ...({ kind: 'profile', of: name } as const),
      ...{ section, text: words, enabled },
    })),
  ),
];

/** Leaves out completed schedules. Also leaves out next runs and devices, because the importing device decides these. */
export const scheduleSettings = (schedules: readonly Schedule[]): readonly ScheduleSetting[] =>
  schedules
    .filter(({ status }) => status !== 'completed')
    .map(({ goal, cadence, name, notify, project, channel, channelContext, act }) => ({
      kind: 'schedule',
      ...{ goal, cadence: cadenceOf(cadence), name, notify, project, channel, channelContext },
      ...(act === null ? {} : { act }),
    }));

/** Returns the cadence in the form of an input. */
export const cadenceOf = (cadence: Schedule['cadence']): ScheduleSetting['cadence'] => {
  const zone = cadence.timezone === null ? {} : { timezone: cadence.timezone };
  switch (cadence.type) {
    case 'cron':
      return { type: 'cron', expression: cadence.expression, ...zone };
    case 'once':
      return { type: 'once', at: cadence.at, ...zone };
    case 'interval':
      return { type: 'interval', seconds: cadence.seconds, ...zone };
  }
};

export const settingText = (setting: Setting): string => {
  if (setting.kind === 'schedule') return setting.name ?? setting.goal;
  if ('field' in setting) return `${setting.field}: ${[setting.value].flat().join(', ')}`;
  return 'raw' in setting ? setting.raw : `${setting.section}: ${setting.text}`;
};
