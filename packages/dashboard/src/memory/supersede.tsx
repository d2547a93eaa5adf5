/** The form that rewords a memory. The old text stays in its history, and the draft whatever changes elsewhere. [PG-12] */
import { LIMITS, type Memory } from '@cairn/schema';
import { useCairn, useGoFromHere, useLoaded } from '../app/cairn.ts';
import { FormDialog } from '../parts/fields.tsx';
import { Meanwhile, useDraft } from '../parts/meanwhile.tsx';
import { memoryHash } from '../pure/route.ts';
import { ContentField, charsOf } from './content-field.tsx';

export const Supersede = ({ memory, close }: { readonly memory: Memory; readonly close: () => void }) => {
  const { api } = useCairn();
  const go = useGoFromHere();
  // The id of an older version gives the current one.
  const found = useLoaded('GET /v1/memories/:id', { at: { id: memory.id } }, ['changed']);
  const current = found.value?.memory.content ?? memory.content;
  const { text: content, setText: setContent, take, isElsewhere } = useDraft(current);
  const charsMax = memory.key === null ? LIMITS.contentCharsMax : LIMITS.keyedContentCharsMax;
  const chars = charsOf(content);
  const isUnsaved = content.trim() !== current;
  // What was typed may be saved already, and only the answer was lost.
  const isSaved = isElsewhere && !isUnsaved;
  const canSave = (isUnsaved || isSaved) && chars > 0 && chars <= charsMax;
  const save = async (): Promise<string | null> => {
    if (isSaved && found.value !== null) {
      go(memoryHash(found.value.memory.id), true);
      return null;
    }
    const made = await api.ask('POST /v1/memories/:id/supersede', {
      at: { id: memory.id },
      body: { content, source: 'user' },
    });
    if (!made.ok) return made.error.message;
    go(memoryHash(made.value.id), true);
    return null;
  };
  return (
    <FormDialog title="Replace this memory" canSave={canSave} isUnsaved={isUnsaved} save={save} close={close}>
      {(isBusy, submit) => (
        <>
          <ContentField
            label="Write what is true now. The old words stay in its history."
            content={content}
            charsMax={charsMax}
            isBusy={isBusy}
            change={setContent}
            save={submit}
          />
          <div role="status">
            {isElsewhere && !isBusy && content !== current && found.failure === null && (
              <Meanwhile text={current} take={take} />
            )}
          </div>
        </>
      )}
    </FormDialog>
  );
};
