/** Creates a vault, invites devices to it, and leaves it. */
import { existsSync } from 'node:fs';
import { type BodyOf, LIMITS, ok, type StatusResult, type VaultCreateResult } from '@cairn/schema';
import { type OtherDevices, otherDevices } from '../../services/other-devices.ts';
import { parseServerAddress, plainAddressRisk } from '../../services/server-address.ts';
import { ask, askSecret, confirm, confirmOnTerminal, output } from '../ask.ts';
import { answered, type ParsedArgs, type Run } from '../command.ts';
import { type Answer, fail, mapped, misuse } from '../failure.ts';
import { inScope } from '../in-scope.ts';
import type { Io } from '../io.ts';
import { count, memories, shortTime } from '../output/short-time.ts';
import { joined, type Style } from '../style.ts';
import { readTextFile } from '../text-file.ts';

const TOKEN_BYTES_MAX = 4_096;
const SESSION_BYTES_MAX = 2 * LIMITS.sessionTokenCharsMax;

export const create: Run = async (given, io) => {
  const server = given.text('server');
  if (server === undefined && !existsSync(io.paths.session))
    return misuse(
      '--server is missing: the address of the sync server, like https://cairn.example.org. After `cairn login` it is not needed.',
    );
  if (server !== undefined) noteRisk(server, io);
  const token = await tokenOf(given, io);
  if (!token.ok) return token;
  const isReadable = given.flag('readable');
  const input: BodyOf<'POST /v1/vault'> = {
    server,
    ...token.value,
    readable: isReadable ? true : undefined,
    name: given.text('name'),
  };
  const made = await io.ask('POST /v1/vault', { body: input });
  if (!made.ok) return made;
  const text = (style: Style): string => inScope(createdText(made.value, isReadable, style), io.scope);
  if (given.flag('skip-words') || !io.canAsk || !io.isOutTerminal)
    return ok({ json: made.value, human: text });
  await io.out(`${text(io.outStyle())}\n\n`);
  const isWritten = await checkWords(made.value.recoveryWords.split(' '), io);
  return ok({
    json: made.value,
    human: (style) => (isWritten ? `${style.green('Right')}: keep the words in a safe place.` : ''),
    notes: isWritten ? [] : ['The words were not checked. They are printed above and are never shown again.'],
  });
};

const WORDS_CHECKED = 2;

/** Asks for some of the recovery words while they are on the screen, so that a person who did not write them down notices it. */
const checkWords = async (words: readonly string[], io: Io): Promise<boolean> => {
  for (const place of placesOf(words.length, io.nowMs)) {
    const message = `Word ${place + 1} of the 24, as you wrote it down`;
    const validate = (value = '') =>
      value.trim().toLowerCase() === words[place]
        ? undefined
        : `That is not word ${place + 1}. Ctrl-C cancels.`;
    const answer = await ask(({ text }) => text({ message, validate, output }));
    if (!answer.ok) return false;
  }
  return true;
};

/** Returns the positions of the words to ask for, from 0. They vary, but need not be secret. */
const placesOf = (count: number, seed: number): readonly number[] =>
  Array.from({ length: WORDS_CHECKED }, (_, at) => ((seed % 12) + at * (count / WORDS_CHECKED)) % count);

/** Warns of an address without TLS, before a secret is sent there. */
export const noteRisk = (server: string, io: Io): void => {
  const address = parseServerAddress(server);
  const risk = address.ok ? plainAddressRisk(address.value) : null;
  if (risk !== null) io.note(risk);
};

type Token = Pick<BodyOf<'POST /v1/vault'>, 'setupToken' | 'supabaseToken'>;

const tokenOf = async (given: ParsedArgs, io: Io): Answer<Token> => {
  const source = given.text('supabase-token');
  if (source === undefined) return mapped(setupTokenOf(given, io), (setupToken) => ({ setupToken }));
  if (given.text('setup-token') !== undefined)
    return misuse('--setup-token and --supabase-token exclude each other. Give one.');
  const read = await sessionText(source, io);
  if (!read.ok) return read;
  const supabaseToken = read.value.trim();
  return supabaseToken === ''
    ? misuse('The access token is missing: what --supabase-token reads is empty.')
    : ok({ supabaseToken });
};

/** Reads the session token. Refuses it as an argument, because the list of processes would show it. */
const sessionText = async (source: string, io: Io): Answer<string> => {
  if (source === '-') return askSecret('The access token of your session', SESSION_BYTES_MAX, io);
  if (source.startsWith('eyJ'))
    return misuse(
      '--supabase-token takes "-" or the path of a file, not the token itself: it would show in the list of processes. Sign in again if others use this machine.',
    );
  return readTextFile(source);
};

/** Returns the setup token: the option's value, standard input for "-", or what the environment holds or names. */
const setupTokenOf = async (given: ParsedArgs, io: Io): Answer<string | undefined> => {
  const token = given.text('setup-token');
  if (token === '-') return askSecret("The server's setup token", TOKEN_BYTES_MAX, io);
  if (token !== undefined) return ok(token);
  const { CAIRN_SETUP_TOKEN: named, CAIRN_SETUP_TOKEN_FILE: file } = io.env;
  if (named !== undefined && named !== '') return ok(named);
  if (file === undefined || file === '') return ok(undefined);
  const read = readTextFile(file);
  return read.ok ? ok(read.value.trim()) : read;
};

const createdText = (
  { vault, device, recoveryWords }: VaultCreateResult,
  isReadable: boolean,
  style: Style,
): string => {
  // Numbered, because two of them are asked for by number.
  const words = recoveryWords.split(' ').map((word, at) => `${String(at + 1).padStart(2)} ${word}`);
  const lines = [0, 3, 6, 9, 12, 15, 18, 21].map((at) => {
    const cells = words.slice(at, at + 3).map((word) => word.padEnd(12));
    return `  ${cells.join('').trimEnd()}`;
  });
  return [
    `${style.green('Made the vault')} ${vault}. This device is ${device}.`,
    '',
    style.bold('Write these 24 words down now. They are shown once and kept nowhere.'),
    'They let you back into the vault when all of your devices are lost:',
    '',
    ...lines.map((line) => style.cyan(line)),
    '',
    ...(isReadable ? ['The vault is readable: the operator of the server can read what is in it.', ''] : []),
    'Next: `cairn invite` makes a code for another device.',
  ].join('\n');
};

export const rekey: Run = (_, io) =>
  answered(io.ask('POST /v1/vault/rekey', { body: {} }), ({ kg, registers }) => ({
    human: (style) =>
      [
        `${style.green('Made')} key ${kg} of the vault. Re-encrypting ${count(registers, 'entry', 'entries')} in the background;`,
        '`cairn status` shows how far it is. Anyone with an older key and an older copy of the server can still read that copy.',
      ].join('\n'),
  }));

export const invite: Run = (_, io) =>
  answered(io.ask('POST /v1/vault/invite', { body: {} }), async (made) => {
    const { code, expiresAt } = made;
    const qr = io.isOutTerminal && !io.json ? await qrText(code, io) : '';
    // Without the scope, the other device's personal file would join the vault.
    const command =
      io.scope === null ? made.command : made.command.replace('cairn', `cairn --scope ${io.scope}`);
    const steps = io.scope === null ? [command] : [`cairn scope add ${io.scope}`, command];
    const asks = 'If other people use that machine too, run `cairn join --server URL`: it asks for the code.';
    return {
      json: { ...made, command },
      human: (style) =>
        [
          'On the other device run:',
          '',
          ...steps.map((step) => `  ${style.bold(step)}`),
          '',
          ...(qr === '' ? [] : [qr, '']),
          style.dim(inScope(asks, io.scope)),
          style.dim(
            `The code works once, until ${shortTime(expiresAt, io.nowMs)}. Keep this device on until then.`,
          ),
        ].join('\n'),
    };
  });

/** Returns a QR code of the code with the server's address, in the form that `cairn join` takes. */
const qrText = async (code: string, io: Io): Promise<string> => {
  const status = await io.ask('GET /v1/status');
  if (!status.ok || status.value.sync.server === null) return '';
  const { renderUnicodeCompact } = await import('uqr');
  return renderUnicodeCompact(`${code}@${status.value.sync.server}`, { border: 2 });
};

export const leave: Run = async (given, io) => {
  const status = await io.ask('GET /v1/status');
  if (!status.ok) return status;
  const { vault } = status.value.sync;
  if (vault === null)
    return fail('not_in_vault', 'This device does not belong to a vault, so there is nothing to leave.');
  const listed = await io.ask('GET /v1/devices');
  const others = otherDevices(listed.ok ? listed.value.devices : [], io.nowMs);
  const last = listed.ok ? lastOf(others, io.nowMs) : unlistedText(listed.error.kind);
  // Unless another device can certainly open the vault, a script has to confirm too.
  const sure = others.sure.length === 0 ? confirm : confirmOnTerminal;
  const asked = await sure(given, io, whatLeavingDoes(status.value, vault, last));
  if (!asked.ok) return asked;
  return answered(io.ask('POST /v1/vault/leave', { body: {} }), (left) => ({
    human: (style) => `${style.green('Left')} ${left.vault}. ${staying(left.memories)} on this device.`,
    notes: [left.stillListed === undefined ? '' : listedText(left.stillListed)],
  }));
};

const listedText = (id: string): string =>
  `The server was not told, so the vault still lists this device. On another device, run \`cairn devices revoke ${id}\`.`;

const staying = (n: number): string => `${memories(n)} ${n === 1 ? 'stays' : 'stay'}`;

const ONLY_WORDS = 'the data on the server stays there, and only the 24 words can open it (`cairn recover`).';
const IF_LAST = `If this is the vault's last device, ${ONLY_WORDS}`;

/** The server was not reached, or it lists no devices to a device that it does not know or that has no keys. */
const unlistedText = (kind: string): string =>
  `${kind === 'not_allowed' ? 'The other devices of the vault are not known here.' : 'The server does not answer.'} ${IF_LAST}`;

/** Says whether this is, or may be, the last device of the vault. */
const lastOf = (others: OtherDevices, nowMs: number): string => {
  if (others.sure.length > 0) return '';
  if (others.doubtful.length === 0) return `This is the vault's last device: ${ONLY_WORDS}`;
  const named = others.doubtful.map(
    ({ name, lastSeenAt }) =>
      `${name} (${lastSeenAt === null ? 'never seen' : `seen ${shortTime(lastSeenAt, nowMs)}`})`,
  );
  return `The other devices may be lost: ${named.join(', ')}. ${IF_LAST}`;
};

/** Returns the question before leaving, with the consequences. [RL-32] */
const whatLeavingDoes = ({ store, sync }: StatusResult, vault: string, last: string): string => {
  const unsent = sync.pending;
  return joined(' ', [
    `Leave the vault ${vault}? ${staying(store.memories)} here; keys and sync end.`,
    last,
    unsent === 0
      ? ''
      : `${count(unsent, 'change was', 'changes were')} not sent yet, and the vault will not get ${unsent === 1 ? 'it' : 'them'}.`,
  ]);
};
