/** Commands about the daemon and its health. */
import type { CommandSpec } from '../command.ts';

export const DAEMON_COMMANDS: readonly CommandSpec[] = [
  {
    path: 'up',
    summary: 'Start the daemon (every command does when it needs it)',
    examples: ['cairn up'],
    arguments: [],
    options: [],
    load: async () => (await import('../commands/daemon.ts')).up,
  },
  {
    path: 'down',
    summary: 'Stop the daemon',
    examples: ['cairn down'],
    arguments: [],
    options: [],
    load: async () => (await import('../commands/daemon.ts')).down,
  },
  {
    path: 'daemon run',
    summary: 'Run the daemon in the foreground, for a service manager',
    examples: ['cairn daemon run'],
    arguments: [],
    options: [],
    load: async () => (await import('../commands/daemon.ts')).run,
  },
  {
    path: 'logs',
    summary: "Show the daemon's log",
    examples: ['cairn logs', 'cairn logs -f'],
    arguments: [],
    options: [
      { name: 'follow', short: 'f', kind: 'flag', help: 'go on as lines come' },
      { name: 'lines', short: 'n', kind: 'int', value: 'N', min: 1, max: 100_000, help: '50 unless given' },
    ],
    load: async () => (await import('../commands/logs.ts')).logs,
  },
  {
    path: 'status',
    summary: 'Show how the daemon, the store and sync are',
    examples: ['cairn status', 'cairn status --json'],
    arguments: [],
    options: [],
    load: async () => (await import('../commands/status.ts')).status,
  },
  {
    path: 'stats',
    summary: 'Count memories by project, source, tag and device',
    examples: ['cairn stats'],
    arguments: [],
    options: [],
    load: async () => (await import('../commands/stats.ts')).stats,
  },
  {
    path: 'usage',
    summary: 'Show what language models were asked, and what is left for today',
    examples: ['cairn usage', 'cairn usage --days 30'],
    arguments: [],
    options: [{ name: 'days', kind: 'int', value: 'N', min: 1, max: 90, help: 'today only unless given' }],
    load: async () => (await import('../commands/summaries.ts')).usage,
  },
  {
    path: 'doctor',
    summary: 'Check everything and say what to do',
    examples: ['cairn doctor', 'cairn doctor --fix'],
    arguments: [],
    options: [{ name: 'fix', kind: 'flag', help: 'repair what can be repaired' }],
    load: async () => (await import('../commands/doctor.ts')).doctor,
  },
];
