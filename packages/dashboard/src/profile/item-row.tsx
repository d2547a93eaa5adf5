/** One item of the rules or tool notes. [PG-20] */
import { useId } from 'preact/hooks';
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
        <Tool icon="up" label="Move up" of={item.text} at={up} act={(before) => patch({ before })} />
        <Tool icon="down" label="Move down" of={item.text} at={down} act={(before) => patch({ before })} />
        <Tool icon="edit" label="Edit" of={item.text} at={null} act={edit} />
        <Tool icon="remove" label="Remove" of={item.text} at={null} act={remove} />
      </span>
    </li>
  );
};

interface ToolProps {
  readonly icon: 'up' | 'down' | 'edit' | 'remove';
  readonly label: string;
  readonly of: string;
  readonly at: string | null | undefined;
  readonly act: (at: string | null) => unknown;
}

const Tool = ({ icon, label, of, at, act }: ToolProps) => {
  // A row that moves takes the focus away from its button.
  const focus = useFocusHere<HTMLButtonElement>(at);
  const press = useOnce(async () => {
    if (at === undefined) return;
    focus.act();
    if ((await act(at)) === false) focus.stay();
  });
  return (
    <button
      class="plain"
      type="button"
      title={label}
      ref={focus.ref}
      aria-disabled={at === undefined}
      onClick={press}
    >
      <Icon name={icon} />
      <span class="unseen">
        {label} {of}
      </span>
    </button>
  );
};
