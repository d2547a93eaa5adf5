/** The form for a new memory, with similar known memories below it. [PG-30] */
import { LIMITS, type SearchHit } from '@cairn/schema';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useCairn } from '../app/cairn.ts';
import { Linked } from '../parts/basics.tsx';
import { FormDialog, Proposals, typed } from '../parts/fields.tsx';
import { areAlike } from '../pure/alike.ts';
import { memoryHash } from '../pure/route.ts';
import { cutAt } from '../pure/words.ts';
import { ContentField, charsOf } from './content-field.tsx';
import { createSaver } from './saver.ts';
import { TagField, type TagsTyped, tagsOf } from './tag-field.tsx';

/** Milliseconds after the last key. */
const PAUSE_MS = 250;
const SIMILAR_MAX = 3;
const SHOWN_CHARS = 160;
const KNOWN = 'This was known already. Its tags and its pin stay as they are.';

export const NewMemory = ({ close }: { readonly close: () => void }) => {
  const { api, browser, say, stats, route } = useCairn();
  const send = useMemo(() => createSaver(api, browser.nowMs), [api, browser]);
  const filters = route.value.page === 'timeline' ? route.value.query : {};
  const [content, setContent] = useState('');
  const [project, setProject] = useState(filters.project ?? '');
  const [tags, setTags] = useState<TagsTyped>({ tags: [], fresh: '' });
  const [pin, setPin] = useState(false);
  const similar = useSimilar(content.trim());
  const chars = charsOf(content);
  const canSave = chars > 0 && chars <= LIMITS.contentCharsMax;
  const save = async (): Promise<string | null> => {
    const name = project.trim();
    const saved = await send({
      ...{ content, tags: tagsOf(tags), pin, source: 'user' },
      project: name === '' ? null : name,
    });
    if (!saved.ok) return saved.error.message;
    const { status, warnings = [] } = saved.value;
    say([status === 'duplicate' ? KNOWN : 'Saved.', ...warnings].join(' '));
    return null;
  };
  return (
    <FormDialog title="New memory" canSave={canSave} isUnsaved={chars > 0} save={save} close={close}>
      {(isBusy, submit) => (
        <>
          <ContentField
            label="What is to be remembered"
            content={content}
            charsMax={LIMITS.contentCharsMax}
            isBusy={isBusy}
            change={setContent}
            save={submit}
          />
          <div class="beside">
            <label>
              <span class="small">Project</span>
              <input
                list="known-projects"
                autocomplete="off"
                placeholder="all projects"
                {...typed(project, setProject, isBusy)}
              />
              <Proposals
                id="known-projects"
                texts={(stats.value?.projects ?? []).flatMap((one) => one.project ?? [])}
              />
            </label>
            <TagField typed={tags} known={(stats.value?.tags ?? []).map(({ tag }) => tag)} change={setTags} />
          </div>
          <label class="check">
            <input
              type="checkbox"
              checked={pin}
              onChange={({ currentTarget }) => setPin(currentTarget.checked)}
            />
            <span>Pin: always part of the context</span>
          </label>
          <Similar hits={similar} />
        </>
      )}
    </FormDialog>
  );
};

const Similar = ({ hits }: { readonly hits: readonly SearchHit[] }) => (
  <div role="status">
    {hits.length > 0 && (
      <>
        <h3 class="small">Similar, and already known</h3>
        <ul class="similar">
          {hits.map(({ id, content }) => (
            <li key={id}>
              <Linked to={memoryHash(id)} text={cutAt(content, SHOWN_CHARS)} />
            </li>
          ))}
        </ul>
      </>
    )}
  </div>
);

/** Returns memories similar to the text while it is written. */
const useSimilar = (text: string): readonly SearchHit[] => {
  const { api, browser } = useCairn();
  const [hits, setHits] = useState<readonly SearchHit[]>([]);
  useEffect(() => {
    const over = new AbortController();
    const ask = async (): Promise<void> => {
      const body = { query: text, limit: SIMILAR_MAX, in: ['memories' as const], preview: true };
      const found = await api.ask('POST /v1/search', { body }, { signal: over.signal });
      if (found.ok) setHits(found.value.results.filter((hit) => areAlike(text, hit.content)));
    };
    if (text === '') setHits([]);
    const cancel = text === '' ? () => undefined : browser.after(PAUSE_MS, () => void ask());
    return () => {
      cancel();
      over.abort();
    };
  }, [api, browser, text]);
  return hits;
};
