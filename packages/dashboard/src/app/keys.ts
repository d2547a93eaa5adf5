/** Keyboard shortcuts that work outside text fields. A view's handler of a key replaces the frame's handler of that key. [PG-7] */
import { useLayoutEffect } from 'preact/hooks';

/**
 * Keys by `KeyboardEvent.key`, a pair of keys such as `g t`, or with Control or Command, as `Control+z`. A handler that returns false
 * did not use the key, so the browser handles it.
 */
export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => unknown>>;

/** The longest time between the two keys of a pair. */
const SECOND_KEY_MS = 1_500;

/** Keys that repeat while they are held. Any other key acts once, so a held key makes one decision. */
const HELD = new Set(['j', 'k']);

const maps: KeyMap[] = [];

const isWriting = (target: EventTarget | null): target is HTMLElement => {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox' && target.type !== 'radio';
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
  );
};

/** Returns whether somebody is in a field. A late answer takes nobody out of it. */
export const isInField = (): boolean => isWriting(document.activeElement);

/** Starts the shortcuts. Called once for the whole page. */
export const listenForKeys = (): void => {
  let first = { key: '', at: 0 };
  document.addEventListener('keydown', (event) => {
    // While a character is composed, its keys belong to the input method.
    if (event.defaultPrevented || event.altKey || event.isComposing) return;
    if (event.repeat && !HELD.has(event.key)) return;
    const isModal = document.querySelector('dialog[open]') !== null;
    if (isModal) return;
    if (isWriting(event.target)) {
      if (event.key === 'Escape') event.target.blur();
      return;
    }
    const key = event.ctrlKey || event.metaKey ? `Control+${event.key}` : event.key;
    const isSecond = event.timeStamp - first.at < SECOND_KEY_MS;
    const after = isSecond ? `${first.key} ${key}` : '';
    first = { key, at: event.timeStamp };
    const work = workOf(after) ?? workOf(key);
    if (work === undefined || work(event) === false) return;
    event.preventDefault();
  });
};

const workOf = (keys: string): KeyMap[string] | undefined =>
  maps.findLast((map) => map[keys] !== undefined)?.[keys];

/**
 * Binds keys while the component is shown, again with each rendering. A layout effect does it, so a key never acts on the previous view.
 * Frame keys stay before the keys of a view in the list, although the frame can be rendered after the view.
 */
export const useKeys = (map: KeyMap, of: 'view' | 'frame' = 'view'): void => {
  useLayoutEffect(() => {
    if (of === 'frame') maps.unshift(map);
    else maps.push(map);
    return () => {
      maps.splice(maps.indexOf(map), 1);
    };
  });
};
