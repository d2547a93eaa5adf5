/** `cairn logout` and `cairn whoami`. [SY-A8, SY-A9] */
import { type AccountResult, ok } from '@cairn/schema';
import type { Run } from '../command.ts';
import { memories } from '../output/short-time.ts';
import { printable, type Style } from '../style.ts';

export const logout: Run = async (given, io) => {
  const done = await io.ask('POST /v1/account/sign-out', { body: { everywhere: given.flag('everywhere') } });
  if (!done.ok) return done;
  const { wasSignedIn, message, memories: kept, syncs = null } = done.value;
  return ok({
    json: done.value,
    human: (style) =>
      wasSignedIn
        ? `${style.green('Signed out')}. ${keptText(kept, syncs)}`
        : 'Nobody was signed in on this device.',
    notes: wasSignedIn && message !== null ? [message] : [],
  });
};

/** Says what stays. `syncs`: the vault's server if the person signed out of another server; else null. */
const keptText = (kept: number, syncs: string | null): string =>
  syncs === null
    ? `This device keeps its ${memories(kept)}, and no longer syncs until \`cairn login\`.`
    : `Memories sync with ${printable(syncs)} as before.`;

export const whoami: Run = async (_, io) => {
  const answer = await io.ask('GET /v1/account');
  if (!answer.ok) return answer;
  const { state, message } = answer.value;
  return ok({
    json: answer.value,
    human: (style) => whoText(answer.value, style),
    notes: state === 'signed_in' && message !== null ? [`Not checked just now. ${message}`] : [],
    ...(state === 'signed_in' ? {} : { exit: 1 }),
  });
};

const whoText = ({ state, account, message }: AccountResult, style: Style): string => {
  if (state !== 'signed_in' || account === null) return message ?? '';
  const name = printable(account.email ?? account.id);
  return `${style.bold(name)} at ${printable(account.server)} ${style.dim(`(project ${printable(account.project)})`)}`;
};
