/** `cairn scope`: files with their own vaults, and the projects and memories in them. [SP-1, SP-4] */
import { ok } from '@cairn/schema';
import { confirm, confirmOnTerminal } from '../ask.ts';
import { answered, type Run } from '../command.ts';
import { columns } from '../output/columns.ts';
import { count, memories } from '../output/short-time.ts';
import { projectHereOf } from '../request-input.ts';
import { oneLine } from '../style.ts';

export const list: Run = (_, io) =>
  answered(io.ask('GET /v1/scopes'), ({ scopes }) => ({
    human: (style) =>
      scopes.length === 0
        ? 'There is no scope: everything is in the personal file. `cairn scope add NAME` makes one.'
        : columns(
            ['scope', 'memories', 'vault', 'projects'],
            scopes.map(({ name, projects, memories: many, server }) => [
              name,
              many === null ? '?' : String(many),
              server === null ? 'none' : oneLine(server, 60),
              projects.map((project) => oneLine(project, 80)).join(', '),
            ]),
            style,
          ),
    notes: scopes.flatMap(({ name, problem, moving }) => [
      problem ?? false,
      moving.length > 0 &&
        `A move into "${name}" or out of it was interrupted: ${moving.slice(0, 5).join(', ')} may be in two files. Move again to finish it.`,
    ]),
  }));

export const add: Run = (given, io) => {
  const name = given.arg(0);
  return answered(io.ask('POST /v1/scopes', { body: { name } }), () => ({
    human: () =>
      `The scope "${name}" has a file of its own now. \`cairn scope use ${name}\` in a project's folder puts the project into it.`,
    notes: [`\`cairn --scope ${name} vault create\` or \`join\` gives it a vault.`],
  }));
};

export const use: Run = async (given, io) => {
  const scope = given.arg(0);
  const move = given.flag('move');
  const asked = move
    ? await confirmOnTerminal(given, io, `Move the memories of this project into "${scope}"?`)
    : ok(null);
  if (!asked.ok) return asked;
  const body = { ...projectHereOf(given, io), move };
  const used = io.ask('POST /v1/scopes/:name/projects', { at: { name: scope }, body });
  return answered(used, ({ project, moved }) => ({
    human: () => `The project ${oneLine(project, 200)} belongs to "${scope}" on this device.`,
    notes: [moved === 0 ? '' : `${memories(moved)} moved. Sessions and indexed files stay where they are.`],
  }));
};

export const move: Run = async (given, io) => {
  const [memory, name] = [given.arg(0), given.arg(1)];
  const question = `Everybody in the vault of "${name}" will be able to read it. Move it?`;
  const asked = await confirmOnTerminal(given, io, question);
  if (!asked.ok) return asked;
  const moved = io.ask('POST /v1/scopes/:name/memories', { at: { name }, body: { ids: [memory] } });
  return answered(moved, ({ moved: many, finished }) => ({
    human: () => `${memories(many + finished)} moved to "${name}".`,
    notes: [finished === 0 ? '' : `${count(finished, 'of them was', 'of them were')} there already.`],
  }));
};

export const remove: Run = async (given, io) => {
  const name = given.arg(0);
  const found = await io.ask('GET /v1/scopes');
  if (!found.ok) return found;
  const question = `The scope "${name}" and all that is in it are deleted from this device. Its projects become personal.`;
  const isThere = found.value.scopes.some((scope) => scope.name === name);
  const asked = isThere ? await confirm(given, io, question) : ok(null);
  if (!asked.ok) return asked;
  return answered(io.ask('DELETE /v1/scopes/:name', { at: { name } }), () => ({
    human: () => `The scope "${name}" is gone from this device.`,
  }));
};
