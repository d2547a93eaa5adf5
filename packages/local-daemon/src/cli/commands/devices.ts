import { type DevicesResult, ok } from '@cairn/schema';
import { confirmOnTerminal } from '../ask.ts';
import { answered, type Run } from '../command.ts';
import { fail } from '../failure.ts';
import { type Column, columns, whole } from '../output/columns.ts';
import { resealText } from '../output/reseal-text.ts';
import { shortTime } from '../output/short-time.ts';
import { joined, printable, type Style } from '../style.ts';

const STANDINGS: Readonly<Record<DevicesResult['devices'][number]['standing'], string>> = {
  member: '',
  revoked: 'revoked',
  shut_out: 'shut out by the server; revoke it to change the key',
  unsigned: 'NOT APPROVED BY ANY DEVICE: it gets no key, and you should not trust this server',
  missing: 'the server no longer lists it',
};

const UP_TO_DATE = 'up to date';
const NOT_KNOWN = 'not known';
const NO_ANSWER =
  'Only the server knows when each device was seen. It has not answered yet: run `cairn devices` again.';

export const devices: Run = (_, io) =>
  answered(io.ask('GET /v1/devices'), ({ devices: all, unasked, reseal }) => {
    const isAsked = unasked !== true;
    const rows = all.map(({ id, name, lastSeenAt, lag, current, standing }) => [
      id,
      name,
      isAsked ? (lastSeenAt === null ? 'never' : shortTime(lastSeenAt, io.nowMs)) : NOT_KNOWN,
      isAsked ? (lag === 0 ? UP_TO_DATE : `${lag} behind`) : NOT_KNOWN,
      joined(', ', [current ? 'this device' : '', STANDINGS[standing]]),
    ]);
    const under = reseal === null || reseal.isOver ? '' : `\n\n${resealText(reseal)}`;
    return {
      human: (style) => `${columns(headOf(style), rows, style)}${under}`,
      notes: [isAsked ? '' : NO_ANSWER, twinsNote(all)],
    };
  });

/** Returns a note if devices share a name, for example because one was copied and both are in use, else ''. [SY-A11] */
const twinsNote = (all: DevicesResult['devices']): string => {
  const alike = Map.groupBy(
    all.filter(({ revoked }) => !revoked),
    ({ name }) => name,
  );
  return [...alike]
    .filter(([, { length }]) => length > 1)
    .map(
      ([name, { length }]) =>
        `${length} devices are named "${printable(name)}". One may have been copied or restored: \`cairn devices rename ID NAME\` tells them apart, \`cairn devices revoke ID\` removes one that is not used any more.`,
    )
    .join(' ');
};

const headOf = ({ cyan, dim, green, yellow, red }: Style): readonly Column[] => [
  whole('id'),
  { title: 'name', paint: cyan },
  whole('seen'),
  whole('has', { paint: (cell) => (cell === UP_TO_DATE ? green(cell) : yellow(cell)) }),
  {
    title: '',
    wraps: true,
    paint: (cell, row) => {
      const standing = row.at(-1) ?? '';
      if (standing.includes(STANDINGS.unsigned)) return red(cell);
      return standing.includes(STANDINGS.revoked) ? dim(cell) : cell;
    },
  },
];

export const rename: Run = (given, io) => {
  const [id, name] = [given.arg(0), given.arg(1)];
  return answered(io.ask('PATCH /v1/devices/:id', { at: { id }, body: { name } }), ({ devices: all }) => ({
    human: (style) =>
      `${style.green('Renamed')} the device to ${all.find((one) => one.id === id)?.name ?? name}. All devices of the vault show it so. Memories that it saved before keep its former name.`,
  }));
};

const AFTERWARDS: Readonly<Record<DevicesResult['kind'], string>> = {
  sealed:
    'A new key was made, and everything is re-encrypted with it in the background: `cairn devices` shows the progress.',
  readable:
    'The server no longer accepts it. A readable vault is not encrypted, so there is no key to change.',
};

export const revoke: Run = async (given, io) => {
  const id = given.arg(0);
  const listed = await io.ask('GET /v1/devices');
  if (!listed.ok) return listed;
  const device = listed.value.devices.find((known) => known.id === id);
  if (device === undefined)
    return fail('not_found', `There is no device "${id}". \`cairn devices\` lists them.`);
  if (device.standing === 'revoked')
    return ok({
      json: { revoked: id },
      human: () => `${printable(device.name)} (${id}) was revoked before. Nothing was changed.`,
    });
  const asked = await confirmOnTerminal(
    given,
    io,
    `Revoke "${device.name}"? It is shut out within seconds; it keeps what it already holds.`,
  );
  if (!asked.ok) return asked;
  return answered(io.ask('DELETE /v1/devices/:id', { at: { id } }), () => ({
    human: (style) =>
      `${style.green('Revoked')} ${device.name} (${id}). ${AFTERWARDS[listed.value.kind]} It keeps what it already holds.`,
  }));
};
