/** The form that rewords a memory. The old text stays in its history, and the draft whatever changes elsewhere. [PG-12] */
import { LIMITS, type Memory } from '@cairn/schema';
import { useState } from 'preact/hooks';
import { useCairn, useLoaded } from '../app/cairn.ts';
import { useModal } from '../parts/ask.tsx';
import { FormActions } from '../parts/fields.tsx';
import { Meanwhile, useDraft } from '../parts/meanwhile.tsx';
import { Refusal } from '../parts/states.tsx';
import { memoryHash } from '../pure/route.ts';
import { ContentField, charsOf } from './content-field.tsx';

interface SupersedeProps {
  readonly memory: Memory;
  readonly close: () => void;
}

export const Supersede = ({ memory, close }: SupersedeProps) => {
  const { api, browser } = useCairn();
  // The id of an older version gives the current one.
  const found = useLoaded('GET /v1/memories/:id', { at: { id: memory.id } }, ['changed']);
  const current = found.value?.memory.content ?? memory.content;
  const { text: content, setText: setContent, take, isElsewhere } = useDraft(current);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const modal = useModal();
  const charsMax = memory.key === null ? LIMITS.contentCharsMax : LIMITS.keyedContentCharsMax;
  const chars = charsOf(content);
  const canSave = chars > 0 && chars <= charsMax && content.trim() !== current && !isBusy;
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!canSave) return;
    setBusy(true);
    const made = await api.ask('POST /v1/memories/:id/supersede', {
      at: { id: memory.id },
      body: { content, source: 'user' },
    });
    setBusy(false);
    if (!made.ok) return setProblem(made.error.message);
    close();
    browser.go(memoryHash(made.value.id), true);
  };
  return (
    <dialog ref={modal} onClose={close} aria-labelledby="supersede-title">
      <h2 id="supersede-title">Replace this memory</h2>
      <form onSubmit={save}>
        <ContentField
          label="Write what is true now. The old words stay in its history."
          content={content}
          charsMax={charsMax}
          isBusy={isBusy}
          change={setContent}
          save={save}
        />
        <div role="status">
          {isElsewhere && !isBusy && content !== current && found.failure === null && (
            <Meanwhile text={current} take={take} />
          )}
        </div>
        <Refusal text={problem} />
        <FormActions canSave={canSave} close={close} />
      </form>
    </dialog>
  );
};
