/** One item of the rules or tool notes. [PG-20] */
import type { Ref } from 'preact';
import { useId, useState } from 'preact/hooks';
import { useOnce } from '../parts/basics.tsx';
import { useFocusHere } from '../parts/focus-back.ts';
import { Icon } from '../parts/icons.tsx';
import { Arriving } from './arriving.tsx';
import type { Item } from './changes.ts';

interface ItemRowProps {
  readonly item: Item;
  /** The item before which a move up or down puts this one. Null: the move puts it last. Undefined: it cannot move that way. */
  readonly up: string | undefined;
  readonly down: string | null | undefined;
  readonly patch: (body: object) => Promise<boolean>;
  readonly edit: () => void;
  readonly remove: () => Promise<boolean>;
}

export const ItemRow = ({ item, up, down, patch, edit, remove }: ItemRowProps) => {
  const id = useId();
  const [way, setWay] = useState<'up' | 'down'>('up');
  // A row that moves takes the focus away from its button. At its end of the list, that button is hidden.
  const focus = useFocusHere<HTMLButtonElement>(`${up} ${down}`);
  const here = (way === 'up' && up !== undefined) || down === undefined ? 'up' : 'down';
  const move = async (to: 'up' | 'down', before: string | null | undefined): Promise<void> => {
    if (before === undefined) return;
    setWay(to);
    focus.act();
    if (!(await patch({ before }))) focus.stay();
  };
  return (
    <li class={item.enabled ? 'item' : 'item off'}>
      <button
        class="switch"
        type="button"
        role="switch"
        aria-checked={item.enabled}
        aria-labelledby={id}
        title={item.enabled ? 'On: Cairn tells all agents' : 'Off: Cairn keeps it, but tells no agent'}
        onClick={() => void patch({ enabled: !item.enabled })}
      />
      <span class="what">
        <Arriving id={id} text={item.text} />
      </span>
      <span class="tools">
        <Tool
          icon="up"
          label="Move up"
          of={item.text}
          disabled={up === undefined}
          place={here === 'up' ? focus.ref : null}
          act={() => move('up', up)}
        />
        <Tool
          icon="down"
          label="Move down"
          of={item.text}
          disabled={down === undefined}
          place={here === 'down' ? focus.ref : null}
          act={() => move('down', down)}
        />
        <Tool icon="edit" label="Edit" of={item.text} act={edit} />
        <Tool icon="remove" label="Remove" of={item.text} act={remove} />
      </span>
    </li>
  );
};

interface ToolProps {
  readonly icon: 'up' | 'down' | 'edit' | 'remove';
  readonly label: string;
  readonly of: string;
  readonly disabled?: boolean;
  readonly place?: Ref<HTMLButtonElement>;
  readonly act: () => unknown;
}

const Tool = ({ icon, label, of, disabled = false, place = null, act }: ToolProps) => {
  const press = useOnce(act);
  return (
    <button class="plain" type="button" title={label} ref={place} aria-disabled={disabled} onClick={press}>
      <Icon name={icon} />
      <span class="unseen">
        {label} {of}
      </span>
    </button>
  );
};
