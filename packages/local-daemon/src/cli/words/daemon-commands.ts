/** Commands about the daemon and its health. */
import { argument, commands, flag, int, text } from './make.ts';

const settingKey = argument('KEY', 'as `cairn config` lists them', { completes: 'settings' });

export const DAEMON_COMMANDS = commands({
  up: {
    summary: 'Start the daemon (every command does when it needs it)',
    examples: ['cairn up'],
    load: async () => (await import('../commands/daemon.ts')).up,
  },
  down: {
    summary: 'Stop the daemon',
    examples: ['cairn down'],
    load: async () => (await import('../commands/daemon.ts')).down,
  },
  'daemon run': {
    summary: 'Run the daemon in the foreground, for a service manager',
    examples: ['cairn daemon run'],
    load: async () => (await import('../commands/daemon.ts')).run,
  },
  'service install': {
    summary: 'Start the daemon with your session, by systemd, launchd or a Windows task',
    examples: ['cairn service install', 'cairn service install --print'],
    options: [flag('print', 'only show the file that would be written')],
    load: async () => (await import('../commands/service.ts')).serviceInstall,
  },
  'service uninstall': {
    summary: 'Remove the service',
    examples: ['cairn service uninstall'],
    load: async () => (await import('../commands/service.ts')).serviceUninstall,
  },
  'service status': {
    summary: 'Show whether the service is installed and starts this program',
    examples: ['cairn service status'],
    load: async () => (await import('../commands/service.ts')).serviceStatus,
  },
  open: {
    summary: 'Open the page with all memories in your browser',
    examples: ['cairn open', 'cairn open --print', 'cairn open --end'],
    options: [
      flag('print', 'only show the address; it works once, within a minute'),
      flag('end', 'sign out every browser'),
    ],
    load: async () => (await import('../commands/open.ts')).open,
  },
  upgrade: {
    summary: 'Show whether there is a newer version, and how to take it',
    examples: ['cairn upgrade'],
    load: async () => (await import('../commands/upgrade.ts')).upgrade,
  },
  config: {
    summary: 'List every setting: its value, and where the value comes from',
    examples: ['cairn config', 'cairn config --json'],
    load: async () => (await import('../commands/config.ts')).configList,
  },
  'config get': {
    summary: 'Print one setting',
    examples: ['cairn config get llm.models', 'cairn config get projects'],
    arguments: [settingKey],
    load: async () => (await import('../commands/config.ts')).configGet,
  },
  'config set': {
    summary: 'Change a setting; a running daemon restarts with it',
    examples: [
      'cairn config set llm.tokensPerDay 50000',
      'cairn config set extract off',
      'cairn config set projects.shop github.com/acme/shop',
      'cairn config set llm.apiKey   # asks for it',
    ],
    arguments: [
      { ...settingKey, completes: 'assignments' },
      argument('[VALUE]', 'leave it out for a secret: the command asks for it'),
    ],
    load: async () => (await import('../commands/config.ts')).configSet,
  },
  'config unset': {
    summary: 'Remove a setting from config.json, so that its default applies',
    examples: ['cairn config unset llm.tokensPerDay'],
    arguments: [settingKey],
    load: async () => (await import('../commands/config.ts')).configUnset,
  },
  logs: {
    summary: "Show the daemon's log",
    examples: ['cairn logs', 'cairn logs -f'],
    options: [
      flag('follow', 'keep showing new lines', { short: 'f' }),
      int('lines', [1, 100_000], 'how many lines; default: 50', { short: 'n' }),
    ],
    load: async () => (await import('../commands/logs.ts')).logs,
  },
  status: {
    summary: 'Show the state of the daemon, the store and sync',
    examples: ['cairn status', 'cairn status --watch', 'cairn status --json'],
    options: [flag('watch', 'keep showing it as it changes, until Ctrl-C', { short: 'w' })],
    load: async () => (await import('../commands/status.ts')).status,
  },
  stats: {
    summary: 'Count memories by project, source, tag and device',
    examples: ['cairn stats'],
    load: async () => (await import('../commands/stats.ts')).stats,
  },
  usage: {
    summary: 'Show the calls of language models, and the tokens left for today',
    examples: ['cairn usage', 'cairn usage --days 30'],
    options: [int('days', [1, 90], 'how many days; default: today only')],
    load: async () => (await import('../commands/summaries.ts')).usage,
  },
  doctor: {
    summary: 'Check everything and say what to do',
    examples: [
      'cairn doctor',
      'cairn doctor --fix',
      'cairn doctor --agent codex',
      'cairn doctor --bundle cairn-report.json',
    ],
    options: [
      flag('fix', 'repair what can be repaired'),
      text('agent AGENT', 'only one agent: what was installed, and when each of its hooks was called last', {
        completes: 'installers',
      }),
      text(
        'bundle FILE',
        'also write versions, settings, status, checks and the log into a new file, without keys and memories',
      ),
    ],
    load: async () => (await import('../commands/doctor.ts')).doctor,
  },
});
