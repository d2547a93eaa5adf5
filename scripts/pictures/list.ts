// Every picture, by name. A picture of the page has a light and a dark file. One of a terminal is a single file.

export interface PagePicture {
  readonly name: string;
  /** Part of the address after `#`. `{title}` stands for the id of the story's memory with that title. */
  readonly path: string;
  /** Text that must be visible before the picture is taken. */
  readonly shows: string;
}

export const PAGE_PICTURES: readonly PagePicture[] = [
  { name: 'timeline', path: '/timeline', shows: 'Checkout times out after 30 s' },
  { name: 'search', path: '/search?q=why+does+the+checkout+time+out', shows: 'Checkout times out' },
  { name: 'memory', path: '/memory/{port}', shows: 'Postgres of the shop listens on 5433' },
  { name: 'context', path: '/context?project=shop', shows: 'Staging is read-only' },
  { name: 'review', path: '/review', shows: 'to decide' },
  { name: 'sessions', path: '/sessions', shows: 'slow-checkout' },
  { name: 'summaries', path: '/summaries', shows: 'Summarise what is new' },
  { name: 'profile', path: '/profile', shows: 'Tool notes' },
  { name: 'schedules', path: '/schedules', shows: 'standup' },
  { name: 'devices', path: '/devices', shows: 'desktop' },
  { name: 'usage', path: '/usage', shows: 'Tokens' },
  { name: 'settings', path: '/settings', shows: 'Language model' },
];

export const ADMIN_PICTURE = 'admin';

export interface TerminalPicture {
  readonly name: string;
  readonly title: string;
  readonly lines: readonly string[];
}

export const TERMINAL_PICTURES: readonly TerminalPicture[] = [
  {
    name: 'terminal',
    title: 'cairn save, cairn search and cairn on a terminal',
    lines: [
      'cairn save "Checkout times out after 30 s" -p shop -t ops',
      'cairn search "what is the puppy called" -n 2',
      'cairn',
    ],
  },
  { name: 'status', title: 'cairn status on a terminal', lines: ['cairn status'] },
  { name: 'doctor', title: 'cairn doctor on a terminal', lines: ['cairn doctor'] },
  { name: 'history', title: 'what a memory said before', lines: ['cairn history {port}'] },
];

export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

export const pageFile = (name: string, scheme: Scheme): string => `${name}-${scheme}.webp`;
export const terminalFile = (name: string): string => `${name}.svg`;

/** Returns all files of docs/pictures. */
export const pictureFiles = (): readonly string[] =>
  [
    ...[...PAGE_PICTURES.map(({ name }) => name), ADMIN_PICTURE].flatMap((name) =>
      SCHEMES.map((scheme) => pageFile(name, scheme)),
    ),
    ...TERMINAL_PICTURES.map(({ name }) => terminalFile(name)),
  ].sort();
