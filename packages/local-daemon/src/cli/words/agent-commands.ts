/** Commands that agents' hosts start, and commands that add Cairn to hosts. */
import type { CommandSpec, OptionSpec } from '../command.ts';

const places: readonly OptionSpec[] = [
  { name: 'user', kind: 'flag', help: 'for all of your projects; this is the default' },
  { name: 'project', kind: 'flag', help: 'only for the project in this folder' },
];
const dryRun: OptionSpec = { name: 'dry-run', kind: 'flag', help: 'show what would change, as a diff' };
const yes = (help: string): OptionSpec => ({ name: 'yes', short: 'y', kind: 'flag', help });
const agent = {
  name: 'AGENT',
  takes: 'any',
  completes: 'installers',
  help: 'such as claude-code, codex or cursor; without it, the agents that were found are listed',
} as const;

export const AGENT_COMMANDS: readonly CommandSpec[] = [
  {
    path: 'install',
    summary: 'Let an agent use this memory: its MCP server and its hooks',
    examples: [
      'cairn install',
      'cairn install claude-code',
      'cairn install cursor --project',
      'cairn install codex --dry-run',
    ],
    arguments: [agent],
    options: [...places, dryRun, yes('without AGENT: all that are found')],
    load: async () => (await import('../commands/install.ts')).install,
  },
  {
    path: 'uninstall',
    summary: 'Remove it from the settings of an agent, and leave the rest as it is',
    examples: ['cairn uninstall cursor', 'cairn uninstall --yes', 'cairn uninstall --all'],
    arguments: [agent],
    options: [
      { name: 'user', kind: 'flag', help: 'only from the settings for all of your projects' },
      { name: 'project', kind: 'flag', help: 'only from the project in this folder' },
      {
        name: 'all',
        kind: 'flag',
        help: 'remove Cairn from this device: agents, service and daemon; asks what to do with the data',
      },
      { name: 'keep-data', kind: 'flag', help: 'with --all: leave the data where they are' },
      {
        name: 'export',
        kind: 'text',
        value: 'FILE',
        help: 'with --all: export the memories first; the data stay without --delete-data',
      },
      {
        name: 'delete-data',
        kind: 'flag',
        help: 'with --all: delete memories, keys, copies, settings and logs; refused while there are scopes',
      },
      dryRun,
      yes('without AGENT: all that were installed'),
    ],
    load: async () => (await import('../commands/install.ts')).uninstall,
  },
  {
    path: 'mcp',
    summary: 'Serve MCP on standard input and output, for a host that starts it',
    examples: ['cairn mcp', 'cairn mcp --project github.com/acme/web --agent my-agent'],
    arguments: [],
    options: [
      {
        name: 'project',
        short: 'p',
        kind: 'text',
        value: 'PROJECT',
        help: 'the project of its memories; default: the project of the working folder',
      },
      {
        name: 'agent',
        kind: 'text',
        value: 'NAME',
        help: "the agent's name; default: the name that the host gives",
      },
    ],
    load: async () => (await import('../commands/mcp.ts')).mcp,
  },
];
