/** `cairn logout` and `cairn whoami`. [SY-A8, SY-A9] */
import type { AccountResult } from '@cairn/schema';
import { answered, type Run } from '../command.ts';
import { memories } from '../output/short-time.ts';
import { printable, type Style } from '../style.ts';

export const logout: Run = async (given, io) => {
  const body = { everywhere: given.flag('everywhere') };
  const status = await io.ask('GET /v1/status');
  const isInVault = !status.ok || status.value.sync.vault !== null;
  return answered(io.ask('POST /v1/account/sign-out', { body }), (done) => ({
    human: (style) =>
      done.wasSignedIn
        ? `${style.green('Signed out')}. ${keptText(done.memories, done.syncs ?? null, isInVault)}`
        : 'Nobody was signed in on this device.',
    notes: [done.wasSignedIn ? (done.message ?? '') : ''],
  }));
};

/** Says what stays. `syncs`: the vault's server if the person signed out of another server; else null. */
const keptText = (kept: number, syncs: string | null, isInVault: boolean): string => {
  if (syncs !== null) return `Memories sync with ${printable(syncs)} as before.`;
  const text = `This device keeps its ${memories(kept)}`;
  return isInVault ? `${text}, and no longer syncs until \`cairn login\`.` : `${text}.`;
};

export const whoami: Run = (_, io) =>
  answered(io.ask('GET /v1/account'), (account) => ({
    human: (style) => whoText(account, style),
    notes:
      account.state === 'signed_in' && account.message !== null
        ? [`Not checked just now. ${account.message}`]
        : [],
    ...(account.state === 'signed_in' ? {} : { exit: 1 }),
  }));

const whoText = ({ state, account, message }: AccountResult, style: Style): string => {
  if (state !== 'signed_in' || account === null) return message ?? '';
  const name = printable(account.email ?? account.id);
  return `${style.bold(name)} at ${printable(account.server)} ${style.dim(`(project ${printable(account.project)})`)}`;
};
