/** Commands about scopes, which are files with vaults of their own. */
import { argument, commands, flag } from './make.ts';
import { id, project, yes } from './options.ts';

const name = argument('NAME', 'a scope; "personal" is none');

export const SCOPE_COMMANDS = commands({
  'scope list': {
    aliases: ['scope ls'],
    summary: 'List scopes, their projects and their vaults',
    examples: ['cairn scope list'],
    load: async () => (await import('../commands/scope.ts')).list,
  },
  'scope add': {
    summary: 'Make a scope: a file of its own, which may join a vault of its own',
    examples: ['cairn scope add team', 'cairn --scope team vault create --readable --server URL'],
    arguments: [argument('NAME', 'small letters, digits and dashes')],
    load: async () => (await import('../commands/scope.ts')).add,
  },
  'scope use': {
    summary: "Make this folder's project belong to a scope, on this device",
    examples: ['cairn scope use team', 'cairn scope use team --move', 'cairn scope use personal'],
    arguments: [name],
    options: [
      { ...project, help: 'a project; default: the one of this folder' },
      flag('move', "also move the project's memories that are elsewhere"),
      yes,
    ],
    load: async () => (await import('../commands/scope.ts')).use,
  },
  'scope move': {
    summary: "Move a memory into a scope and the scope's vault; it is forgotten here",
    examples: ['cairn scope move m_0f3k9… team', 'cairn --scope team scope move m_0f3k9… personal'],
    arguments: [id, name],
    options: [yes],
    load: async () => (await import('../commands/scope.ts')).move,
  },
  'scope remove': {
    aliases: ['scope rm'],
    summary: 'Delete a scope and all that is in it from this device',
    examples: ['cairn --scope team leave', 'cairn scope remove team'],
    arguments: [name],
    options: [yes],
    load: async () => (await import('../commands/scope.ts')).remove,
  },
});
