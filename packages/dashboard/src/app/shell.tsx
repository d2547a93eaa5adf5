/** The frame of every page: the navigation, the daemon's state, and what can still be undone. */
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { NewMemory } from '../memory/new-memory.tsx';
import { Button, Command } from '../parts/basics.tsx';
import { Icon, Stones } from '../parts/icons.tsx';
import { hashOf, PAGE_INFO, PAGES, type PageName, titleOf, viewOf } from '../pure/route.ts';
import { useArrival } from './arrival.ts';
import { useCairn } from './cairn.ts';
import { type Leaving, UNDO_MS } from './forgetting.ts';
import { Help, openHelp } from './help.tsx';
import { useKeys } from './keys.ts';
import { Navigation } from './navigation.tsx';

export const Shell: FunctionComponent = ({ children }) => {
  const { route, browser, forgetting, newMemories } = useCairn();
  useArrival(viewOf(route.value));
  const title = titleOf(route.value);
  const goTo = (name: PageName): void => {
    if (browser.mayLeave()) browser.go(hashOf(name), false);
  };
  useKeys(
    {
      '?': openHelp,
      z: forgetting.undoLast,
      'Control+z': forgetting.undoLast,
      n: () => newMemories.open(null),
      '/': () => goTo('search'),
      ...Object.fromEntries(PAGES.map((name) => [`g ${PAGE_INFO[name].key}`, () => goTo(name)])),
    },
    'frame',
  );
  useEffect(() => {
    document.title = `${title} · Cairn`;
  }, [title]);
  return (
    <div class="shell">
      <Toasts />
      <Button text="Skip to the content" class="skip" act={() => document.querySelector('main')?.focus()} />
      <header class="side">
        <a class="name" href="#/timeline">
          <Stones />
          <span>Cairn</span>
        </a>
        <Navigation />
        <button class="plain keys" type="button" onClick={openHelp}>
          <Icon name="help" />
          <span>Keys</span>
        </button>
      </header>
      <main tabIndex={-1}>
        <ConnectionNote />
        {children}
      </main>
      <Help />
      {newMemories.opened.value.map(({ key, close }) => (
        <NewMemory key={key} close={close} />
      ))}
    </div>
  );
};

const ConnectionNote = () => {
  const { api, live } = useCairn();
  return (
    <div role="status" class="connection">
      {live.connection.value === 'lost' && !api.isLocked.value && (
        <p>
          The daemon has stopped. The page shows older data, and continues by itself when the daemon runs
          again. <Command text="cairn up" />
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
        <Going key={entry} entry={entry} />
      ))}
    </div>
  );
};

/** The delay pauses while the pointer or the focus is on it. [PG-8] */
const Going = ({ entry }: { readonly entry: Leaving }) => {
  const { forgetting } = useCairn();
  const [isHeld, setHeld] = useState(false);
  const hold = (): void => {
    forgetting.hold(entry);
    setHeld(true);
  };
  // A pointer that already rests where this appears pauses nothing.
  const holdMoved = ({ movementX, movementY }: MouseEvent): void => {
    if (!isHeld && (movementX !== 0 || movementY !== 0)) hold();
  };
  const letGo = ({ currentTarget }: { readonly currentTarget: Element }): void => {
    if (!isHeld || currentTarget.matches(':hover, :focus-within')) return;
    forgetting.letGo(entry);
    setHeld(false);
  };
  const undo = (): void => {
    forgetting.undo(entry);
    document.querySelector('main')?.focus();
  };
  return (
    <fieldset class="toast" onMouseMove={holdMoved} onMouseLeave={letGo} onFocusIn={hold} onFocusOut={letGo}>
      <span>Forgetting {entry.ids.length > 1 ? entry.label : <q dir="auto">{entry.label}</q>}</span>
      <button type="button" aria-keyshortcuts="z Control+z" onClick={undo}>
        Undo <kbd>z</kbd>
      </button>
      <i class={isHeld ? 'countdown held' : 'countdown'} style={{ animationDuration: `${UNDO_MS}ms` }} />
    </fieldset>
  );
};
