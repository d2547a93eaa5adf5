/**
 * Sign-ins that wait for a browser's answer: for ten minutes at most, and for one answer each. The PKCE verifier never leaves the daemon.
 * [SY-A7]
 */

import type { Answer } from '@cairn/core';
import { type AccountBrowserResult, type Checked, err, ok, refuse } from '@cairn/schema';
import type { SharedDeps } from '../shared-deps.ts';
import { authErrorToCairn } from './auth-sentences.ts';
import type { Named } from './named-project.ts';
import type { BrowserSignIn, Project, ProjectAuth } from './project-auth.ts';

const WAIT_MS_MAX = 600_000;
const WAITING_MAX = 8;
const STATE_BYTES = 24;

interface Deps extends Pick<SharedDeps, 'nowMs' | 'randomBytes'> {
  readonly authOf: (project: Project) => Promise<ProjectAuth>;
}

interface Waiting extends Named {
  readonly finish: BrowserSignIn['finish'];
  readonly untilMs: number;
}

export const createBrowserSignIns = ({ authOf, nowMs, randomBytes }: Deps) => {
  const waiting = new Map<string, Waiting>();

  const dropExpired = (): void => {
    for (const [state, { untilMs }] of waiting) if (untilMs <= nowMs()) waiting.delete(state);
  };

  return {
    /** Begins a sign-in. `state` is in the path, because a project keeps the path in error answers too. */
    begin: async (named: Named, provider: string, port: number): Answer<AccountBrowserResult> => {
      dropExpired();
      for (const [oldest] of waiting) if (waiting.size >= WAITING_MAX) waiting.delete(oldest);
      const state = Buffer.from(randomBytes(STATE_BYTES)).toString('base64url');
      const path = `/signed-in/${state}`;
      const begun = await (await authOf(named.project)).beginBrowser(
        provider,
        `http://127.0.0.1:${port}${path}`,
      );
      if (!begun.ok) return err(authErrorToCairn(begun.error, named.project.url));
      const { url, finish } = begun.value;
      waiting.set(state, { ...named, finish, untilMs: nowMs() + WAIT_MS_MAX });
      return ok({ url, state, path });
    },
    take: (state: string): Checked<Waiting> => {
      dropExpired();
      const found = waiting.get(state);
      waiting.delete(state);
      return found === undefined
        ? refuse(
            'not_allowed',
            'This answer does not belong to a sign-in that waits here. Run `cairn login` again.',
          )
        : ok(found);
    },
  };
};
