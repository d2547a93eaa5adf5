/** Asks before something is deleted for good. The focus begins at the answer that keeps it, because a key that is held down repeats. */
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from './basics.tsx';

interface AskProps {
  readonly title: string;
  readonly yes: string;
  /** Default: `Keep`. */
  readonly no?: string;
  readonly act: () => Promise<void>;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

export const Ask = ({ title, yes, no = 'Keep', act, close, children }: AskProps) => {
  const [isBusy, setBusy] = useState(false);
  const modal = useModal();
  const go = async (): Promise<void> => {
    setBusy(true);
    try {
      await act();
    } finally {
      close();
    }
  };
  return (
    <dialog aria-labelledby="ask-title" onClose={close} ref={modal}>
      <h2 id="ask-title">{title}</h2>
      <p>{children}</p>
      <div class="actions">
        <Button text={yes} class="danger" disabled={isBusy} act={go} />
        <Button text={no} autofocus disabled={isBusy} act={close} />
      </div>
    </dialog>
  );
};

/**
 * Opens a dialog while its component is shown, and closes it before it is removed. A removed open dialog would lose the focus; a closed
 * one returns it. Where something was typed, Escape leaves the field first, and only then the dialog. [PG-7]
 */
export const useModal = (): RefObject<HTMLDialogElement | null> => {
  const modal = useRef<HTMLDialogElement | null>(null);
  useLayoutEffect(() => {
    const dialog = modal.current;
    if (dialog === null) return;
    let isTyped = false;
    dialog.addEventListener('input', () => {
      isTyped = true;
    });
    dialog.addEventListener('cancel', (event) => {
      const field = dialog.querySelector<HTMLElement>('input:focus, textarea:focus');
      if (!isTyped || field === null) return;
      event.preventDefault();
      field.blur();
    });
    dialog.showModal();
    return () => dialog.close();
  }, []);
  return modal;
};
