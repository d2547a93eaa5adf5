/**
 * Signs in with a browser. A server on 127.0.0.1 accepts one address, once. If the browser is on another machine (over ssh), a person
 * can paste the same address. [SY-A7]
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromOutside, ok } from '@cairn/schema';
import { ask, output } from '../ask.ts';
import { openInBrowser } from '../commands/open.ts';
import { type Answer, fail, UNCHANGED } from '../failure.ts';
import type { Io } from '../io.ts';

/** Listens on a free port of 127.0.0.1. A request before `wait` is called, or for another path, gets a 404 without details. */
export const openDoor = async () => {
  let awaited: { readonly path: string; readonly take: (redirect: Redirect) => void } | null = null;
  const server = createServer((request, response) => {
    const redirect =
      awaited === null || request.method !== 'GET' ? null : readRedirect(request.url ?? '', awaited.path);
    sayBack(response, redirect);
    if (redirect === null) return;
    awaited?.take(redirect);
    awaited = null;
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address());
  return {
    port,
    /** Resolves with the first answer to a sign-in that arrives at this path. */
    wait: (path: string) =>
      new Promise<Redirect>((take) => {
        awaited = { path, take };
      }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

/** The page repeats nothing of the answer, because it stays in the browser's history. */
const sayBack = (response: ServerResponse, redirect: Redirect | null): void => {
  const text =
    redirect === null
      ? 'There is nothing here.'
      : redirect.kind === 'code'
        ? 'Cairn received the answer. Close this page, and go back to the terminal.'
        : 'The sign-in was declined. Close this page; the terminal says more.';
  response.writeHead(redirect === null ? 404 : 200, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  });
  response.end(`${text}\n`);
};

/** The server and its project, as the person saw them. */
export interface Shown {
  readonly server: string;
  readonly project: string;
}

export const signInByBrowser = async (
  shown: Shown,
  provider: string,
  timeoutS: number,
  io: Io,
): Answer<{ readonly state: string; readonly code: string }> => {
  const door = await openDoor();
  try {
    const begun = await io.ask('POST /v1/account/browser', { body: { ...shown, provider, port: door.port } });
    if (!begun.ok) return begun;
    const { url, state, path } = begun.value;
    const isOpened = io.isErrTerminal && !io.json && (await openInBrowser(url, io.env));
    io.note(
      isOpened
        ? 'Sign in in the browser that has opened. Its address, if none did:'
        : 'Open this address in a browser:',
    );
    io.note(`\n  ${url}\n`);
    io.note(
      'If that browser is on another machine, it ends on a page that does not load: paste the address of that page here.',
    );
    const redirect = await firstOf(door.wait(path), path, timeoutS, io);
    if (!redirect.ok) return redirect;
    return redirect.value.kind === 'code'
      ? ok({ state, code: redirect.value.code })
      : fail('not_allowed', `The sign-in was declined: ${redirect.value.reason}. Nothing was changed.`);
  } finally {
    door.close();
  }
};

const firstOf = async (came: Promise<Redirect>, path: string, timeoutS: number, io: Io): Answer<Redirect> => {
  const over = new AbortController();
  const tooLate = `The sign-in in the browser was not finished within ${timeoutS} s. Run the command again.`;
  const late = sleep(timeoutS * 1_000, fail('timeout', tooLate), { signal: over.signal });
  try {
    return await Promise.race([came.then((redirect) => ok(redirect)), late, pasted(path, io, over.signal)]);
  } finally {
    over.abort();
  }
};

const NOT_THIS = 'That is not the last address of this sign-in.';

/** Returns the pasted address. Never resolves if nothing is typed. */
const pasted = async (path: string, io: Io, signal: AbortSignal): Answer<Redirect> => {
  if (io.canAsk) {
    const message = 'The address, or wait';
    const validate = (value = '') => (readRedirect(value, path) === null ? NOT_THIS : undefined);
    const answer = await ask(({ text }) => text({ message, validate, output, signal }));
    const redirect = answer.ok ? readRedirect(answer.value, path) : null;
    if (redirect !== null) return ok(redirect);
    // The browser answered first, or the person pressed Ctrl-C.
    return signal.aborted ? new Promise(() => undefined) : UNCHANGED;
  }
  return ok(await pastedLine(path, signal));
};

const pastedLine = (path: string, signal: AbortSignal): Promise<Redirect> =>
  new Promise((resolve) => {
    let text = '';
    const look = (part: Buffer): void => {
      text += part.toString();
      const redirect = text
        .split('\n')
        .map((line) => readRedirect(line, path))
        .find((one) => one !== null);
      if (redirect) resolve(redirect);
    };
    process.stdin.on('data', look);
    // An open pipe would keep this process alive.
    signal.addEventListener('abort', () => process.stdin.destroy());
  });

/** The answer to a sign-in, from a browser or pasted. [SY-A7] */
type Redirect =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'declined'; readonly reason: string };

/**
 * Reads the answer to a sign-in; null for another address. `address`: whole, or from its path on. `path` contains the sign-in's state.
 */
export const readRedirect = (address: string, path: string): Redirect | null => {
  const url = URL.parse(address.trim(), 'http://127.0.0.1');
  if (url === null || url.pathname !== path) return null;
  const code = url.searchParams.get('code');
  if (code !== null && code !== '') return { kind: 'code', code };
  const error = url.searchParams.get('error_description') ?? url.searchParams.get('error');
  return error === null ? null : { kind: 'declined', reason: fromOutside(error) };
};
