/** Commands about schedules. */
import { ACT_LIMITS, LIMITS, NOTIFICATIONS, SCHEDULE_STATUSES } from '@cairn/schema';
import { argument, choice, commands, flag, int, text } from './make.ts';
import { limit, project, yes } from './options.ts';

const id = argument('ID', "a schedule's id, its beginning or end, or its name", {
  names: 'schedule',
  completes: 'schedules',
});

const cron = text('cron EXPR', 'minute, hour, day, month, weekday: "30 9 * * 1-5"');
const at = text('at TIME', 'once: 2026-01-31T09:30');
const every = text('every SPAN', 'again and again: 30m, 2h, 1d');
const tz = text('tz ZONE', "the time zone, such as Europe/Berlin; default: the machine's");
const name = text('name NAME', 'a short name');
const whenTold = `when to notify about a run: ${NOTIFICATIONS.join(', ')}`;
const notify = choice('notify VALUE', NOTIFICATIONS, `${whenTold}; default: always`);
const channel = text('channel NAME', 'a name that every notification carries');

const { turnsMax, turnsDefault, tokensMin, tokensMax, tokensDefault } = ACT_LIMITS;
const caps = [
  int('turns', [1, turnsMax], `with --act: calls to the model in a run; default: ${turnsDefault}`),
  int('tokens', [tokensMin, tokensMax], `with --act: tokens of a run; default: ${tokensDefault}`),
  text('money AMOUNT', 'with --act: money for a run, such as 0.05, where prices are set'),
];

export const SCHEDULE_COMMANDS = commands({
  'schedule add': {
    summary: 'Let the model do a task at set times, with your memory at hand',
    examples: [
      'cairn schedule add "What should I prepare for today?" --cron "30 8 * * 1-5"',
      'cairn schedule add "Sum up what was decided this week" --cron "0 16 * * 5" --tz Europe/Berlin -p .',
      'cairn schedule add "Remind me of the open questions" --every 2h --notify on_change',
      'cairn schedule add "What is left of the release?" --at 2026-12-01T09:00 --name release',
      'cairn schedule add "Find decisions that contradict each other, and save what is to be settled" --every 1d --act -p .',
      'cairn schedule add --heartbeat --every 30m',
    ],
    arguments: [argument('[GOAL…]', 'what is to be done; "-" reads standard input')],
    options: [
      ...[cron, at, every, tz, name, notify, project, channel],
      flag('act', 'the model may search, save and list open tasks'),
      flag('heartbeat', 'as --act, on the open tasks of HEARTBEAT.md in this folder; default: every 30m'),
      ...caps,
    ],
    load: async () => (await import('../commands/schedule.ts')).add,
  },
  'schedule list': {
    aliases: ['schedule ls'],
    summary: 'List schedules: what, when, and who runs it',
    examples: ['cairn schedule list', 'cairn schedule list --all --json', 'cairn schedule list --system'],
    arguments: [argument('[WORDS…]', 'only those with these words in the name or goal')],
    options: [
      flag('all', 'completed ones too'),
      flag('system', "the daemon's own housekeeping instead"),
      choice('status VALUE', SCHEDULE_STATUSES, `only those: ${SCHEDULE_STATUSES.join(', ')}`),
      project,
      limit(LIMITS.scheduleListMax, LIMITS.scheduleListDefault),
    ],
    load: async () => (await import('../commands/schedule.ts')).list,
  },
  'schedule show': {
    summary: 'Show a schedule and its last runs',
    examples: ['cairn schedule show s_01k9x…'],
    arguments: [id],
    load: async () => (await import('../commands/schedule.ts')).show,
  },
  'schedule runs': {
    summary: 'List the runs of a schedule on this device, the newest first',
    examples: ['cairn schedule runs s_01k9x…', 'cairn schedule runs sys_backup --json'],
    arguments: [id],
    options: [limit(LIMITS.scheduleRunsListMax, LIMITS.scheduleRunsListDefault)],
    load: async () => (await import('../commands/schedule.ts')).runs,
  },
  'schedule edit': {
    summary: 'Change the task, the time or the options; the rest stays',
    examples: [
      'cairn schedule edit s_01k9x… --cron "0 7 * * *"',
      'cairn schedule edit s_01k9x… --goal "What changed since yesterday?"',
    ],
    arguments: [id],
    options: [
      text('goal TEXT', 'what is to be done'),
      ...[
        cron,
        at,
        every,
        { ...tz, help: 'the time zone, such as Europe/Berlin; default: the one that it has' },
      ],
      ...[name, { ...notify, help: whenTold }, project, channel],
      flag('act', 'from now on the model may search, save and list open tasks'),
      flag('answer-only', 'from now on it only answers, without tools'),
      ...caps,
    ],
    load: async () => (await import('../commands/schedule.ts')).edit,
  },
  'schedule pause': {
    summary: 'Pause a schedule, on all devices',
    examples: ['cairn schedule pause s_01k9x…'],
    arguments: [id],
    load: async () => (await import('../commands/schedule.ts')).pause,
  },
  'schedule resume': {
    summary: 'Let a paused schedule run again',
    examples: ['cairn schedule resume s_01k9x…'],
    arguments: [id],
    load: async () => (await import('../commands/schedule.ts')).resume,
  },
  'schedule run': {
    summary: 'Run a schedule now, and wait for it',
    examples: ['cairn schedule run s_01k9x…', 'cairn schedule run morning'],
    arguments: [id],
    load: async () => (await import('../commands/schedule.ts')).run,
  },
  'schedule take': {
    summary: 'Let this device run a schedule from now on',
    examples: ['cairn schedule take s_01k9x…'],
    arguments: [id],
    load: async () => (await import('../commands/schedule.ts')).take,
  },
  'schedule delete': {
    aliases: ['schedule rm'],
    summary: 'Delete a schedule and its runs, on all devices',
    examples: ['cairn schedule delete s_01k9x…'],
    arguments: [id],
    options: [yes],
    load: async () => (await import('../commands/schedule.ts')).remove,
  },
});
