/** Changes profiles and returns their history: the agent's, the person's, rules and tool notes. [CX-2] */
import {
  type Checked,
  encodeBase32,
  LIMITS,
  ok,
  PROFILE_DOCUMENTS,
  PROFILES,
  type ProfileChange,
  type ProfileHistoryResult,
  type ProfileResult,
} from '@cairn/schema';
import type { Answer, StoreDeps, WriteDeps } from '../engine/deps.ts';
import { planDrafts } from '../engine/write/write-registers.ts';
import { loadWriterFacts } from '../engine/write/writer-facts.ts';
import { deriveProfileId } from '../memory/content-hash.ts';
import { findField } from './fields.ts';
import { foldProfile, profileVersions } from './fold-profile.ts';
import { useGivenName } from './given-name.engine.ts';
import { planProfileChange } from './plan-change.ts';
import { profileIds } from './read-profile.engine.ts';

export const profileHistory = async ({ store }: StoreDeps, wanted?: string): Answer<ProfileHistoryResult> => {
  const chosen = wanted === undefined ? ok(null) : choose(wanted);
  if (!chosen.ok) return chosen;
  const ids = await profileIds(store);
  if (ids === null) return ok({ versions: [] });
  const past = (await store.revisionsOf(ids)).map(({ register }) => register);
  const versions = profileVersions(await store.registersOf(ids), past).filter(
    ({ profile, field }) =>
      chosen.value === null ||
      (profile === chosen.value.of && (chosen.value.name === null || field === chosen.value.name)),
  );
  return ok({ versions: versions.slice(-LIMITS.profileHistoryMax) });
};

/** Parses a name of a field or of a document. `name`: null for all fields of the document. */
const choose = (wanted: string): Checked<{ readonly of: string; readonly name: string | null }> => {
  const document = PROFILE_DOCUMENTS.find((name) => name === wanted);
  return document === undefined ? findField(wanted) : ok({ of: document, name: null });
};

/** Changes a profile in one transaction. Equal values are not written. */
export const changeProfile = (deps: WriteDeps, change: ProfileChange): Answer<ProfileResult> =>
  deps.store.write(async (tx) => {
    const facts = await loadWriterFacts(tx, deps);
    const ids = PROFILES.map((name) => deriveProfileId(facts.salt, name));
    const planned = planProfileChange(change, {
      registers: await tx.registersOf(ids),
      entityOf: (name) => deriveProfileId(facts.salt, name),
      makeId: () => encodeBase32(deps.random.bytes(16)),
    });
    if (!planned.ok) return planned;
    const { drafts, warnings } = planned.value;
    if (drafts.length > 0) await tx.apply(await planDrafts(tx, facts, drafts));
    const registers = await tx.registersOf(ids);
    if (change.kind === 'device_name') await useGivenName(tx, registers);
    const profile = foldProfile(registers);
    return ok({ profile, ...(warnings.length === 0 ? {} : { warnings: [...warnings] }) });
  });
