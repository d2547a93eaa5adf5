/** Renames a device for all devices of the vault. [PG-36] */
import { type DevicesResult, LIMITS } from '@cairn/schema';
import { useState } from 'preact/hooks';
import { useCairn } from '../app/cairn.ts';
import { FormDialog, typed } from '../parts/fields.tsx';

interface RenameProps {
  readonly device: DevicesResult['devices'][number];
  readonly close: () => void;
  readonly reload: () => void;
}

export const Rename = ({ device, close, reload }: RenameProps) => {
  const { api, say } = useCairn();
  const [text, setText] = useState(device.name);
  const name = text.trim();
  const rename = async (): Promise<string | null> => {
    const done = await api.ask('PATCH /v1/devices/:id', { at: { id: device.id }, body: { name } });
    if (!done.ok) return done.error.message;
    say(`${device.name} is ${name} from now on, on all devices.`);
    reload();
    return null;
  };
  return (
    <FormDialog
      title={`Rename ${device.name}`}
      yes="Rename"
      isUnsaved={name !== device.name}
      canSave={name !== '' && name !== device.name}
      save={rename}
      close={close}
    >
      {(isBusy) => (
        <label class="name-field">
          <span class="small">New name, on all devices</span>
          <input maxLength={LIMITS.deviceNameCharsMax} autocomplete="off" {...typed(text, setText, isBusy)} />
        </label>
      )}
    </FormDialog>
  );
};
