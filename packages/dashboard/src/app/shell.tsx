/** What stands around every page: where one can go, how the daemon is, what can still be undone. */
import type { FunctionComponent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon, Stones } from '../parts/icons.tsx';
import { hashOf, PAGES, type PageName } from '../pure/route.ts';
import { useCairn } from './cairn.ts';
import { UNDO_MS } from './forgetting.ts';
import { Help, openHelp } from './help.tsx';
import { useKeys } from './keys.ts';

export const TITLES: Readonly<Record<PageName, string>> = {
  timeline: 'Timeline',
  search: 'Search',
  context: 'Context',
  review: 'Review',
  devices: 'Devices',
  usage: 'Usage',
};

/** `g`, then the first letter of a page. */
const GO_MS = 1_500;

export const Shell: FunctionComponent = ({ children }) => {
  const { route, browser } = useCairn();
  const going = useRef(false);
  const { page } = route.value;
  const goTo = (name: PageName) => () => {
    if (!going.current) return false;
    going.current = false;
    browser.go(hashOf(name), false);
    return true;
  };
  useKeys({
    '?': openHelp,
    '/': () => browser.go(hashOf('search'), false),
    g: () => {
      going.current = true;
      browser.after(GO_MS, () => {
        going.current = false;
      });
    },
    ...Object.fromEntries(PAGES.map((name) => [name.charAt(0), goTo(name)])),
  });
  useEffect(() => {
    document.title = `${page === 'memory' ? 'Memory' : TITLES[page]} · Cairn`;
  }, [page]);
  return (
    <div class="shell">
      <button class="skip" type="button" onClick={() => document.querySelector('main')?.focus()}>
        Skip to the content
      </button>
      <header class="side">
        <a class="name" href="#/timeline">
          <Stones />
          <span>Cairn</span>
        </a>
        <nav aria-label="Pages">
          {PAGES.map((name) => (
            <a key={name} href={hashOf(name)} aria-current={page === name ? 'page' : undefined}>
              <Icon name={name} />
              <span>{TITLES[name]}</span>
            </a>
          ))}
        </nav>
        <button class="plain keys" type="button" onClick={openHelp}>
          <Icon name="help" />
          <span>Keys</span>
        </button>
      </header>
      <main tabIndex={-1}>
        <ConnectionNote />
        {children}
      </main>
      <Toasts />
      <Help />
    </div>
  );
};

const ConnectionNote = () => {
  const { live } = useCairn();
  return (
    <div role="status" class="connection">
      {live.connection.value === 'lost' && (
        <p>
          The daemon has stopped. What you see is from before; this page goes on by itself when it runs again.{' '}
          <code class="command">cairn up</code>
        </p>
      )}
    </div>
  );
};

const Toasts = () => {
  const { forgetting, notice } = useCairn();
  return (
    <div class="toasts" role="status">
      {notice.value !== '' && <p class="toast">{notice.value}</p>}
      {forgetting.leaving.value.map((entry) => (
        <div class="toast" key={entry}>
          <span>
            Forgetting <q dir="auto">{entry.label}</q>
          </span>
          <button type="button" onClick={() => forgetting.undo(entry)}>
            Undo
          </button>
          <i class="countdown" style={{ animationDuration: `${UNDO_MS}ms` }} />
        </div>
      ))}
    </div>
  );
};
