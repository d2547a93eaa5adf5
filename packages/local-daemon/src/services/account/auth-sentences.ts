/** Translates a project's refusals into sentences that say what to do. Pure. */
import { type CairnError, cairnError, fromOutside } from '@cairn/schema';
import type { AuthProblem } from './project-auth.ts';

/** Codes that end a session, each with its reason as a sentence. Only a new sign-in helps. */
const ENDED: Readonly<Record<string, string>> = {
  refresh_token_not_found: 'This session was ended: by a sign-out on another device, or with the account.',
  session_not_found: 'This session was ended by a sign-out on another device.',
  session_expired: 'This session has expired.',
  refresh_token_already_used:
    'This session was used from somewhere else too, so the project ended it. If nobody copied the files of this device, run `cairn logout --everywhere` after signing in again.',
  user_not_found: 'This account was deleted in the project. Memories and vaults are still here.',
  user_banned: 'This account was shut out of the project: ask the person who runs it.',
};

export const endsSession = ({ code }: AuthProblem): boolean => Object.hasOwn(ENDED, code);

export const endedSentence = (code: string): string =>
  `${ENDED[code] ?? 'This session is over.'} \`cairn login\` signs in again; memories stay on this device.`;

const REFUSALS: Readonly<Record<string, string>> = {
  otp_expired:
    'This code is wrong, was used before, or has expired. Type the one of the newest mail, or run `cairn login` again for another.',
  invalid_credentials:
    'The address or the password is wrong. Try again, or sign in by a code: `cairn login --email ADDRESS`.',
  email_not_confirmed:
    'This address was not confirmed yet: open the link in the mail of the project, then sign in again.',
  otp_disabled: 'The project has no such account and takes no new ones. Ask the person who runs it for one.',
  signup_disabled: 'The project takes no new accounts. Ask the person who runs it for one.',
  email_provider_disabled: 'The project does not sign in by e-mail. Try `cairn login --provider NAME`.',
  email_address_invalid: 'The project does not take this address. Check it, or use another.',
  email_address_not_authorized:
    'The project mails to its own team only. The person who runs it has to set up a mail service (SMTP).',
  captcha_failed:
    'The project wants a captcha, which a terminal cannot show. Try `cairn login --provider NAME`.',
  oauth_provider_not_supported: 'The project does not sign in by this provider. Try another, or by e-mail.',
  provider_disabled: 'The project does not sign in by this provider. Try another, or by e-mail.',
  bad_code_verifier:
    'This answer belongs to another sign-in. Run `cairn login` again, and use its newest address.',
  flow_state_not_found: 'This answer was used before, or is of another sign-in. Run `cairn login` again.',
  flow_state_expired: 'This took longer than the project waits. Run `cairn login` again.',
  insufficient_aal: 'The project wants a second factor, which `cairn login` cannot give yet.',
};

/** Whether the person may have mistyped the code or the password. Then another try can succeed. */
export const isMistyped = ({ code }: AuthProblem): boolean =>
  code === 'otp_expired' || code === 'invalid_credentials';

export const authErrorToCairn = (problem: AuthProblem, project: string): CairnError => {
  const { code, waitS } = problem;
  if (code === 'unreachable')
    return cairnError(
      'server_unreachable',
      `${project} cannot be reached: ${said(problem)}. Memories are kept here meanwhile; look at this device's network, then try again.`,
      true,
    );
  if (code.startsWith('over_')) {
    const wait = waitS === null ? 'a minute' : `${waitS} s`;
    const what =
      code === 'over_email_send_rate_limit' ? 'sends no more mail to this address' : 'takes no more tries';
    return cairnError('rate_limited', `The project ${what} for now. Wait ${wait}, then try again.`, true);
  }
  if (endsSession(problem)) return cairnError('not_allowed', endedSentence(code));
  const refusal = REFUSALS[code];
  if (refusal !== undefined) return cairnError('not_allowed', refusal);
  if (code === 'validation_failed')
    return cairnError('not_allowed', `The project refuses this: ${said(problem)}.`);
  if (code === 'no_key')
    return cairnError(
      'server_error',
      `${project} does not take the key that the server names. The person who runs the server has to look at SUPABASE_PUBLISHABLE_KEY.`,
    );
  return cairnError('server_error', `${project} answered: ${said(problem)}.`);
};

const SAID_CHARS_MAX = 200;

/** Returns the project's message, shortened and without control characters. */
const said = ({ message, code }: AuthProblem): string =>
  fromOutside(message).slice(0, SAID_CHARS_MAX).replace(/\.$/, '') || code;
