/** All commands in the order of the help: their words, their purpose, and where their code is. */
import { VERSION } from '@cairn/client/device';
import { ok } from '@cairn/schema';
import type { CommandGroup } from '../command.ts';
import { AGENT_COMMANDS } from './agent-commands.ts';
import { DAEMON_COMMANDS } from './daemon-commands.ts';
import { DEVICE_COMMANDS } from './device-commands.ts';
import { EMBEDDER_COMMANDS } from './embedder-commands.ts';
import { FILE_COMMANDS } from './file-commands.ts';
import { argument, commands } from './make.ts';
import { MEMORY_COMMANDS } from './memory-commands.ts';
import { PROFILE_COMMANDS } from './profile-commands.ts';
import { HOOK_COMMANDS, MEMORY_QUICK_COMMANDS } from './quick-commands.ts';
import { SCHEDULE_COMMANDS } from './schedule-commands.ts';
import { SESSION_COMMANDS } from './session-commands.ts';
import { START_COMMANDS } from './start-commands.ts';

/** Defined here, because they are about all other commands. */
const ABOUT_COMMANDS = commands({
  completion: {
    summary: 'Print the script that completes command lines in a shell',
    examples: [
      'eval "$(cairn completion bash)"   # in ~/.bashrc',
      'eval "$(cairn completion zsh)"    # in ~/.zshrc, after compinit',
      'cairn completion fish > ~/.config/fish/completions/cairn.fish',
    ],
    arguments: [
      argument('SHELL', 'bash, zsh or fish'),
      argument('[BEFORE]', 'the word before, given by the scripts'),
    ],
    load: async () => (await import('../commands/completion.ts')).completionOf(ALL_COMMANDS),
  },
  man: {
    summary: 'Show the manual page; print its source when the output is not a terminal',
    examples: ['cairn man', 'cairn man > ~/.local/share/man/man1/cairn.1'],
    load: async () => (await import('../commands/man.ts')).manOf(COMMAND_GROUPS),
  },
  version: {
    summary: 'Show the version; also -V and -v',
    examples: ['cairn version'],
    load: async () => async () => ok({ json: { version: VERSION }, human: () => VERSION }),
  },
});

export const COMMAND_GROUPS: readonly CommandGroup[] = [
  { title: 'First', commands: START_COMMANDS },
  {
    title: 'Memories',
    commands: [...MEMORY_QUICK_COMMANDS, ...MEMORY_COMMANDS, ...PROFILE_COMMANDS],
  },
  { title: 'Agents', commands: [...AGENT_COMMANDS, ...HOOK_COMMANDS] },
  { title: 'Schedules', commands: SCHEDULE_COMMANDS },
  { title: 'Sessions', commands: SESSION_COMMANDS },
  { title: 'Devices', commands: DEVICE_COMMANDS },
  { title: 'Files', commands: FILE_COMMANDS },
  { title: 'Daemon', commands: [...DAEMON_COMMANDS, ...EMBEDDER_COMMANDS, ...ABOUT_COMMANDS] },
];

export const ALL_COMMANDS = COMMAND_GROUPS.flatMap((group) => group.commands);
