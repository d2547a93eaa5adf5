/** The note when a command names another place for memories than the running daemon has. [ST-3] */

/** Null: nothing is named, or the daemon has just that. The token is nobody's business here. */
export const staleStoreNote = (wanted: string | undefined, running: string | null): string | null => {
  const named = wanted?.trim() ?? '';
  if (named === '' || placeOf(named) === placeOf(running ?? '')) return null;
  return `The daemon that runs keeps memories in ${running ?? 'a file of this device'}. CAIRN_STORE_URL is read when it starts: \`cairn down\`, then this again.`;
};

/** `libsql:` and `https:` are two names of one place. */
const placeOf = (address: string): string => {
  if (!URL.canParse(address)) return address;
  // The parser keeps letters as they are when the browser does not know the protocol.
  const { host, pathname } = new URL(
    address.replace(/^(?:libsql|wss?):/i, 'https:').replace(/^http:/i, 'https:'),
  );
  return `${host.toLowerCase()}${pathname.replace(/(?<!\/)\/+$/, '')}`;
};
