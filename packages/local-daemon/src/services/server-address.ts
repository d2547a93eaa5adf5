/** Parses the sync server's address as a person types it into one canonical spelling. */
import { type Checked, ok, refuseInput } from '@cairn/schema';

const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)(:\d+)?(\/|$)/i;

/**
 * Returns `https://host[:port][/path]` without a slash at the end. Without a scheme, it is http for this machine and
 * https for others.
 */
export const parseServerAddress = (text: string): Checked<string> => {
  const trimmed = text.trim();
  const spelled = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)
    ? trimmed
    : `${LOCAL.test(trimmed) ? 'http' : 'https'}://${trimmed}`;
  const url = URL.canParse(spelled) ? new URL(spelled) : null;
  if (url === null || trimmed === '' || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return invalid('is not the address of a server. It looks like https://sync.example.org');
  if (url.username !== '' || url.password !== '') return invalid('must not carry a user name or password');
  if (url.search !== '' || url.hash !== '') return invalid('must end before any ? or #');
  return ok(`${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`);
};

/** Returns why a parsed address is not safe to use, or null for https and for this machine. */
export const plainAddressRisk = (address: string): string | null =>
  /^https:/i.test(address) || LOCAL.test(address.replace(/^http:\/\//i, ''))
    ? null
    : `${address} is not an encrypted address: anybody on the network can steal this device's token and read a readable vault. Use https.`;

/** Whether an address with a scheme is one of this machine's own. */
export const isOnThisMachine = (address: string): boolean => {
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
};

const invalid = (why: string): Checked<never> => refuseInput(`The server's address ${why}.`);
