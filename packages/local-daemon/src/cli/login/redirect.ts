/** What a browser brings back from a sign-in, or a person pastes. Pure. [SY-A7] */
import { fromOutside } from '@cairn/schema';

export type Redirect =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'declined'; readonly reason: string };

/** Null: it is not the answer to this sign-in. `address`: whole, or from its path on; `path` holds the state of the sign-in. */
export const readRedirect = (address: string, path: string): Redirect | null => {
  const url = URL.parse(address.trim(), 'http://127.0.0.1');
  if (url === null || url.pathname !== path) return null;
  const code = url.searchParams.get('code');
  if (code !== null && code !== '') return { kind: 'code', code };
  const error = url.searchParams.get('error_description') ?? url.searchParams.get('error');
  return error === null ? null : { kind: 'declined', reason: fromOutside(error) };
};
