/** Returns the focus to the button that opened a form. The form replaced the button. [PG-7] */
import type { RefCallback } from 'preact';
import { useRef } from 'preact/hooks';

/** `ref`: of the button. `leave`: called when the form closes. */
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
