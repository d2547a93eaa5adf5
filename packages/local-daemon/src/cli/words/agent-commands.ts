import { misuse } from '../failure.ts';
import { argument, commands, flag, text } from './make.ts';
import { project, yes } from './options.ts';

const dryRun = flag('dry-run', 'show what would change, as a diff');
const agent = argument(
  '[AGENT…]',
  'such as claude-code, codex or cursor; without it, the agents that were found are listed',
  { completes: 'installers' },
);

export const AGENT_COMMANDS = commands({
  install: {
    summary: 'Let an agent use this memory: its MCP server and its hooks',
    examples: [
      'cairn install',
      'cairn install claude-code',
      'cairn install cursor --project',
      'cairn install codex --dry-run',
    ],
    arguments: [agent],
    options: [
      flag('user', 'for all of your projects; this is the default'),
      flag('project', 'only for the project in this folder'),
      dryRun,
      { ...yes, help: 'without AGENT: all that are found' },
    ],
    load: async () => (await import('../commands/install.ts')).install,
  },
  uninstall: {
    summary: 'Remove it from the settings of an agent, and leave the rest as it is',
    examples: ['cairn uninstall cursor', 'cairn uninstall --yes', 'cairn uninstall --all'],
    arguments: [agent],
    options: [
      flag('user', 'only from the settings for all of your projects'),
      flag('project', 'only from the project in this folder'),
      flag('all', 'remove Cairn from this device: agents, service and daemon; asks what to do with the data'),
      flag('keep-data', 'with --all: leave the data where they are'),
      text('export FILE', 'with --all: export the memories first; the data stay without --delete-data'),
      flag(
        'delete-data',
        'with --all: delete memories, keys, copies, settings and logs; refused while there are scopes',
      ),
      dryRun,
      { ...yes, help: 'without AGENT: all that were installed' },
    ],
    load: async () => (await import('../commands/install.ts')).uninstall,
  },
  mcp: {
    summary: 'Serve MCP on standard input and output, for a host that starts it',
    examples: ['cairn mcp', 'cairn mcp --project github.com/acme/web --agent my-agent'],
    options: [
      { ...project, help: 'the project of its memories; default: the project of the working folder' },
      text('agent NAME', "the agent's name; default: the name that the host gives"),
    ],
    // bin/cairn starts the MCP server, a separate program, only when `mcp` is the first word.
    load: async () => async () =>
      misuse('Start it as `cairn mcp`, the first word of the command line, without --json.'),
  },
});
