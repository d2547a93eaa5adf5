/** Shows the settings of this device: the model, the embedder, projects and their other names, agents. [PG-22] */
import type { StatusResult } from '@cairn/schema';
import { useLoaded } from '../app/cairn.ts';
import { Answer, Failed, Page } from '../parts/basics.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { AgentsCard } from './agents-card.tsx';
import { DisplayCard } from './display-card.tsx';
import { EmbedderCard } from './embedder-card.tsx';
import { ModelCard } from './model-card.tsx';
import { ProjectsCard } from './projects-card.tsx';

export const SettingsPage = () => {
  const { value, failure } = useLoaded('GET /v1/settings', {}, ['settings']);
  const status = useLoaded('GET /v1/status', {}, ['settings']);
  return (
    <Page title="Settings" class="settings">
      <Answer of={{ value, failure }} />
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
    </Page>
  );
};

const ThisDevice = ({ status, file }: { readonly status: StatusResult; readonly file: string | null }) => (
  <div class="card">
    <h2>This device</h2>
    <Pairs
      rows={[
        ['Name', status.device.name],
        ['Memories', status.store.path],
        ['Settings', file],
        ['Version', status.version],
      ]}
    />
  </div>
);
