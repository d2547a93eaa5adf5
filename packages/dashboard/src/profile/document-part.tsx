/** Rules or tool notes: items in sections, each saved by itself, or Markdown in one's own words. [PG-20] */
import type { ProfileDocument, ProfileDocumentName } from '@cairn/schema';
import { useState } from 'preact/hooks';
import { Ask } from '../parts/ask.tsx';
import type { Change } from './change.ts';
import { Field } from './field.tsx';

interface DocumentProps {
  readonly name: ProfileDocumentName;
  readonly title: string;
  readonly document: ProfileDocument;
  readonly change: Change;
}

type Item = ProfileDocument['sections'][number]['items'][number];

export const DocumentPart = ({ name, title, document, change }: DocumentProps) => (
  <div class="card fields">
    <h2>{title}</h2>
    {document.sections.map((section) => (
      <div key={section.name}>
        <h3>{section.name}</h3>
        <ul class="items">
          {section.items.map((item) => (
            <Line
              key={item.id}
              path={`/${name}/items/${encodeURIComponent(item.id)}`}
              item={item}
              change={change}
            />
          ))}
        </ul>
      </div>
    ))}
    <Add name={name} title={title} document={document} change={change} />
    {/* Markdown that is saved replaces all of a document, so it is offered only where no items are to be lost. */}
    {document.sections.length === 0 && (
      <Field
        label={`${title} as Markdown`}
        help="in your own words, instead of sections"
        value={document.raw ?? ''}
        isLong
        save={(text) => change('POST', `/${name}`, { text, as: 'raw' })}
      />
    )}
    {document.sections.length > 0 && document.raw !== null && (
      <pre class="content" dir="auto">
        {document.raw}
      </pre>
    )}
  </div>
);

interface LineProps {
  readonly path: string;
  readonly item: Item;
  readonly change: Change;
}

const Line = ({ path, item, change }: LineProps) => {
  const [isAsking, setAsking] = useState(false);
  return (
    <li>
      <label class="check">
        <input
          type="checkbox"
          checked={item.enabled}
          onChange={({ currentTarget }) => void change('PATCH', path, { enabled: currentTarget.checked })}
        />
        <span class="unseen">In force: {item.text}</span>
      </label>
      <Field label="Text" value={item.text} save={(text) => change('PATCH', path, { text })} />
      <button class="plain" type="button" onClick={() => setAsking(true)}>
        Remove… <span class="unseen">{item.text}</span>
      </button>
      {isAsking && (
        <Ask
          title="Remove this?"
          yes="Remove"
          act={async () => void (await change('DELETE', path))}
          close={() => setAsking(false)}
        >
          <q dir="auto">{item.text}</q> holds no more, on any device.
        </Ask>
      )}
    </li>
  );
};

const Add = ({ name, title, document, change }: DocumentProps) => {
  const [section, setSection] = useState('');
  const [text, setText] = useState('');
  const add = async (): Promise<void> => {
    const first = document.sections[0]?.name ?? 'General';
    const isTaken = await change('POST', `/${name}/items`, { section: section.trim() || first, text });
    if (isTaken) setText('');
  };
  return (
    <form
      class="add"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <label>
        <span class="unseen">Section of {title}</span>
        <input
          placeholder={document.sections[0]?.name ?? 'General'}
          value={section}
          onInput={({ currentTarget }) => setSection(currentTarget.value)}
        />
      </label>
      <label>
        <span class="unseen">Add to {title}</span>
        <input
          required
          placeholder={`add to ${title.toLowerCase()}`}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <button type="submit">Add</button>
    </form>
  );
};
