/** Tells a starting agent, at most once a day, that nothing is known about the person yet. [CX-14] */
import { DAY_MS } from '@cairn/schema';
import type { ReadDeps, WriteDeps } from '../engine/deps.ts';
import { readProfile } from './read-profile.engine.ts';

const TOLD =
  'Nothing is known about the person yet: no name, time zone, occupation or preferences. When it fits, you may ask once and save the answers with memory_save or `cairn profile set`; if they would rather not, run `cairn profile onboarding skip`.';

/** Returns the line for the agent. Null when something is known, the person refused, or an agent was told today. */
export const onboardingLine = async ({ store, clock }: ReadDeps): Promise<string | null> => {
  const nowMs = clock.nowMs();
  if (Math.abs(nowMs - ((await store.meta('onboardingToldAt')) ?? 0)) < DAY_MS) return null;
  const { user } = await readProfile({ store });
  if (Object.keys(user).length > 0) return null;
  const { total } = await store.list({ projects: [null], livingAt: nowMs, limit: 1 });
  return total > 0 ? null : TOLD;
};

export const noteOnboardingTold = ({ store, clock }: WriteDeps): Promise<void> =>
  store.write((tx) => tx.apply({ meta: { onboardingToldAt: clock.nowMs() } }));
