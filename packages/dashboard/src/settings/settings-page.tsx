/** Shows the settings of this device: the model, the embedder, projects and their other names, agents. [PG-22] */
import type { StatusResult } from '@cairn/schema';
import { useLive, useLoaded } from '../app/cairn.ts';
import { Failed, Waiting } from '../parts/states.tsx';
import { AgentsCard } from './agents-card.tsx';
import { DisplayCard } from './display-card.tsx';
import { EmbedderCard } from './embedder-card.tsx';
import { ModelCard } from './model-card.tsx';
import { ProjectsCard } from './projects-card.tsx';

export const SettingsPage = () => {
  const { value, failure, reload } = useLoaded('GET /v1/settings', {});
  const status = useLoaded('GET /v1/status', {});
  useLive((event) => {
    if (event.kind !== 'settings') return;
    reload();
    status.reload();
  });
  return (
    <section class="page settings" aria-labelledby="settings-title">
      <h1 id="settings-title">Settings</h1>
      {failure !== null && <Failed failure={failure} />}
      {value === null && failure === null && <Waiting />}
      {value !== null && (
        <>
          <ModelCard settings={value} llm={status.value?.models.llm ?? null} />
          <EmbedderCard settings={value} />
          <ProjectsCard aliases={value.aliases} />
          <AgentsCard agents={value.agents} />
        </>
      )}
      {status.value !== null && <ThisDevice status={status.value} file={value?.file ?? null} />}
      {status.failure !== null && status.value === null && (
        <div class="card">
          <h2>This device</h2>
          <Failed failure={status.failure} />
        </div>
      )}
      <DisplayCard />
    </section>
  );
};

const ThisDevice = ({ status, file }: { readonly status: StatusResult; readonly file: string | null }) => (
  <div class="card">
    <h2>This device</h2>
    <dl class="pairs">
      <div>
        <dt>Name</dt>
        <dd>{status.device.name}</dd>
      </div>
      <div>
        <dt>Memories</dt>
        <dd>{status.store.path}</dd>
      </div>
      {file !== null && (
        <div>
          <dt>Settings</dt>
          <dd>{file}</dd>
        </div>
      )}
      <div>
        <dt>Version</dt>
        <dd>{status.version}</dd>
      </div>
    </dl>
  </div>
);
