/** A dialog that is shown as long as it is there. Taken away open it would leave the focus nowhere; closed it gives it back. [PG-7] */
import type { Ref } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export const useModal = (): Ref<HTMLDialogElement> => {
  const modal = useRef<HTMLDialogElement | null>(null);
  useLayoutEffect(() => {
    const dialog = modal.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return modal;
};
