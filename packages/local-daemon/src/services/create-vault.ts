/** `cairn vault create`: the first device makes the keys. The server receives only public keys and sealed keys. [SY-S1, SY-S3, SY-A4] */
import { type Answer, planFounding, type TransportError } from '@cairn/core';
import {
  type Checked,
  type CreateVaultRequest,
  cairnError,
  err,
  ok,
  type Result,
  refuseInput,
  type VaultCreateInput,
  type VaultCreateResult,
  type VaultInfo,
  type VaultKind,
  vaultId,
} from '@cairn/schema';
import { enterVault, entryOf, keptKeys, keysKept, prepareDevice, serverOf } from './enter-vault.ts';
import type { UnshownFounding } from './pairing-notes.ts';
import type { ServerApi } from './server-api.ts';
import { serverErrorToCairn } from './server-error.ts';
import type { VaultDeps } from './vault-deps.ts';

/** A request whose answer was lost is sent again. The server recognises a repeated request. */
const TRIES_MAX = 3;
const BETWEEN_TRIES_MS = 1_000;
/** The most creations that this device keeps while nobody has seen their words. The oldest is dropped first. */
const FOUNDINGS_MAX = 8;
const CALLED_OFF = cairnError(
  'timeout',
  'Cancelled before this device entered its vault. Run the same command again.',
  true,
);

export const createVault = async (
  deps: VaultDeps,
  input: VaultCreateInput,
  until: AbortSignal,
): Answer<VaultCreateResult> => {
  const entry = await entryOf(deps, input);
  if (!entry.ok) {
    const unshown = entry.error.kind === 'already_in_vault' ? await unshownOf(deps, input) : undefined;
    return unshown === undefined ? entry : ok(shown(deps, unshown, until));
  }
  const kept = await keptKeys(deps);
  // A creation that was cut short may have saved its keys.
  if (kept !== null && !foundingsOf(deps).some(({ secrets }) => secrets.vault === kept.vault))
    return err(keysKept(kept));
  const given = bearerOf(input);
  if (!given.ok) return given;
  const { server, name } = entry.value;
  const bearer = given.value === null ? await deps.account.tokenFor(server) : given;
  if (!bearer.ok) return bearer;

  const founding = await begin(deps, {
    server,
    name,
    kind: kindOf(input),
    isNamed: input.name !== undefined,
  });
  const { request } = founding;
  const link = deps.linkTo(server, async () => null);
  const api = link.api.until(until);
  try {
    let made = await ask({ deps, api, request, until }, bearer.value);
    if (!made.ok && made.error.kind === 'session_refused' && given.value === null) {
      // The token may have expired by the server's clock.
      const again = await deps.account.tokenFor(server, true);
      if (!again.ok) return again;
      made = await ask({ deps, api, request, until }, again.value);
    }
    if (!made.ok) {
      // The server has these ids from somebody else, so the next try needs others.
      if (made.error.kind === 'conflict') forget(deps, founding);
      return err(serverErrorToCairn(made.error));
    }
    // Nobody would see the words. The same command enters the same vault later.
    if (until.aborted) return err(CALLED_OFF);
    const entered = await enterVault(deps, founding.secrets, server, made.value);
    return entered.ok ? ok(shown(deps, founding, until)) : entered;
  } finally {
    link.close();
  }
};

const kindOf = ({ readable }: VaultCreateInput): VaultKind => (readable === true ? 'readable' : 'sealed');

interface Wish {
  readonly server: string;
  readonly name: string;
  readonly kind: VaultKind;
  /** Whether the person chose the name. Otherwise it is the machine's, which changes with some networks. */
  readonly isNamed: boolean;
}

/** Returns the same creation for the same wish until its words were shown, because the answer to an earlier request may be lost. */
const begin = async (deps: VaultDeps, { server, name, kind, isNamed }: Wish): Promise<UnshownFounding> => {
  const alike = foundingsOf(deps).filter((one) => one.server === server && one.secrets.kind === kind);
  const earlier =
    alike.find(({ secrets }) => secrets.device.name === name) ?? (isNamed ? undefined : alike.at(-1));
  if (earlier !== undefined) return earlier;
  const crypto = await deps.crypto();
  const device = await prepareDevice(deps, crypto, server, name);
  const root = crypto.makeRoot();
  const vault = vaultId(deps.nowMs(), deps.randomBytes(10));
  const salt = (await deps.engine().syncFacts()).salt ?? crypto.makeSalt();
  const planned = planFounding(crypto, { vault, kind, salt }, device, root);
  const founding = { server, ...planned, words: crypto.rootToWords(root) };
  // The keys belong to this vault from now on: a join makes its own.
  const foundings = [...foundingsOf(deps), founding].slice(-FOUNDINGS_MAX);
  deps.notes.write({ ...deps.notes.read(), pending: null, foundings });
  return founding;
};

const foundingsOf = ({ notes }: VaultDeps): readonly UnshownFounding[] => notes.read().foundings ?? [];

const forget = (deps: VaultDeps, founding: UnshownFounding): void => {
  const foundings = foundingsOf(deps).filter((one) => one !== founding);
  deps.notes.write({ ...deps.notes.read(), foundings });
};

/** Returns this device's vault, if it is the vault that is asked for, and nobody has seen its words. */
const unshownOf = async (deps: VaultDeps, input: VaultCreateInput): Promise<UnshownFounding | undefined> => {
  const { vault } = await deps.engine().syncFacts();
  const asked = serverOf(deps, input.server);
  return foundingsOf(deps).find(
    ({ server, secrets }) =>
      secrets.vault === vault?.id && secrets.kind === kindOf(input) && asked.ok && asked.value === server,
  );
};

/** Keeps the words while nobody waits for them. [SY-S3] */
const shown = (deps: VaultDeps, founding: UnshownFounding, until: AbortSignal): VaultCreateResult => {
  if (!until.aborted) forget(deps, founding);
  const { secrets, words } = founding;
  return { vault: secrets.vault, device: secrets.device.id, recoveryWords: words };
};

const bearerOf = ({ setupToken, supabaseToken }: VaultCreateInput): Checked<string | null> => {
  if (setupToken !== undefined && supabaseToken !== undefined) {
    const which = 'A new vault needs the setup token or a Supabase session. Give only one of them.';
    return refuseInput(which);
  }
  const token = supabaseToken ?? setupToken ?? null;
  return token !== null && !/^[\x21-\x7e]+$/.test(token)
    ? refuseInput('The token is empty, or has spaces or characters that a token cannot have.')
    : ok(token);
};

interface Asking {
  readonly deps: VaultDeps;
  readonly api: ServerApi;
  readonly request: CreateVaultRequest;
  readonly until: AbortSignal;
}

const ask = async (
  { deps, api, request, until }: Asking,
  bearer: string | null,
): Promise<Result<VaultInfo, TransportError>> => {
  for (let attempt = 1; ; attempt++) {
    const made = await api.createVault(request, bearer);
    if (made.ok || made.error.kind !== 'unreachable' || attempt === TRIES_MAX || until.aborted) return made;
    await deps.sleep(BETWEEN_TRIES_MS);
  }
};
