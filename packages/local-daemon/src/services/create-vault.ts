/** `cairn vault create`: the first device makes the keys. The server receives only public keys and sealed keys. [SY-S1, SY-S3, SY-A4] */
import { planFounding, type TransportError } from '@cairn/core';
import {
  type CairnError,
  type CreateVaultRequest,
  cairnError,
  err,
  ok,
  type Result,
  type VaultCreateInput,
  type VaultCreateResult,
  type VaultInfo,
  vaultId,
} from '@cairn/schema';
import { checkName, enterVault, prepareDevice, refuseInVault, serverOf } from './enter-vault.ts';
import type { ServerApi } from './server-api.ts';
import { serverErrorToCairn } from './server-error.ts';
import type { VaultDeps } from './vault-deps.ts';

/** A request whose answer was lost is sent again. The server recognises a repeated request. */
const TRIES_MAX = 3;
const BETWEEN_TRIES_MS = 1_000;

export const createVault = async (
  deps: VaultDeps,
  input: VaultCreateInput,
  until: AbortSignal,
): Promise<Result<VaultCreateResult, CairnError>> => {
  const inVault = await refuseInVault(deps);
  if (inVault !== null) return err(inVault);
  const given = bearerOf(input);
  if (!given.ok) return given;
  const server = serverOf(deps, input.server);
  if (!server.ok) return server;
  const name = checkName(input.name, deps.deviceName);
  if (!name.ok) return name;
  const bearer = given.value === null ? await deps.account.tokenFor(server.value) : given;
  if (!bearer.ok) return bearer;

  const crypto = await deps.crypto();
  const device = await prepareDevice(deps, crypto, server.value, name.value);
  const root = crypto.makeRoot();
  const facts = await deps.engine().syncFacts();
  const vault = vaultId(deps.nowMs(), deps.randomBytes(10));
  const kind = input.readable === true ? 'readable' : 'sealed';
  const salt = facts.salt ?? crypto.makeSalt();
  const { request, secrets } = planFounding(crypto, { vault, kind, salt }, device, root);
  const link = deps.linkTo(server.value, async () => null);
  const api = link.api.until(until);
  try {
    let made = await ask({ deps, api, request, until }, bearer.value);
    if (!made.ok && made.error.kind === 'session_refused' && given.value === null) {
      // The token may have expired by the server's clock.
      const again = await deps.account.tokenFor(server.value, true);
      if (!again.ok) return again;
      made = await ask({ deps, api, request, until }, again.value);
    }
    if (!made.ok) {
      // The server may know this token from a vault whose answer was lost, and would refuse it for another vault.
      if (made.error.kind === 'unreachable' || made.error.kind === 'conflict')
        deps.notes.write({ ...deps.notes.read(), pending: null });
      return err(serverErrorToCairn(made.error));
    }
    const entered = await enterVault(deps, secrets, server.value, made.value);
    if (!entered.ok) return entered;
    return ok({ vault, device: device.device.id, recoveryWords: crypto.rootToWords(root) });
  } finally {
    link.close();
  }
};

const bearerOf = ({ setupToken, supabaseToken }: VaultCreateInput): Result<string | null, CairnError> => {
  if (setupToken !== undefined && supabaseToken !== undefined) {
    const which = 'A new vault needs the setup token or a Supabase session: give one of the two.';
    return err(cairnError('invalid_input', which));
  }
  const token = supabaseToken ?? setupToken ?? null;
  return token !== null && !/^[\x21-\x7e]+$/.test(token)
    ? err(
        cairnError(
          'invalid_input',
          'The token is empty, or has spaces or characters that a token cannot have.',
        ),
      )
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
