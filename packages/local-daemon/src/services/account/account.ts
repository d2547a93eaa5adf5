/**
 * Keeps who is signed in on this device. The session authorises the creation of vaults. Sync uses the device's own token, so it continues
 * when the session ends elsewhere. Only a sign-out on this device pauses sync. [SY-A7, SY-A8, SY-A9]
 */

import type { Answer } from '@cairn/core';
import {
  type AboutResponse,
  type AccountProject,
  type AccountResult,
  type AccountSignInInput,
  type AccountSignOutResult,
  type AccountStatus,
  type CairnError,
  err,
  ok,
  type Result,
  refuse,
  refuseInput,
  type SyncStatus,
} from '@cairn/schema';
import { createQueue } from '../queue.ts';
import { parseServerAddress } from '../server-address.ts';
import type { SharedDeps } from '../shared-deps.ts';
import { authErrorToCairn, endedSentence, endsSession, isMistyped } from './auth-sentences.ts';
import { createBrowserSignIns } from './browser-sign-ins.ts';
import { asShown, type Named, namedProject, signInRisk } from './named-project.ts';
import type { AuthAnswer, Project, ProjectAuth, Tokens } from './project-auth.ts';
import type { HeldSession, SessionFile, SignIn } from './session-file.ts';

/** `mistyped`: whether another code or password may be accepted. [SY-A7] */
export interface SignInError extends CairnError {
  readonly mistyped?: boolean;
}
type SignedIn = Promise<Result<AccountResult, SignInError>>;

export interface AccountDeps extends Pick<SharedDeps, 'nowMs' | 'randomBytes'> {
  readonly file: SessionFile;
  readonly authOf: (project: Project) => Promise<ProjectAuth>;
  /** Asks the server to describe itself. */
  readonly aboutOf: (server: string) => Answer<AboutResponse>;
  /** Returns the address of the vault's server. Null without a vault. */
  readonly vaultServer: () => Promise<string | null>;
  readonly countMemories: () => Promise<number>;
  /** Returns why nothing can be written. Null when writing is possible. */
  readonly readOnly: () => CairnError | null;
  readonly sync: {
    begin(): Promise<void>;
    end(): Promise<void>;
    status(): Promise<Pick<SyncStatus, 'state'>>;
  };
}

/** A server, and the project that the person was shown for it. */
interface Shown {
  readonly server: string;
  readonly project: string;
}

export type AccountService = ReturnType<typeof createAccountService>;

/** A token is refreshed this long before it expires. */
const MARGIN_MS = 60_000;

export const SIGNED_OUT =
  'You are signed out, so memories stay on this device. `cairn login` syncs them again.';
const NOBODY = 'Nobody is signed in on this device, so memories stay on it. `cairn login` signs in.';
/** `syncs`: the server that the vault syncs with by the device's own token, or null. */
const nobodyText = (syncs: string | null, state: SyncStatus['state']): string => {
  if (syncs === null) return NOBODY;
  const how =
    state === 'stopped' || state === 'locked_out'
      ? `Sync with ${syncs} has stopped: \`cairn status\` says why.`
      : `Memories sync with ${syncs} without an account.`;
  return `Nobody is signed in on this device. ${how}`;
};

export const createAccountService = (deps: AccountDeps) => {
  const { file, authOf } = deps;
  const queue = createQueue();
  const browsers = createBrowserSignIns(deps);

  const projectOf = async (text: string): Answer<Named> => {
    const server = parseServerAddress(text);
    if (!server.ok) return server;
    const about = await deps.aboutOf(server.value);
    if (!about.ok) return about;
    const project = namedProject(server.value, about.value);
    return project.ok ? ok({ server: server.value, project: project.value }) : project;
  };

  /** Returns the project if it is the one that the person was shown. Called before personal data is sent to it. */
  const shownProjectOf = async ({ server, project }: Shown): Answer<Named> => {
    const named = await projectOf(server);
    return named.ok ? asShown(named.value, project) : named;
  };

  const keep = async (
    { server, project }: Named,
    asked: AuthAnswer<Tokens>,
    until: AbortSignal | undefined,
  ): SignedIn => {
    const tokens = await asked;
    if (!tokens.ok)
      return err({ ...authErrorToCairn(tokens.error, project.url), mistyped: isMistyped(tokens.error) });
    if (until?.aborted === true) {
      await (await authOf(project)).signOut(tokens.value.accessToken, false);
      return refuse('timeout', 'Cancelled. Nobody was signed in.', true);
    }
    const { person } = tokens.value;
    const vault = await deps.vaultServer();
    const before = file.read();
    const signedOutOf = vault !== null && vault !== server && isSignedOutOf(before, vault) ? vault : null;
    const signedInAt = new Date(deps.nowMs()).toISOString();
    const session = held(deps, tokens.value);
    file.write({ server, project, person, signedInAt, session, over: null, signedOutOf });
    // Otherwise nobody would end the session that was replaced.
    if (before?.session) await (await authOf(before.project)).signOut(before.session.accessToken, false);
    await deps.sync.begin();
    return ok(await present(true));
  };

  /** Returns the session, refreshed if it expires soon. Called only in the queue, because a refresh token works once. */
  const fresh = async (signIn: SignIn, isRefused: boolean): Answer<HeldSession> => {
    const { session, project } = signIn;
    if (session === null) return refuse('not_allowed', overText(signIn));
    if (!isRefused && session.expiresAtMs - MARGIN_MS > deps.nowMs()) return ok(session);
    const answer = await (await authOf(project)).refresh(session.refreshToken);
    if (answer.ok) {
      const next = held(deps, answer.value);
      file.write({ ...signIn, person: answer.value.person, session: next });
      return ok(next);
    }
    if (endsSession(answer.error)) file.write({ ...signIn, session: null, over: answer.error.code });
    return err(authErrorToCairn(answer.error, project.url));
  };

  const who = async (): Answer<AccountResult> => {
    for (const isRefused of [false, true]) {
      const signIn = file.read();
      if (signIn === null || signIn.session === null) return ok(await present(false));
      const session = await fresh(signIn, isRefused);
      if (!session.ok) return notChecked(session.error);
      const answer = await (await authOf(signIn.project)).personOf(session.value.accessToken);
      if (answer.ok) {
        keepPerson(answer.value);
        return ok(await present(true));
      }
      // The token has expired by the project's clock.
      if (answer.error.code === 'bad_jwt' && !isRefused) continue;
      const now = file.read();
      if (endsSession(answer.error) && now !== null)
        file.write({ ...now, session: null, over: answer.error.code });
      return notChecked(authErrorToCairn(answer.error, signIn.project.url));
    }
    return ok(await present(false));
  };

  /** Returns the server that memories are sent to. Null when they stay on this device. */
  const syncsWith = async (): Promise<string | null> => {
    const vault = await deps.vaultServer();
    return vault === null || isSignedOutOf(file.read(), vault) ? null : vault;
  };

  const nobody = async (): Promise<string> => nobodyText(await syncsWith(), (await deps.sync.status()).state);

  const present = async (checked: boolean): Promise<AccountResult> =>
    resultOf(file.read(), checked, await syncsWith(), (await deps.vaultServer()) !== null, await nobody());

  const keepPerson = (person: SignIn['person']): void => {
    const now = file.read();
    if (now !== null && now.person.email !== person.email) file.write({ ...now, person });
  };

  const notChecked = async (error: CairnError): Answer<AccountResult> => {
    const known = await present(false);
    return known.state === 'ended' ? ok(known) : ok({ ...known, message: error.message });
  };

  const signOut = async (everywhere: boolean): Answer<AccountSignOutResult> => {
    const signIn = file.read();
    const memories = await deps.countMemories();
    if (signIn === null || signIn.over === 'signed_out')
      return ok({
        ...{ wasSignedIn: false, ended: true, memories },
        ...{ message: await nobody(), syncs: await syncsWith() },
      });
    const session = await fresh(signIn, false);
    const answer = session.ok
      ? await (await authOf(signIn.project)).signOut(session.value.accessToken, everywhere)
      : session;
    const ended = answer.ok || file.read()?.session === null;
    file.write({ ...signIn, session: null, over: 'signed_out' });
    if ((await deps.vaultServer()) === signIn.server) await deps.sync.end();
    const message = ended
      ? null
      : `${signIn.project.url} could not be reached, so the session is still open there. \`cairn logout --everywhere\` on another device ends it.`;
    return ok({ wasSignedIn: true, ended, memories, message, syncs: await syncsWith() });
  };

  const writing = <T, E extends CairnError>(
    work: () => Promise<Result<T, E>>,
  ): Promise<Result<T, E | CairnError>> => {
    const why = deps.readOnly();
    return why === null ? queue(work) : Promise.resolve(err(why));
  };

  return {
    project: async (text: string | undefined): Answer<AccountProject> => {
      const server = text ?? (await deps.vaultServer()) ?? file.read()?.server;
      if (server === undefined) return refuseInput('The server is missing: add --server URL.');
      const named = await projectOf(server);
      if (!named.ok) return named;
      const { project } = named.value;
      return ok({
        server: named.value.server,
        project: project.url,
        risk: signInRisk(named.value.server) ?? changedRisk(file.read(), named.value.server, project),
      });
    },
    mailCode: async ({ email, ...shown }: Shown & { readonly email: string }) => {
      const named = await shownProjectOf(shown);
      if (!named.ok) return named;
      const { project } = named.value;
      const sent = await (await authOf(project)).mailCode(email);
      return sent.ok ? ok({ sent: true } as const) : err(authErrorToCairn(sent.error, project.url));
    },
    beginBrowser: async (input: Shown & { readonly provider: string; readonly port: number }) => {
      const { provider, port, ...shown } = input;
      const named = await shownProjectOf(shown);
      return named.ok ? browsers.begin(named.value, provider, port) : named;
    },
    /** `until`: aborted when the caller disconnects. Then nobody is signed in. */
    signIn: (input: AccountSignInInput, until?: AbortSignal): SignedIn =>
      writing(async () => {
        if (input.by === 'browser') {
          const waiting = browsers.take(input.state);
          if (!waiting.ok) return waiting;
          return keep(waiting.value, waiting.value.finish(input.code), until);
        }
        const named = await shownProjectOf(input);
        if (!named.ok) return named;
        const auth = await authOf(named.value.project);
        const asked =
          input.by === 'code'
            ? auth.byCode(input.email, input.code.replace(/[\s-]/g, ''))
            : auth.byPassword(input.email, input.password);
        return keep(named.value, asked, until);
      }),
    signOut: (everywhere: boolean) => writing(() => signOut(everywhere)),
    who: () => queue(who),
    status: (): AccountStatus => ({ state: stateOf(file.read()), server: file.read()?.server ?? null }),
    /** Returns a valid access token. Null when nobody is signed in there. `isRefused`: the server refused the last token. */
    tokenFor: (server: string, isRefused = false): Answer<string | null> =>
      queue(async () => {
        const signIn = file.read();
        if (signIn === null || signIn.server !== server || signIn.over === 'signed_out') return ok(null);
        const session = await fresh(signIn, isRefused);
        return session.ok ? ok(session.value.accessToken) : session;
      }),
    /** Returns the server that the person is signed in to, or null. */
    server: (): string | null => {
      const signIn = file.read();
      return stateOf(signIn) === 'signed_in' ? (signIn?.server ?? null) : null;
    },
    /** Notes that the device entered a vault of this server. An earlier sign-out from the server is then void. */
    entered: (server: string): void => {
      const signIn = file.read();
      if (signIn === null || !isSignedOutOf(signIn, server)) return;
      file.write(signIn.server === server ? null : { ...signIn, signedOutOf: null });
    },
  };
};

const held = ({ nowMs }: Pick<AccountDeps, 'nowMs'>, tokens: Tokens): HeldSession => ({
  accessToken: tokens.accessToken,
  refreshToken: tokens.refreshToken,
  expiresAtMs: nowMs() + tokens.expiresInS * 1_000,
});

/** Whether a person has signed out of this server. Its vault is then not synced. */
export const isSignedOutOf = (signIn: SignIn | null, server: string): boolean =>
  signIn !== null &&
  (signIn.signedOutOf === server || (signIn.over === 'signed_out' && signIn.server === server));

const stateOf = (signIn: SignIn | null): AccountStatus['state'] => {
  if (signIn === null) return 'none';
  if (signIn.session !== null) return 'signed_in';
  return signIn.over === 'signed_out' ? 'signed_out' : 'ended';
};

const overText = ({ over, server }: SignIn, syncs: string | null = null, isInVault = true): string => {
  if (over !== 'signed_out' && over !== null) return endedSentence(over);
  if (syncs !== null) return `You are signed out of ${server}. Memories sync with ${syncs} as before.`;
  return isInVault ? SIGNED_OUT : `You are signed out of ${server}. Memories stay on this device.`;
};

const resultOf = (
  signIn: SignIn | null,
  checked: boolean,
  syncs: string | null,
  isInVault: boolean,
  nobody: string,
): AccountResult => {
  const state = stateOf(signIn);
  if (signIn === null) return { state, account: null, checked, message: nobody };
  const { server, project, person, signedInAt } = signIn;
  return {
    state,
    account: { id: person.id, email: person.email, server, project: project.url, signedInAt },
    checked,
    message: state === 'signed_in' ? null : overText(signIn, syncs, isInVault),
  };
};

const changedRisk = (signIn: SignIn | null, server: string, project: Project): string | null =>
  signIn !== null && signIn.server === server && signIn.project.url !== project.url
    ? `${server} used the project ${signIn.project.url} before, and now uses ${project.url}. Sign in only if you know why.`
    : null;
