/** Reads the profiles. [CX-2] */
import { type EntityId, hlcMs, PROFILES, type Profile } from '@cairn/schema';
import { deriveProfileId } from '../memory/content-hash.ts';
import type { ReadStore } from '../ports/store.ts';
import { fieldsNamed, foldProfile } from './fold-profile.ts';

type ProfileReads = Pick<ReadStore, 'meta' | 'registersOf'>;
interface ProfileReadDeps {
  readonly store: ProfileReads;
}

export const readProfile = async (deps: ProfileReadDeps): Promise<Profile> =>
  (await readDatedProfile(deps)).profile;

/** `changedAt`: the time of the last change in milliseconds; 0 without any. */
export const readDatedProfile = async ({ store }: ProfileReadDeps) => {
  const ids = await profileIds(store);
  const registers = ids === null ? [] : await store.registersOf(ids);
  const changedAt = Math.max(0, ...registers.map(({ hlc }) => hlcMs(hlc)));
  return { profile: foldProfile(registers), changedAt };
};

/** Returns names that people gave to devices after they had joined, by device id. [SY-A10] */
export const readDeviceNames = async ({ store }: ProfileReadDeps): Promise<ReadonlyMap<string, string>> => {
  const salt = await store.meta('salt');
  if (salt === null) return new Map();
  return fieldsNamed(await store.registersOf([deriveProfileId(salt, 'devices')]), 'devices');
};

/** SU-5: whether the person wrote a narrative, which then replaces the generated one. */
export const hasOwnNarrative = async (deps: ProfileReadDeps): Promise<boolean> =>
  (await readProfile(deps)).user.narrative !== undefined;

/** Returns the ids of all profiles. Null without a salt, because then nothing was ever written. */
export const profileIds = async (store: Pick<ProfileReads, 'meta'>): Promise<readonly EntityId[] | null> => {
  const salt = await store.meta('salt');
  return salt === null ? null : PROFILES.map((name) => deriveProfileId(salt, name));
};
