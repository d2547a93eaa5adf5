/** Who the agent is, who the person is, the rules and the tool notes: read and edited one part at a time. [PG-20] */
import {
  AGENT_FIELDS,
  type ProfileFieldSpec,
  type ProfileHistoryResult,
  type ProfileResult,
  USER_FIELDS,
} from '@cairn/schema';
import { useCallback, useState } from 'preact/hooks';
import { useCairn, useLive, useLoaded } from '../app/cairn.ts';
import { Failed, Waiting } from '../parts/states.tsx';
import { timeOf } from '../pure/words.ts';
import type { Change } from './change.ts';
import { DocumentPart } from './document-part.tsx';
import { Field } from './field.tsx';

export const ProfilePage = () => {
  const { api, say } = useCairn();
  const { value, failure, reload } = useLoaded<ProfileResult>('/v1/profile');
  // Profiles are no memories, so what came from another device is known by the end of a sync.
  useLive((event) => {
    if (event.kind === 'sync' || event.kind === 'changed') reload();
  });
  const change: Change = useCallback(
    async (method, path, body) => {
      const done = await api.ask<ProfileResult>(
        method,
        `/v1/profile${path}`,
        body === undefined ? {} : { body },
      );
      const sentences = done.ok ? (done.value.warnings ?? []) : [done.error.message];
      say(sentences.length === 0 ? 'Saved.' : sentences.join(' '));
      reload();
      return done.ok;
    },
    [api, say, reload],
  );
  return (
    <section class="page" aria-labelledby="profile-title">
      <h1 id="profile-title">Profile</h1>
      <p class="small">What every agent is told of you and of itself, on every device.</p>
      {failure !== null && <Failed failure={failure} />}
      {value === null && failure === null && <Waiting />}
      {value !== null && (
        <>
          <Fields title="You" specs={USER_FIELDS} values={value.profile.user} change={change} />
          <Fields title="The agent" specs={AGENT_FIELDS} values={value.profile.agent} change={change} />
          <DocumentPart name="rules" title="Rules" document={value.profile.rules} change={change} />
          <DocumentPart name="tools" title="Tool notes" document={value.profile.tools} change={change} />
          <History />
        </>
      )}
    </section>
  );
};

interface FieldsProps {
  readonly title: string;
  readonly specs: Readonly<Record<string, ProfileFieldSpec>>;
  readonly values: ProfileResult['profile']['agent'];
  readonly change: Change;
}

const Fields = ({ title, specs, values, change }: FieldsProps) => (
  <div class="card fields">
    <h2>{title}</h2>
    {Object.entries(specs).map(([name, spec]) => {
      const value = values[name] ?? '';
      return (
        <Field
          key={name}
          label={labelOf(name)}
          help={spec.isList === true ? `${spec.help}, with commas between` : spec.help}
          value={typeof value === 'string' ? value : value.join(', ')}
          isLong={spec.charsMax >= LONG_CHARS}
          save={(text) => change('PATCH', '', { fields: { [name]: fieldOf(text, spec) } })}
        />
      );
    })}
  </div>
);

const LONG_CHARS = 1_000;

/** `displayName` → "Display name" */
const labelOf = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const fieldOf = (text: string, { isList }: ProfileFieldSpec): string | readonly string[] | null => {
  if (text.trim() === '') return null;
  if (isList !== true) return text;
  return text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
};

const History = () => {
  const [isOpen, setOpen] = useState(false);
  const { value } = useLoaded<ProfileHistoryResult>(isOpen ? '/v1/profile/history' : null);
  return (
    <details class="card" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Earlier wordings</summary>
      {value !== null && (
        <ol class="things">
          {value.versions.toReversed().map(({ profile, field, value: said, at, current }, n) => (
            <li key={n}>
              <p class="line">
                <strong>{field.startsWith('item.') ? profile : field}</strong>
                <time dateTime={at}>{timeOf(at)}</time>
                {current && <span class="tag">now</span>}
              </p>
              <p class="content" dir="auto">
                {said === null ? 'taken away' : typeof said === 'string' ? said : said.join(', ')}
              </p>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
};
