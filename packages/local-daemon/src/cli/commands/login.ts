/** `cairn login`. Secrets are asked for or read from standard input, so they are not in the list of processes. [SY-A7] */
import { type AccountResult, type BodyOf, ok } from '@cairn/schema';
import type { SelectOptions } from '@clack/prompts';
import { quoteForShell } from '../../agents/our-marks.ts';
import { ask, askSecret, askText, output } from '../ask.ts';
import type { Outcome, ParsedArgs, Run } from '../command.ts';
import { type Answer, mapped, misuse } from '../failure.ts';
import type { Io } from '../io.ts';
import type { Shown } from '../login/browser.ts';
import { joined, printable } from '../style.ts';

const SIGN_IN = 'POST /v1/account/sign-in';

const SECRET_BYTES_MAX = 4_096;
const BROWSER_S = 300;
/** A person may mistype a code without having it mailed again. */
const TRIES_MAX = 3;

export const login: Run = async (given, io) => {
  const named = await io.ask('POST /v1/account/project', { body: { server: given.text('server') } });
  if (!named.ok) {
    const isUnknown = named.error.kind === 'invalid_input' && given.text('server') === undefined;
    return isUnknown ? misuse(SERVER_MISSING) : named;
  }
  const { server, project, risk } = named.value;
  if (risk !== null) io.note(risk);
  if (!io.json) io.note(`Signing in to ${project}, the project of ${server}.`);
  const way = await wayOf(given, io);
  if (!way.ok) return way;
  const done = await signIn({ server, project }, way.value, given, io);
  if (!done.ok) return done;
  return done.value === 'mailed'
    ? ok(mailed(way.value, given.text('server')))
    : ok(await signedIn(done.value, io));
};

const SERVER_MISSING =
  'The server is missing: add --server with the address of the sync server, like https://cairn.example.org.';

type Way =
  | { readonly by: 'code' | 'password'; readonly email: string }
  | { readonly by: 'browser'; readonly provider: string };

const wayOf = async (given: ParsedArgs, io: Io): Answer<Way> => {
  const [email, provider] = [given.text('email'), given.text('provider')];
  if (provider !== undefined)
    return email === undefined && !given.flag('password') && !given.flag('code')
      ? ok({ by: 'browser', provider })
      : misuse('--provider signs in in a browser: leave --email, --password and --code out.');
  if (given.flag('password') && given.flag('code'))
    return misuse('--password and --code exclude each other.');
  if (email !== undefined) return ok({ by: given.flag('password') ? 'password' : 'code', email });
  if (io.canAsk) return askWay(given);
  return misuse(
    'How to sign in is missing: --email ADDRESS, with --password or without, or --provider NAME.',
  );
};

const askWay = async (given: ParsedArgs): Answer<Way> => {
  const named = (['password', 'code'] as const).find((flag) => given.flag(flag));
  const by = named === undefined ? await ask(({ select }) => select(WAYS)) : ok(named);
  if (!by.ok) return by;
  if (by.value === 'browser')
    return mapped(askText("The provider's name", 'github'), (provider) => ({ by: 'browser', provider }));
  const way = by.value;
  return mapped(askText('Your e-mail address', 'ada@example.org'), (email) => ({ by: way, email }));
};

const WAYS: SelectOptions<Way['by']> = {
  message: 'How do you sign in?',
  options: [
    { value: 'code', label: 'By a code that is mailed to you' },
    { value: 'password', label: 'By a password' },
    { value: 'browser', label: 'In a browser', hint: 'GitHub, Google, or another provider of the project' },
  ],
  output,
};

type Done = AccountResult | 'mailed';

const signIn = async (shown: Shown, way: Way, given: ParsedArgs, io: Io): Answer<Done> => {
  if (way.by === 'browser') {
    const { signInByBrowser } = await import('../login/browser.ts');
    const came = await signInByBrowser(shown, way.provider, given.int('timeout') ?? BROWSER_S, io);
    return came.ok ? io.ask(SIGN_IN, { body: { by: 'browser', ...came.value } }) : came;
  }
  if (way.by === 'code' && !given.flag('code')) {
    const sent = await io.ask('POST /v1/account/code', { body: { ...shown, email: way.email } });
    if (!sent.ok) return sent;
    if (!io.json) io.note(`A code was mailed to ${way.email}.`);
  }
  for (let attempt = 1; ; attempt += 1) {
    const secret = await askSecret(
      way.by === 'code' ? 'The code of the mail' : 'Your password',
      SECRET_BYTES_MAX,
      io,
    );
    if (!secret.ok) return secret;
    if (secret.value === '')
      return way.by === 'code' && !given.flag('code') ? ok('mailed') : misuse(EMPTY[way.by]);
    const { email } = way;
    const body: BodyOf<typeof SIGN_IN> =
      way.by === 'code'
        ? { by: 'code', ...shown, email, code: secret.value }
        : { by: 'password', ...shown, email, password: secret.value };
    const done = await io.ask(SIGN_IN, { body });
    const mayTryAgain = io.canAsk && attempt < TRIES_MAX;
    if (done.ok || done.error.mistyped !== true || !mayTryAgain) return done;
    io.note(done.error.message);
  }
};

const EMPTY = {
  code: 'The code is missing: give it on standard input.',
  password: 'The password is missing: give it on standard input.',
} as const;

/** `server`: the address that was given. The device does not remember it before the sign-in. */
const mailed = (way: Way, server: string | undefined): Outcome => ({
  json: { mailed: true },
  human: () =>
    `Give the code of the mail to \`cairn login${server === undefined ? '' : ` --server ${quoteForShell(server)}`} --email ${way.by === 'browser' ? '' : quoteForShell(way.email)} --code\`, on standard input.`,
});

const signedIn = async (result: AccountResult, io: Io): Promise<Outcome> => {
  const status = await io.ask('GET /v1/status');
  const sync = status.ok ? status.value.sync : null;
  const { account } = result;
  const isSynced = sync !== null && sync.vault !== null && sync.server === account?.server;
  return {
    json: result,
    human: (style) =>
      joined('\n', [
        `${style.green('Signed in')} as ${printable(account?.email ?? account?.id ?? '')} at ${printable(account?.server ?? '')}.`,
        isSynced && 'Memories of this device sync.',
        sync?.vault === null &&
          'Next: `cairn vault create` makes your vault. If another device has it, `cairn invite` there, and `cairn join` here.',
      ]),
  };
};
