/** Renames a device for all devices of the vault. [PG-36] */
import { type DevicesResult, LIMITS } from '@cairn/schema';
import { useState } from 'preact/hooks';
import { useCairn } from '../app/cairn.ts';
import { useModal } from '../parts/ask.tsx';
import { FormActions } from '../parts/fields.tsx';
import { Refusal } from '../parts/states.tsx';

interface RenameProps {
  readonly device: DevicesResult['devices'][number];
  readonly close: () => void;
  readonly reload: () => void;
}

export const Rename = ({ device, close, reload }: RenameProps) => {
  const { api, say } = useCairn();
  const [typed, setTyped] = useState(device.name);
  const [problem, setProblem] = useState('');
  const modal = useModal();
  const name = typed.trim();
  const rename = async (event: Event): Promise<void> => {
    event.preventDefault();
    const done = await api.ask('PATCH /v1/devices/:id', { at: { id: device.id }, body: { name } });
    if (!done.ok) return setProblem(done.error.message);
    say(`${device.name} is ${name} from now on, on all devices.`);
    reload();
    close();
  };
  return (
    <dialog aria-labelledby="rename-title" onClose={close} ref={modal}>
      <h2 id="rename-title">Rename {device.name}</h2>
      <form onSubmit={(event) => void rename(event)}>
        <label class="name-field">
          <span class="small">New name, on all devices</span>
          <input
            value={typed}
            maxLength={LIMITS.deviceNameCharsMax}
            autocomplete="off"
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        <Refusal text={problem} />
        <FormActions canSave={name !== '' && name !== device.name} yes="Rename" close={close} />
      </form>
    </dialog>
  );
};
