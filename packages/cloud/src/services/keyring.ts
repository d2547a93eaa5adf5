/** Key generations: sealed by devices, kept and handed out here, never opened. [SY-S3, SY-S4, SY-S6] */
import { type KeyringRequest, type KeyringResponse, ok, type Result } from '@cairn/schema';
import type { Clock } from '../ports/clock.ts';
import type { Hints } from '../ports/hints.ts';
import type { DeviceRow, GenerationRow, StoreReads, SyncStore, VaultRow } from '../ports/sync-store.ts';
import { RECOVERY } from './members.ts';
import { type Answer, type Problem, problem, settled } from './problem.ts';
import type { Session } from './session.ts';

interface KeyringDeps {
  readonly store: SyncStore;
  readonly clock: Clock;
  readonly hints: Hints;
}

const conflict = (detail: string) => problem('key_generation_conflict', detail);

/** Nobody who is live may be locked out, and nobody else may be let in. */
const checkRecipients = (request: KeyringRequest, devices: readonly DeviceRow[]): Result<null, Problem> => {
  const wanted = new Set([RECOVERY, ...devices.filter((row) => row.revokedAt === null).map((row) => row.id)]);
  const given = new Set(request.keys.map((key) => key.recipient));
  if (request.keys.some((key) => key.kg !== request.generation.kg)) {
    return problem('malformed', 'Every key has to be of the new generation.');
  }
  const same = wanted.size === given.size && [...wanted].every((recipient) => given.has(recipient));
  return same
    ? ok(null)
    : conflict('The devices have changed. Fetch them and seal to each, and to recovery.');
};

const isRepeated = (request: KeyringRequest, present: GenerationRow | undefined): boolean =>
  present?.kg === request.generation.kg && present.verifier === request.generation.verifier;

export const createKeyring = ({ store, clock, hints }: KeyringDeps) => {
  const read = async (reads: StoreReads, vault: VaultRow, session: Session): Promise<KeyringResponse> => ({
    generations: [...(await reads.generations(vault.id))],
    keys: [...(await reads.sealedKeys(vault.id, session.device))],
    recoveryBoxKey: vault.recoveryBoxKey,
    serverTime: clock.nowMs(),
  });

  return {
    keyring: async (session: Session): Answer<KeyringResponse> =>
      settled<KeyringResponse>(
        await store.read(async (reads) => {
          const vault = await reads.vault(session.vault);
          return vault === null
            ? problem('unauthorized', 'This vault is no longer here.')
            : ok(await read(reads, vault, session));
        }),
      ),

    /** Ends the present generation now and begins the next. Repeating the same request answers the same. */
    addGeneration: async (session: Session, request: KeyringRequest): Answer<KeyringResponse> => {
      const answer = settled<KeyringResponse>(
        await store.transaction(async (tx) => {
          const vault = await tx.lockVault(session.vault);
          if (vault === null) return problem('unauthorized', 'This vault is no longer here.');
          const generations = await tx.generations(vault.id);
          if (isRepeated(request, generations.at(-1))) return ok(await read(tx, vault, session));
          if (vault.kind === 'readable') return problem('conflict', 'A readable vault has one generation.');
          if (request.generation.kg !== vault.kg + 1)
            return conflict(`The next generation is ${vault.kg + 1}.`);
          const recipients = checkRecipients(request, await tx.devices(vault.id));
          if (!recipients.ok) return recipients;
          await tx.endGeneration(vault.id, vault.kg, clock.nowMs());
          await tx.insertGeneration(vault.id, { ...request.generation, endedAt: null });
          await tx.writeSealedKeys(vault.id, request.keys);
          await tx.updateVault(vault.id, { ...vault, kg: request.generation.kg });
          return ok(await read(tx, vault, session));
        }),
      );
      if (answer.ok) {
        const hint = { kind: 'keys', kg: request.generation.kg } as const;
        hints.publish(session.vault, hint, { kind: 'except', device: session.device });
      }
      return answer;
    },
  };
};
