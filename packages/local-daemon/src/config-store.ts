/** The place of the memories: a file of this device, or a database on a libSQL server. [ST-3] */
import { type Checked, ok, refuseInput } from '@cairn/schema';
import * as z from 'zod';

/** `store` of config.json. The environment overrides it. */
export const storeFile = z.looseObject({
  url: z.string().optional(),
  token: z.string().optional(),
});

/** Variables whose value may also come from a file, which `NAME_FILE` names. */
export const STORE_NAMES = ['CAIRN_STORE_URL', 'CAIRN_STORE_TOKEN'] as const;

export interface StoreConfig {
  /** `http:` or `https:`, without a secret and without a final slash. */
  readonly url: string;
  readonly token: string | null;
  /** Whether the connection leaves this machine without encryption. Anyone on the network path can then read everything. */
  readonly isOpen: boolean;
}

/** The protocol to use, by the protocol of the URL. A server that speaks WebSocket also answers HTTP at the same address. */
const PROTOCOLS: Readonly<Record<string, 'http:' | 'https:'>> = {
  'libsql:': 'https:',
  'https:': 'https:',
  'wss:': 'https:',
  'http:': 'http:',
  'ws:': 'http:',
};

/** Returns null if the memories are in the file of this device. */
export const parseStore = (
  file: z.infer<typeof storeFile> | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Checked<StoreConfig | null> => {
  const set = (name: string): string | null => env[name]?.trim() || null;
  const named = set('CAIRN_STORE_URL');
  // The token of config.json belongs to the server of config.json, so it is not sent to a server that the environment names.
  const token = set('CAIRN_STORE_TOKEN') ?? (named === null ? (file?.token ?? null) : null);
  const spelled = named ?? file?.url ?? null;
  if (spelled === null)
    return token === null
      ? ok(null)
      : refuseInput(
          'There is a token for a remote database, but no CAIRN_STORE_URL. Set it, or remove the token.',
        );
  const address = addressOf(spelled);
  if (!address.ok) return address;
  // Refuses an invalid header value here, because the error of a later request would contain the token.
  if (token !== null && !/^[\x21-\x7e]+$/.test(token))
    return refuseInput('CAIRN_STORE_TOKEN has spaces or characters that a token cannot have.');
  const { url, isOpen } = address.value;
  return ok({ url, token, isOpen });
};

const addressOf = (spelled: string): Checked<{ readonly url: string; readonly isOpen: boolean }> => {
  const url = URL.canParse(spelled) ? new URL(spelled) : null;
  if (url === null || url.protocol === 'file:' || /^[a-z]:$/i.test(url.protocol))
    return refuseInput(
      'CAIRN_STORE_URL must be the address of a libSQL server, such as libsql://name.turso.io. To use a file, set CAIRN_HOME to its folder.',
    );
  const protocol = PROTOCOLS[url.protocol];
  if (protocol === undefined)
    return refuseInput(`CAIRN_STORE_URL begins with ${url.protocol}//; use libsql://, https:// or http://.`);
  if (url.username !== '' || url.password !== '' || url.searchParams.has('authToken'))
    return refuseInput(
      'CAIRN_STORE_URL holds a secret. Put it into CAIRN_STORE_TOKEN, or a file that CAIRN_STORE_TOKEN_FILE names.',
    );
  const tls = url.searchParams.get('tls');
  if (url.hash !== '' || [...url.searchParams.keys()].some((name) => name !== 'tls'))
    return refuseInput('CAIRN_STORE_URL has more than an address; only `?tls=0` may follow it.');
  if (url.hostname === '') return refuseInput('CAIRN_STORE_URL names no server.');
  const spoken = tls === '0' ? 'http:' : protocol;
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  return ok({
    url: `${spoken}//${url.host}${path}`,
    isOpen: spoken === 'http:' && !isLoopback(url.hostname),
  });
};

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
