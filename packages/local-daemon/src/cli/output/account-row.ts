/** Shows who is signed in, in one row of `cairn status`. [SY-A9] */
import { exhaustive, type StatusResult } from '@cairn/schema';
import { printable, type Style } from '../style.ts';

/** Returns no row if nobody signed in, or if the person signed out of a server that this device does not sync with. */
export const accountRow = ({ account, sync }: StatusResult, style: Style): [string, string][] => {
  if (account === undefined || account.state === 'none') return [];
  const where = printable(account.server ?? '');
  switch (account.state) {
    case 'signed_in':
      return [['account', `signed in at ${where} ${style.dim('(`cairn whoami`)')}`]];
    case 'signed_out':
      return account.server === sync.server
        ? [['account', 'signed out, so memories stay on this device; `cairn login` syncs them again']]
        : [];
    case 'ended':
      return [['account', `${style.yellow('the session is over')}; \`cairn login\` signs in again`]];
    default:
      return exhaustive(account.state);
  }
};
