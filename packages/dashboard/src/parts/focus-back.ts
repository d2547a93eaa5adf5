/** Keeps the focus where its button leaves the page. [PG-7] */
import type { Ref, RefCallback } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * Returns the focus to the button that opened a form. The form replaced the button. `ref`: of the button. `leave`: called when the
 * form closes.
 */
export const useFocusBack = (): {
  readonly ref: RefCallback<HTMLButtonElement>;
  readonly leave: () => void;
} => {
  const isDue = useRef(false);
  return {
    ref: (button) => {
      if (button === null || !isDue.current) return;
      isDue.current = false;
      button.focus();
    },
    leave: () => {
      isDue.current = true;
    },
  };
};

/** A hidden button keeps the focus until the next picture. */
const hasFocus = (): boolean =>
  document.activeElement !== document.body &&
  document.activeElement?.checkVisibility({ visibilityProperty: true }) !== false;

/**
 * Moves the focus to the element of `ref` when `shown` changes after `act`, and the change removed the button that had the focus.
 * The element needs a `tabIndex`. `stay`: nothing changed, such as after a refusal.
 */
export const useFocusHere = <T extends HTMLElement>(
  shown: unknown,
): { readonly ref: Ref<T>; readonly act: () => void; readonly stay: () => void } => {
  const ref = useRef<T | null>(null);
  const isDue = useRef(false);
  useEffect(() => {
    if (!isDue.current || hasFocus()) return;
    isDue.current = false;
    ref.current?.focus({ preventScroll: true });
  }, [shown]);
  return {
    ref,
    act: () => {
      isDue.current = true;
    },
    stay: () => {
      isDue.current = false;
    },
  };
};
