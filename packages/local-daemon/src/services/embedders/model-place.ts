/** Finds a model by what a person typed: a known name, a name on a hub, the address of its page, or a path. [F-30] */
import { type Checked, ok, orElse, refuseInput } from '@cairn/schema';
import { isOnThisMachine } from '../server-address.ts';
import { KNOWN_EMBEDDERS, type KnownEmbedder, knownEmbedder } from './known-embedders.ts';

export type Place =
  | { readonly kind: 'folder'; readonly path: string }
  | {
      readonly kind: 'hub';
      readonly hub: string;
      readonly repository: string;
      readonly revision: string;
      readonly known: KnownEmbedder | null;
    };

const PART = /^[A-Za-z0-9][\w.-]*$/;
const MAIN = 'main';

/** Returns true for an encrypted address, and for an address of this machine. */
export const isSafeAddress = (address: string): boolean => {
  const protocol = URL.canParse(address) ? new URL(address).protocol : '';
  return protocol === 'https:' || (protocol === 'http:' && isOnThisMachine(address));
};

export const placeOf = (
  word: string,
  { hub, revision }: { readonly hub: string; readonly revision: string | null },
): Checked<Place> => {
  if (/^(\.{0,2}[/\\]|~\/|\.{1,2}$|[A-Za-z]:\\)/.test(word)) return ok({ kind: 'folder', path: word });
  const known = knownEmbedder(word);
  if (known !== undefined) return onHub(hub, known.repository, revision ?? MAIN);
  if (!/^https?:/.test(word)) return onHub(hub, word, revision ?? MAIN);
  if (!URL.canParse(word)) return refuseInput(`"${word}" is not an address.`);
  const { origin, pathname } = new URL(word);
  const [owner = '', name = '', kind, ...rest] = pathname.split('/').filter((part) => part !== '');
  const [told = MAIN] = kind === 'tree' || kind === 'blob' || kind === 'resolve' ? rest : [];
  // The page's address spells the revision `refs/pr/1` as `refs%2Fpr%2F1`.
  return onHub(origin, `${owner}/${name}`, revision ?? orElse(() => decodeURIComponent(told), told));
};

const onHub = (hub: string, repository: string, revision: string): Checked<Place> => {
  const address = hub.endsWith('/') ? hub.slice(0, -1) : hub;
  if (!isSafeAddress(address))
    return refuseInput(`"${hub}" is not the address of a hub: give one that begins with https://.`);
  const parts = repository.split('/');
  if (parts.length !== 2 || !parts.every((part) => PART.test(part)))
    return refuseInput(
      `"${repository}" is not a known embedder. Give a name from \`cairn embedder list\`, OWNER/NAME on a hub, or a path that begins with ./ or /.`,
    );
  const known =
    KNOWN_EMBEDDERS.find((one) => one.repository.toLowerCase() === repository.toLowerCase()) ?? null;
  return ok({ kind: 'hub', hub: address, repository, revision, known });
};
