/** Reads the profile and the schedules for an export. [IM-9] */
import { LIMITS, ok, type Result, type Schedule, type SchedulesResult } from '@cairn/schema';
import { type Answer, type Failure, mapped } from '../failure.ts';
import { profileSettings, type Setting, scheduleSettings } from '../formats/settings.ts';
import type { Io } from '../io.ts';
import { count } from '../output/short-time.ts';

/** The export of a scope has no profile, because the profile is the person's and the export may go to the team. [SP-3] */
export const readSettings = async (io: Pick<Io, 'ask' | 'scope'>): Answer<readonly Setting[]> => {
  const profile = await io.ask('GET /v1/profile');
  if (!profile.ok) return profile;
  const own = io.scope === null ? profileSettings(profile.value.profile) : [];
  return mapped(allSchedules(io), (schedules) => [...own, ...scheduleSettings(schedules)]);
};

export const allSchedules = async ({ ask }: Pick<Io, 'ask'>): Answer<readonly Schedule[]> => {
  const all: Schedule[] = [];
  for (;;) {
    const query = { limit: LIMITS.scheduleListMax, offset: all.length };
    const page: Result<SchedulesResult, Failure> = await ask('GET /v1/schedules', { query });
    if (!page.ok) return page;
    all.push(...page.value.schedules);
    if (page.value.schedules.length === 0 || all.length >= page.value.total) return ok(all);
  }
};

export const settingCounts = (settings: readonly Setting[]) => {
  const schedules = settings.filter(({ kind }) => kind === 'schedule').length;
  return { profile: settings.length - schedules, schedules };
};

/** Returns ", 3 entries of the profile and 1 schedule"; empty if there are none. */
export const settingWords = (settings: readonly Setting[]): string => {
  const { profile, schedules } = settingCounts(settings);
  const entries = profile === 0 ? '' : `, ${count(profile, 'entry', 'entries')} of the profile`;
  return schedules === 0 ? entries : `${entries}, ${count(schedules, 'schedule')}`;
};
