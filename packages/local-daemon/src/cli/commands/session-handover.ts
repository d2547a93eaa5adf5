/** `cairn session send`, `take` and `refuse`: hand a session over to another device of the vault. [SE-7] */
import { type Handover, ok } from '@cairn/schema';
import { answered, type Run } from '../command.ts';
import { type Answer, fail, misuse } from '../failure.ts';
import type { Io } from '../io.ts';
import { shortTime } from '../output/short-time.ts';
import { projectHereOf } from '../request-input.ts';
import { joined, printable } from '../style.ts';

export const send: Run = (given, io) => {
  const [device = '', session] = given.args;
  const body = { device, ...(session === undefined ? projectHereOf(given, io) : { session }) };
  return answered(io.ask('POST /v1/handovers', { body }), ({ handover: { id, device: to, expiresAt } }) => ({
    human: (style) =>
      `${style.green('Sealed')} for ${printable(to.name)}: ${id}\nThe next sync sends it. That device can take it until ${shortTime(expiresAt, io.nowMs)}.`,
  }));
};

export const take: Run = async (given, io) => {
  const id = given.args[0] === undefined ? await onlyOne(io) : ok(given.arg(0));
  if (!id.ok) return id;
  const taken = io.ask('POST /v1/handovers/:id/take', { at: { id: id.value } });
  return answered(taken, ({ session, from }) => ({
    human: (style) =>
      joined('\n', [
        `${style.green('Taken')} from ${printable(from.name)}: ${session.id}`,
        session.activeTask === null ? '' : `${style.bold('Task')} ${printable(session.activeTask)}`,
        `\`cairn session restore ${session.id}\` prints what an agent needs to go on.`,
      ]),
  }));
};

export const refuse: Run = (given, io) =>
  answered(io.ask('DELETE /v1/handovers/:id', { at: { id: given.arg(0) } }), ({ dropped }) => ({
    human: (style) => `${style.green('Dropped')} ${dropped}`,
  }));

/** Returns the id of the newest handover for this project. If there is none, returns the only one of all projects. */
const onlyOne = async (io: Io): Answer<string> => {
  const here = await io.ask('GET /v1/handovers', { query: { project: '.', cwd: io.cwd } });
  if (!here.ok) return here;
  const [newest] = here.value.handovers;
  if (newest !== undefined) return ok(newest.id);
  const all = await io.ask('GET /v1/handovers');
  if (!all.ok) return all;
  const [one, second] = all.value.handovers.filter(({ incoming }) => incoming);
  if (one === undefined) return fail('not_found', 'No session waits for this device.');
  return second === undefined ? ok(one.id) : misuse(SEVERAL);
};

const SEVERAL =
  'Several sessions wait, and none of them belongs to the project of this folder. Give an id: `cairn session list` shows them.';

/** Returns one line for each handover, for `cairn session list`. */
export const waitingLines = (handovers: readonly Handover[], nowMs: number): string =>
  handovers
    .map(({ id, device, incoming, sent, at, project, task }) => {
      const name = printable(device.name);
      const state = sent ? 'not taken yet' : 'waiting to be sent';
      const head = incoming ? `from ${name}, ${shortTime(at, nowMs)}` : `to ${name}, ${state}`;
      return joined(', ', [`${id}  ${head}`, printable(project ?? ''), printable(task ?? '')]);
    })
    .join('\n');
