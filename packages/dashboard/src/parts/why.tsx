/** Shows where a memory or a summary comes from, with buttons that correct or forget a memory. [PG-29] */
import type { WhyMemory } from '@cairn/schema';
import { useState } from 'preact/hooks';
import { useAsked, useCairn } from '../app/cairn.ts';
import { memoryHash, oneHash } from '../pure/route.ts';
import { usesText } from '../pure/uses.ts';
import { cutAt, timeOf } from '../pure/words.ts';
import { Button } from './basics.tsx';

const LABEL_CHARS = 60;

interface WhyProps {
  /** The id of a memory or a summary. */
  readonly id: string;
  /** The name for screen readers. */
  readonly label: string;
  /** False on the memory's own page, which already has these buttons. */
  readonly hasActions: boolean;
}

export const Why = ({ id, label, hasActions }: WhyProps) => {
  const { api } = useCairn();
  const [isOpen, setOpen] = useState(false);
  const read = (signal: AbortSignal) => api.ask('POST /v1/why', { body: { text: id } }, { signal });
  const { value, failure } = useAsked(isOpen ? { key: id, read } : null, ['changed']);
  return (
    <details class="why" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={`Why this is known: ${cutAt(label, LABEL_CHARS)}`}>Why?</summary>
      {value === null && <p class="small">{failure?.message ?? 'Looking…'}</p>}
      {value?.memories.map((one) => (
        <Learned key={one.memory.id} one={one} hasActions={hasActions} />
      ))}
    </details>
  );
};

const NOT_SAID: Readonly<Record<NonNullable<WhyMemory['notSaid']>, string>> = {
  no_session: 'It was saved by itself, outside of a session.',
  by_schedule: 'A run of a schedule saved it.',
  not_here: 'Its session is not on this device.',
  other_words: 'No sentence of its session says it in these words.',
};

const Learned = ({ one, hasActions }: { readonly one: WhyMemory; readonly hasActions: boolean }) => {
  const { forgetting } = useCairn();
  const { memory, said, notSaid } = one;
  if (forgetting.hidden.value.has(memory.id)) return null;
  const by = memory.agent === null ? '' : ` by ${memory.agent}`;
  return (
    <div>
      {hasActions && <p dir="auto">{memory.content}</p>}
      {said === null ? (
        <p class="small">{NOT_SAID[notSaid ?? 'no_session']}</p>
      ) : (
        <p>
          {said.found === 'near' && 'Just before, '}
          {said.role === 'user' ? 'you' : `the ${said.role}`} said, {timeOf(said.at)}:{' '}
          <q dir="auto">{said.sentence}</q> <a href={oneHash('session', said.session.id)}>The session</a>
        </p>
      )}
      <p class="small">
        Saved{by} on {memory.device.name}, {timeOf(memory.createdAt)}. Given {usesText(one.uses)}.
      </p>
      {hasActions && (
        <p class="actions">
          <a href={memoryHash(memory.id)}>Correct</a>
          <Button
            text="Forget"
            class="danger"
            act={() => forgetting.forget([memory.id], cutAt(memory.content, LABEL_CHARS))}
          />
        </p>
      )}
    </div>
  );
};
