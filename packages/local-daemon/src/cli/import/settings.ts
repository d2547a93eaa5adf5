/**
 * Imports the profile and the schedules of an export. Values that are set here stay: a different value is skipped, an equal one is a
 * duplicate. Rules and notes are added to the existing ones. Schedules are imported paused, because each run calls a model. [IM-9]
 */
import { ok, type Profile } from '@cairn/schema';
import { allSchedules } from '../export/settings.ts';
import { type Answer, isRefusal } from '../failure.ts';
import {
  cadenceOf,
  type FieldSetting,
  type ItemSetting,
  type RawSetting,
  type ScheduleSetting,
  type Setting,
} from '../formats/settings.ts';
import type { Io } from '../io.ts';

export type SettingDone =
  | { readonly kind: 'new' | 'duplicate' }
  /** `what`: why it was left out. */
  | { readonly kind: 'skipped'; readonly what: string }
  | { readonly kind: 'refused'; readonly reason: string };

type Done = Answer<SettingDone>;

const OTHER_VALUE = 'values of the profile that are something else here';

/** Returns a function that takes one setting after the other. */
export const createSettings = ({ ask, dryRun }: { readonly ask: Io['ask']; readonly dryRun: boolean }) => {
  let present: Profile | null = null;
  let schedules: Set<string> | null = null;
  /** Values that this run set, or would set without `--dry-run`. */
  const own = new Map<string, string>();

  const profile = async (): Answer<Profile> => {
    if (present !== null) return ok(present);
    const read = await ask('GET /v1/profile');
    if (read.ok) present = read.value.profile;
    return read.ok ? ok(read.value.profile) : read;
  };

  const send = async (work: () => Answer<unknown>): Done => {
    if (dryRun) return ok({ kind: 'new' });
    const done = await work();
    if (done.ok) return ok({ kind: 'new' });
    return isRefusal(done.error) ? ok({ kind: 'refused', reason: done.error.message }) : done;
  };

  /** Sets a single value if there is none yet. */
  const settle = async (place: string, here: unknown, wanted: unknown, set: () => Done): Done => {
    const now = own.get(place) ?? (here == null ? null : JSON.stringify(here));
    if (now !== null)
      return ok(
        now === JSON.stringify(wanted) ? { kind: 'duplicate' } : { kind: 'skipped', what: OTHER_VALUE },
      );
    const done = await set();
    if (done.ok && done.value.kind === 'new') own.set(place, JSON.stringify(wanted));
    return done;
  };

  const takeField = ({ of, field, value }: FieldSetting, here: Profile): Done =>
    settle(`${of}.${field}`, here[of][field], value, () =>
      send(() => ask('PATCH /v1/profile', { body: { fields: { [field]: value } } })),
    );

  /** Sets the Markdown, unless there were items here before. Items that this run imported stay. */
  const takeRaw = ({ of, raw }: RawSetting, here: Profile): Done => {
    const items = here[of].sections.length === 0 ? null : here[of].sections;
    return settle(`${of} raw`, here[of].raw ?? items, raw, () =>
      send(() => ask(`PATCH /v1/profile/${of}`, { body: { raw } })),
    );
  };

  const takeItem = ({ of, section, text, enabled }: ItemSetting, here: Profile): Done => {
    const same = here[of].sections
      .find(({ name }) => name === section)
      ?.items.find((item) => item.text === text);
    return settle(JSON.stringify([of, section, text]), same?.enabled, enabled, () =>
      send(() => ask(`POST /v1/profile/${of}/items`, { body: { section, text, enabled } })),
    );
  };

  const takeSchedule = async ({ kind: _, ...setting }: ScheduleSetting): Done => {
    if (schedules === null) {
      const all = await allSchedules({ ask });
      if (!all.ok) return all;
      schedules = new Set(all.value.map((one) => markOf({ ...one, cadence: cadenceOf(one.cadence) })));
    }
    const mark = markOf(setting);
    if (schedules.has(mark)) return ok({ kind: 'duplicate' });
    const body = { ...setting, source: 'import', status: 'paused' } as const;
    const done = await send(() => ask('POST /v1/schedules', { body }));
    if (done.ok && done.value.kind === 'new') schedules.add(mark);
    return done;
  };

  return async (setting: Setting): Done => {
    if (setting.kind === 'schedule') return takeSchedule(setting);
    const here = await profile();
    if (!here.ok) return here;
    if ('field' in setting) return takeField(setting, here.value);
    return 'raw' in setting ? takeRaw(setting, here.value) : takeItem(setting, here.value);
  };
};

/** Two schedules with the same mark would do the same at the same times. */
const markOf = ({ goal, cadence, name, project }: Pick<ScheduleSetting, Marked>): string =>
  JSON.stringify([goal, name, project, Object.entries(cadence).toSorted()]);
type Marked = 'goal' | 'cadence' | 'name' | 'project';
