/** Every value that a profile's fields and items had on this device. [CX-2, SY-M7] */
import { compareHlc, hlcMs, type ProfileHistoryResult, type Register } from '@cairn/schema';
import { isField, isItem } from './fold-profile.ts';

type Version = ProfileHistoryResult['versions'][number];

/** Oldest first. `present`: what stands; `past`: what it took the place of. */
export const profileVersions = (
  present: readonly Register[],
  past: readonly Register[],
): readonly Version[] =>
  [
    ...present.map((register) => ({ register, current: true })),
    ...past.map((register) => ({ register, current: false })),
  ]
    .sort((a, b) => compareHlc(a.register.hlc, b.register.hlc))
    .flatMap(({ register, current }) => versionOf(register, current));

const versionOf = (register: Register, current: boolean): readonly Version[] => {
  const at = new Date(hlcMs(register.hlc)).toISOString();
  if (isField(register)) {
    const { of, value } = register.value;
    return [{ profile: of, field: register.facet.slice('field.'.length), value, at, current }];
  }
  if (!isItem(register)) return [];
  const { of, section, text, enabled, removed } = register.value;
  const named = { profile: of, field: register.facet, at, current };
  return [removed === true ? { ...named, value: null } : { ...named, value: text, enabled, section }];
};
