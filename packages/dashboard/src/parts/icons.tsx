/** Icons drawn here, because the page loads nothing from elsewhere. Screen readers ignore them, because words are beside them. */
import type { PageName } from '../pure/route.ts';

const PATHS: Readonly<
  Record<PageName | 'copy' | 'pin' | 'help' | 'more' | 'add' | 'edit' | 'remove' | 'up' | 'down', string>
> = {
  timeline: 'M5 4v16M5 6h10M5 12h14M5 18h8',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14Zm5 12 5 5',
  context: 'M4 5h16v11H9l-5 4V5Zm4 4h8M8 12h5',
  review: 'M5 4h14v16H5V4Zm4 8 2 2 4-5',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10 11v5m4-5v5',
  sessions: 'M3 4h13v9H8l-5 4V4Zm16 4h2v12l-4-3h-7',
  summaries: 'M6 3h9l4 4v14H6V3Zm3 8h7M9 15h7M9 7h3',
  profile: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4 21c0-4 4-6 8-6s8 2 8 6',
  schedules: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Zm0 4v5l3 2',
  devices: 'M3 5h13v9H3V5Zm-1 13h15M18 9h4v10h-4V9Z',
  usage: 'M4 20V10m5 10V4m5 16v-7m5 7V8',
  settings: 'M4 7h9m4 0h3M4 17h3m4 0h9M15 4.5v5M9 14.5v5',
  copy: 'M9 9h11v11H9V9Zm-4 6H4V4h11v1',
  more: 'M4 7h16M4 12h16M4 17h16',
  add: 'M12 5v14M5 12h14',
  edit: 'm4 20 1-5L16 4l4 4L9 19l-5 1Zm9-13 4 4',
  remove: 'm6 6 12 12M18 6 6 18',
  up: 'M12 19V6m-6 6 6-6 6 6',
  down: 'M12 5v13m-6-6 6 6 6-6',
  pin: 'M9 3h6l-1 6 4 4H6l4-4-1-6Zm3 10v8',
  help: 'M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2m0 3v.5M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Z',
};

export const Icon = ({ name }: { readonly name: keyof typeof PATHS }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
);

export const Stones = () => (
  <svg class="stones" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <ellipse cx="12" cy="19" rx="9" ry="3.4" />
    <ellipse cx="12" cy="12" rx="6.4" ry="2.9" />
    <ellipse cx="12" cy="6" rx="3.8" ry="2.4" />
  </svg>
);
