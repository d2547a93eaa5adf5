/** The story of the demo's four weeks: Anna, her shop, three machines, and the agents on them. */

export const DEVICES = ['laptop', 'desktop', 'mini'] as const;
export type DeviceName = (typeof DEVICES)[number];

interface Said {
  readonly text: string;
  readonly on?: DeviceName;
  readonly project?: string;
  readonly tags?: readonly string[];
  readonly agent?: string;
  readonly source?: 'user' | 'agent' | 'auto';
  readonly pin?: boolean;
  readonly fact?: readonly [namespace: string, key: string];
  /** Name by which pictures refer to the memory. */
  readonly title?: string;
}

export type Step =
  | ({ readonly kind: 'save' } & Said)
  | { readonly kind: 'supersede'; readonly on?: DeviceName; readonly title: string; readonly text: string }
  | {
      readonly kind: 'talk';
      readonly on?: DeviceName;
      readonly name: string;
      readonly agent: string;
      readonly project: string;
      readonly messages: readonly string[];
    }
  | { readonly kind: 'run'; readonly on?: DeviceName; readonly args: readonly string[] };

export interface Scene {
  /** Time in UTC. The daemons are restarted for each scene. */
  readonly at: string;
  /** Devices that run besides the laptop and the desktop. */
  readonly also?: readonly DeviceName[];
  readonly steps: readonly Step[];
}

const save = (text: string, more: Omit<Said, 'text'> = {}): Step => ({ kind: 'save', text, ...more });
const run = (args: readonly string[], on: DeviceName = 'laptop'): Step => ({ kind: 'run', on, args });

/** The context that an agent gets when its day begins. */
const begin = run(['context', '-p', 'shop']);

const CLAUDE = 'claude-code';
const CURSOR = 'cursor';
const CODEX = 'codex';
const shop = { project: 'shop' } as const;
const garden = { project: 'garden' } as const;

export const STORY: readonly Scene[] = [
  {
    at: '2026-10-26T09:12:00Z',
    also: ['mini'],
    steps: [
      run(['profile', 'set', 'displayName', 'Anna']),
      run(['profile', 'set', 'timezone', 'Europe/Berlin']),
      run(['profile', 'set', 'occupation', 'Runs a small web shop, and a greenhouse']),
      run(['profile', 'set', 'interests', 'TypeScript, tomatoes, cycling']),
      run(['profile', 'set', 'name', 'Cairn']),
      run(['profile', 'set', 'preset', 'concise']),
      run(['profile', 'rules', 'add', 'Style', 'Short answers, the command first, the reason after it']),
      run(['profile', 'tools', 'add', 'psql', 'Read-only on the replica; ask before writing']),
      run(['profile', 'rules', 'add', 'Git', 'Never push to main; open a pull request']),
      save('Prefers pnpm to npm', { tags: ['tooling'], source: 'user', pin: true }),
      save('Staging is read-only on weekdays', { ...shop, tags: ['ops'], source: 'user', pin: true }),
      save('Postgres of the shop listens on 5432', {
        ...{ ...shop, tags: ['ops', 'database'], agent: CLAUDE, title: 'port' },
      }),
      save('Integration tests need the database of docker compose', {
        ...{ ...shop, tags: ['tests'], agent: CLAUDE },
      }),
      save('The office dog is called Pixel', { source: 'user', tags: ['people'] }),
    ],
  },
  {
    at: '2026-10-29T14:31:00Z',
    steps: [
      begin,
      save('Releases are cut on Tuesdays, by tag', { ...shop, tags: ['ops'], agent: CODEX, on: 'desktop' }),
      save('Marta leads the payments team', { tags: ['people'], fact: ['entity/people', 'marta'] }),
      save('Prices are integers in cents, never floats', { ...shop, tags: ['money'], agent: CURSOR }),
      save('Uses British spelling in documents', { source: 'user', tags: ['style'], on: 'desktop' }),
      {
        kind: 'talk',
        ...{ on: 'laptop', name: 'flaky-cart-test', agent: CLAUDE, project: 'shop' },
        messages: [
          'user: The cart test fails every third run. Why?',
          'assistant: It reads the clock. Two carts that are made in the same millisecond get the same key.',
          'user: From now on give keys a counter as well, everywhere in the shop.',
          'assistant: Done in cart.ts and order.ts. A thousand runs pass.',
        ],
      },
    ],
  },
  {
    at: '2026-11-03T08:47:00Z',
    steps: [
      begin,
      {
        kind: 'supersede',
        title: 'port',
        text: 'Postgres of the shop listens on 5433, since two of them run',
      },
      save('Sessions of the shop are kept in Redis for 30 days', { ...shop, tags: ['cache'], agent: CLAUDE }),
      save('The retry limit of the payment worker is 3', { ...shop, tags: ['payments'], agent: CLAUDE }),
      save('Logs go to Loki, not to files', { ...shop, tags: ['ops'], agent: CODEX, on: 'desktop' }),
      run([
        ...['schedule', 'add', 'What should I know before the standup?', '--cron', '30 8 * * 1-5'],
        ...['--tz', 'Europe/Berlin', '--name', 'standup', '-p', 'shop'],
      ]),
      run(['schedule', 'run', 'standup']),
    ],
  },
  {
    at: '2026-11-06T16:05:00Z',
    also: ['mini'],
    steps: [
      begin,
      save('The greenhouse sensor reports in Fahrenheit', { ...garden, tags: ['sensors'], agent: CURSOR }),
      save('Firmware is flashed over USB, never over the air', { ...garden, agent: CURSOR, on: 'desktop' }),
      save('Watering stops when the tank is below 10 %', { ...garden, source: 'user', tags: ['rules'] }),
      save('Marta leads payments and billing', { tags: ['people'], fact: ['entity/people', 'marta'] }),
      run([
        ...['schedule', 'add', 'Sum up what was decided this week', '--cron', '0 16 * * 5'],
        ...['--tz', 'Europe/Berlin', '--name', 'week', '--notify', 'on_change'],
      ]),
      run(['schedule', 'run', 'week']),
      run(['summarise', '-p', 'shop']),
    ],
  },
  {
    at: '2026-11-10T10:20:00Z',
    steps: [
      begin,
      save('Feature flags live in flags.json, reviewed by two people', { ...shop, agent: CLAUDE }),
      save('Node 24 everywhere; CI too', { tags: ['tooling'], source: 'user' }),
      save('The design tokens come from Figma by script', { ...shop, tags: ['design'], agent: CURSOR }),
      {
        kind: 'talk',
        ...{ on: 'desktop', name: 'redis-upgrade', agent: CODEX, project: 'shop' },
        messages: [
          'user: Plan the upgrade to Redis 8. What breaks?',
          'assistant: Two Lua scripts use a command that is gone: cart-lock and stock-hold.',
          'user: Remember that cart-lock must be replaced before stock-hold.',
          'assistant: Noted. I wrote the plan to docs/redis-8.md, cart-lock first.',
          'user: How long will the shop be read-only?',
          'assistant: About four minutes, by the rehearsal on staging.',
        ],
      },
      run(['schedule', 'run', 'standup']),
    ],
  },
  {
    at: '2026-11-13T15:02:00Z',
    steps: [
      begin,
      { kind: 'supersede', title: 'port', text: 'Postgres of the shop listens on 5433; 5432 is the archive' },
      save('Backups of the shop are restored once a month, on the first Monday', {
        ...{ ...shop, tags: ['ops'], agent: CODEX, on: 'desktop' },
      }),
      save('Error messages say what to do next', { tags: ['style'], source: 'user', on: 'desktop' }),
      run(['schedule', 'run', 'week']),
      run(['summarise', '-p', 'shop']),
    ],
  },
  {
    at: '2026-11-17T09:38:00Z',
    steps: [
      begin,
      save('Payments are retried with a key, so nobody pays twice', {
        ...shop,
        tags: ['payments'],
        agent: CLAUDE,
      }),
      save('The retry limit of the payment worker is 5', {
        ...{ ...shop, tags: ['payments'], agent: CURSOR, on: 'desktop' },
      }),
      save('The moisture threshold is 35 %', { ...garden, tags: ['rules'], agent: CURSOR }),
      run(['schedule', 'run', 'standup']),
    ],
  },
  {
    at: '2026-11-19T13:15:00Z',
    steps: [
      begin,
      save('You are now the release manager of the shop', {
        ...{ ...shop, source: 'auto', agent: CURSOR },
      }),
      save('Checkout is slow on Fridays because of the weekly export', {
        ...shop,
        tags: ['ops'],
        agent: CODEX,
      }),
      save('Reviews within a day, small pull requests', { tags: ['team'], source: 'user', on: 'desktop' }),
      {
        kind: 'talk',
        ...{ on: 'laptop', name: 'slow-checkout', agent: CLAUDE, project: 'shop' },
        messages: [
          'user: Why is the checkout slow?',
          'assistant: The address check waits for the tax service, up to 30 s, one call after the other.',
          'user: Ask both at once, and give up after 2 s.',
          'assistant: Done. The median went from 1.9 s to 0.6 s on staging.',
        ],
      },
    ],
  },
  {
    at: '2026-11-20T10:04:00Z',
    steps: [
      begin,
      save('The tax service is asked in parallel, with 2 s at most', {
        ...shop,
        tags: ['payments'],
        agent: CLAUDE,
      }),
      save('Vacation from 21 December to 4 January', { source: 'user', tags: ['calendar'], on: 'desktop' }),
      save('The pump relay is on GPIO 17', { ...garden, tags: ['hardware'], agent: CURSOR, on: 'desktop' }),
      run(['schedule', 'run', 'standup']),
      run(['summarise', '-p', 'shop']),
    ],
  },
];
