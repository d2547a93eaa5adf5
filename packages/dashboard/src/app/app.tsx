/** Composes the page. */
import type { StatsResult } from '@cairn/schema';
import { signal } from '@preact/signals';
import { type FunctionComponent, render } from 'preact';
import { createApi } from '../adapters/api.ts';
import type { Browser } from '../adapters/browser.ts';
import { createLive } from '../adapters/live.ts';
import { ContextPage } from '../context/context-page.tsx';
import { DevicesPage } from '../devices/devices-page.tsx';
import { MemoryPage } from '../memory/memory-page.tsx';
import { createForms } from '../parts/forms.ts';
import { ProfilePage } from '../profile/profile-page.tsx';
import { type OneOf, type PageName, parseRoute } from '../pure/route.ts';
import { ReviewPage } from '../review/review-page.tsx';
import { SchedulePage } from '../schedules/schedule-page.tsx';
import { SchedulesPage } from '../schedules/schedules-page.tsx';
import { SearchPage } from '../search/search-page.tsx';
import { SessionPage } from '../sessions/session-page.tsx';
import { SessionsPage } from '../sessions/sessions-page.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { SummariesPage } from '../summaries/summaries-page.tsx';
import { createKeptList } from '../timeline/kept-list.ts';
import { TimelinePage } from '../timeline/timeline-page.tsx';
import { TrashPage } from '../trash/trash-page.tsx';
import { UsagePage } from '../usage/usage-page.tsx';
import { type Cairn, CairnProvider, useCairn } from './cairn.ts';
import { createCoalesced } from './coalesced.ts';
import { applyDensity } from './density.ts';
import { createForgetting } from './forgetting.ts';
import { listenForKeys } from './keys.ts';
import { Locked, LockedPage } from './locked.tsx';
import { createReviewCount } from './review-count.ts';
import { Shell } from './shell.tsx';
import { createSyncNote } from './sync-note.ts';
import { Unknown } from './unknown.tsx';

/** The storage key of the page's half of the session. Storage is separate for each port; cookies are not. [PG-2] */
const KEY = 'cairn-page-key';
const HANDED_OVER = /^#key=([0-9a-f]{64})$/;
const NOTICE_MS = 8_000;
const STATS_AFTER_MS = 700;
/** Counting reads the whole store, so changes are counted together. */
const STATS_AGAIN_MS = 5_000;

export const startPage = (browser: Browser, place: Element): void => {
  applyDensity(browser);
  const key = takeKey(browser);
  let cairn: Cairn | null = null;
  const letIn = (fresh: string): void => {
    if (cairn !== null) {
      cairn.api.unlock(fresh);
      return;
    }
    listenForKeys();
    cairn = createCairn(browser, fresh);
    render(<Page cairn={cairn} />, place);
  };
  // `cairn open` may unlock this browser in another tab. This page then continues where it was.
  browser.onKey(KEY, letIn);
  if (key === null) render(<LockedPage />, place);
  else letIn(key);
};

const takeKey = (browser: Browser): string | null => {
  const handed = HANDED_OVER.exec(browser.hash())?.[1];
  if (handed === undefined) return browser.read(KEY);
  browser.write(KEY, handed);
  browser.go('#/timeline', true);
  return handed;
};

const createCairn = (browser: Browser, key: string): Cairn => {
  const api = createApi(key);
  const live = createLive(api, browser);
  const route = signal(parseRoute(browser.hash()));
  browser.onHash(() => {
    route.value = parseRoute(browser.hash());
  });
  const notice = signal('');
  const say = (sentence: string): void => {
    notice.value = sentence;
    browser.after(NOTICE_MS, () => {
      if (notice.peek() === sentence) notice.value = '';
    });
  };
  const stats = signal<StatsResult | null>(null);
  const readStats = async (): Promise<void> => {
    const read = await api.ask('GET /v1/stats', {});
    if (read.ok) stats.value = read.value;
  };
  // Runs after the first view, because counting everything takes longer than showing the first rows.
  browser.after(STATS_AFTER_MS, () => void readStats());
  const statsAgain = createCoalesced(browser, STATS_AGAIN_MS, () => void readStats());
  live.on((event) => {
    if (event.kind === 'resumed' || event.kind === 'changed') statsAgain.ask();
  });
  const forgetting = createForgetting({ api, browser, say });
  const timeline = createKeptList(api, browser, live);
  const newMemories = createForms<null>();
  const syncNote = createSyncNote(api, live);
  const isOpen = (): boolean => route.peek().page === 'review';
  const toReview = createReviewCount({ api, browser, live, isOpen });
  return {
    syncNote,
    toReview,
    api,
    browser,
    live,
    route,
    forgetting,
    timeline,
    stats,
    notice,
    say,
    newMemories,
  };
};

const Page = ({ cairn }: { readonly cairn: Cairn }) => (
  <CairnProvider value={cairn}>
    <Shell>
      <Shown />
    </Shell>
    {cairn.api.isLocked.value && <Locked />}
  </CairnProvider>
);

const Shown = () => {
  const { route } = useCairn();
  const shown = route.value;
  if (shown.page === 'unknown') return <Unknown address={shown.address} />;
  if ('id' in shown) {
    const One = ONES[shown.page];
    return <One key={shown.id} id={shown.id} />;
  }
  const View = VIEWS[shown.page];
  return <View />;
};

const VIEWS: Readonly<Record<PageName, FunctionComponent>> = {
  timeline: TimelinePage,
  search: SearchPage,
  context: ContextPage,
  review: ReviewPage,
  trash: TrashPage,
  sessions: SessionsPage,
  summaries: SummariesPage,
  profile: ProfilePage,
  schedules: SchedulesPage,
  devices: DevicesPage,
  usage: UsagePage,
  settings: SettingsPage,
};
const ONES: Readonly<Record<OneOf, FunctionComponent<{ readonly id: string }>>> = {
  memory: MemoryPage,
  session: SessionPage,
  schedule: SchedulePage,
};
