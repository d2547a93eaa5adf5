/** Shows projects, their numbers of memories, and their other names. [PG-22, M-8] */

import type { SettingsResult } from '@cairn/schema';
import { useRef, useState } from 'preact/hooks';
import { useCairn } from '../app/cairn.ts';
import { isInField } from '../app/keys.ts';
import { Button, Linked, Waiting } from '../parts/basics.tsx';
import { Select, submits, typed, unsaved } from '../parts/fields.tsx';
import { useFocusHere } from '../parts/focus-back.ts';
import { projectRows } from '../pure/project-rows.ts';
import { hashOf } from '../pure/route.ts';
import { memoriesOf } from '../pure/words.ts';

export const ProjectsCard = ({ aliases }: Pick<SettingsResult, 'aliases'>) => {
  const { api, stats, say } = useCairn();
  const heading = useFocusHere<HTMLHeadingElement>(aliases);
  const counts = stats.value?.projects ?? [];
  const rows = projectRows(counts, aliases);
  const change = async (changes: Readonly<Record<string, string | null>>, done: string): Promise<boolean> => {
    const asked = await api.ask('PATCH /v1/settings', { body: { aliases: changes } });
    say(asked.ok ? done : asked.error.message);
    return asked.ok;
  };
  return (
    <div class="card">
      <h2 ref={heading.ref} tabIndex={-1}>
        Projects
      </h2>
      {rows.length > 0 && <p class="small">The list of a project also shows global memories.</p>}
      {stats.value === null ? (
        <Waiting />
      ) : rows.length === 0 ? (
        <p class="small">
          No memory belongs to a project yet. Memories that are saved in the folder of a repository do.
        </p>
      ) : (
        <ul class="rows">
          {rows.map(({ project, count, names }) => (
            <li key={project}>
              <span class="what">
                <Linked to={hashOf('timeline', { project })} text={project} />
                <span class="small"> {memoriesOf(count)} of its own</span>
              </span>
              {names.length > 0 && (
                <span class="tags">
                  <span class="small">also</span>
                  {names.map(({ name, count: own }) => (
                    <span class="tag" key={name}>
                      <bdi>{name}</bdi>
                      {own > 0 && ` (${memoriesOf(own)})`}
                      <Button
                        text="×"
                        class="plain"
                        aria-label={`× no longer a name of ${project}: ${name}`}
                        act={async () => {
                          heading.act();
                          const isDone = await change(
                            { [name]: null },
                            `${name} is a separate project again.`,
                          );
                          if (!isDone) heading.stay();
                        }}
                      />
                    </span>
                  ))}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <AddName projects={rows.map(({ project }) => project)} counts={counts} change={change} />
    </div>
  );
};

interface AddNameProps {
  readonly projects: readonly string[];
  readonly counts: readonly { readonly project: string | null; readonly count: number }[];
  readonly change: (changes: Readonly<Record<string, string>>, done: string) => Promise<boolean>;
}

const AddName = ({ projects, counts, change }: AddNameProps) => {
  const [name, setName] = useState('');
  const [project, setProject] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const own = counts.find((one) => one.project === name.trim())?.count ?? 0;
  const others = projects.filter((one) => one !== name.trim());
  const chosen = others.includes(project) ? project : (others[0] ?? '');
  if (projects.length === 0) return null;
  const add = async (): Promise<void> => {
    const from = name.trim();
    if (from === '' || !(await change({ [from]: chosen }, `${from} means ${chosen} from now on.`))) return;
    // The person may already type the next one.
    setName((now) => (now === name ? '' : now));
    // The button, which is disabled now, would lose the focus.
    if (!isInField()) field.current?.focus();
  };
  return (
    <form
      class="filters"
      aria-label="Another name of a project"
      onSubmit={submits(add)}
      {...unsaved(name.trim() !== '')}
    >
      <label>
        <span>Another name</span>
        <input ref={field} placeholder="shop" autocomplete="off" {...typed(name, setName)} />
      </label>
      <Select label="of" value={chosen} options={others.map((one) => [one, one])} choose={setProject} />
      <button type="submit" disabled={name.trim() === '' || chosen === ''}>
        Add
      </button>
      {own > 0 && (
        <p class="note">
          {own === 1 ? 'One memory' : memoriesOf(own)} saved under {name.trim()} will stay there: while it is
          another name, only a search everywhere finds {own === 1 ? 'it' : 'them'}.
        </p>
      )}
    </form>
  );
};
