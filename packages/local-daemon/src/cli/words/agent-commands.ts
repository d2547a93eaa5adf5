/** Commands that agents' hosts start, and the ones that tell hosts about Cairn. */
import type { CommandSpec } from '../command.ts';

export const AGENT_COMMANDS: readonly CommandSpec[] = [
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
        help: "its memories belong to this project; the working folder's unless given",
      },
      {
        name: 'agent',
        kind: 'text',
        value: 'NAME',
        help: 'who saves; the name the host gives itself unless given',
      },
    ],
    load: async () => (await import('../commands/mcp.ts')).mcp,
  },
];
