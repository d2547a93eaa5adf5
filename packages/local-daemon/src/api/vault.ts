/** Handlers of vaults, invitations, devices and manual sync. */
import { ok } from '@cairn/schema';
import type { Handlers } from './answers.ts';
import type { ApiDeps } from './deps.ts';
import { problem } from './problem.ts';

const SYNC_WAIT_S = 60;

export const vaultHandlers = ({ vault }: ApiDeps) =>
  ({
    'POST /v1/vault': ({ body }, c) => vault.create(body, c.get('until')),
    'POST /v1/vault/invite': (_, c) => vault.invite(c.get('until')),
    'POST /v1/vault/join': ({ body }, c) => vault.join(body, c.get('until')),
    'POST /v1/vault/recover': ({ body }, c) => vault.recover(body, c.get('until')),
    'POST /v1/vault/rekey': (_, c) => vault.rekey(c.get('until')),
    'POST /v1/vault/leave': () => vault.leave(),
    'GET /v1/devices': () => vault.devices(),
    'PATCH /v1/devices/:id': ({ at, body }) => vault.rename(at.id, body.name),
    'DELETE /v1/devices/:id': ({ at }, c) => vault.revoke(at.id, c.get('until')),
  }) satisfies Partial<Handlers>;

export const syncHandlers = ({ sync, verify, refused, removed }: ApiDeps) =>
  ({
    'POST /v1/sync': async ({ body: { wait, timeoutS = SYNC_WAIT_S } }) => {
      const done = wait === true ? await sync.syncNow(timeoutS * 1_000) : await sync.nudge();
      if (done.ok) return done;
      const { error, progress } = done.error;
      return problem(error, progress === null ? {} : { progress });
    },
    'POST /v1/sync/verify': () => verify.verify(),
    'POST /v1/sync/repair': () => verify.repair(),
    'POST /v1/sync/retry': () => sync.retryDead(),
    'GET /v1/sync/refused': async () => ok(await refused()),
    'GET /v1/sync/removed': async () => ok(await removed.list('others')),
    'POST /v1/sync/removed/restore': ({ body }) => removed.restore('others', body.ids ?? null),
    'POST /v1/sync/removed/drop': ({ body }) => removed.drop('others', body.ids ?? null),
  }) satisfies Partial<Handlers>;

/** Handlers that sign in and out. */
export const accountHandlers = ({ account }: ApiDeps) =>
  ({
    'GET /v1/account': () => account.who(),
    'POST /v1/account/project': ({ body }) => account.project(body.server),
    'POST /v1/account/code': ({ body }) => account.mailCode(body),
    'POST /v1/account/browser': ({ body }) => account.beginBrowser(body),
    'POST /v1/account/sign-in': async ({ body }, c) => {
      const done = await account.signIn(body, c.get('until'));
      return done.ok ? done : problem(done.error, done.error.mistyped === true ? { mistyped: true } : {});
    },
    'POST /v1/account/sign-out': ({ body }) => account.signOut(body.everywhere === true),
  }) satisfies Partial<Handlers>;
