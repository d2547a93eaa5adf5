/** Shows the profile, with which every prompt begins: agents, person, rules and tool notes. [PG-20] */
import { onboardingOf, onboardingText, type Profile, type ProfileDocument } from '@cairn/schema';
import { useCairn, useLoaded } from '../app/cairn.ts';
import { Answer, Page } from '../parts/basics.tsx';
import { AGENT_ROWS, sentence, USER_ROWS } from '../pure/profile-words.ts';
import { hashOf } from '../pure/route.ts';
import { numberOf } from '../pure/words.ts';
import { Document } from './document.tsx';
import { Fields } from './fields.tsx';

const PARTS = [
  { name: 'you', title: 'You' },
  { name: 'agent', title: 'Agent' },
  { name: 'rules', title: 'Rules' },
  { name: 'tools', title: 'Tool notes' },
] as const;
type Part = (typeof PARTS)[number]['name'];

export const ProfilePage = () => {
  const { route } = useCairn();
  const query = route.value.page === 'profile' ? route.value.query : {};
  const part = PARTS.find(({ name }) => name === query.part)?.name ?? 'you';
  const { value, failure, reload } = useLoaded('GET /v1/profile', {}, ['profile']);
  const profile = value?.profile ?? null;
  return (
    <Page title="Profile">
      <p class="small">All your agents are told this first, on all your devices. Only you can write it.</p>
      <nav class="parts" aria-label="Parts of the profile">
        {PARTS.map(({ name, title }) => (
          <a key={name} href={hashOf('profile', { part: name })} aria-current={name === part}>
            {title} {profile !== null && <span class="number">{numberOf(countIn(profile, name))}</span>}
          </a>
        ))}
      </nav>
      <Answer of={{ value, failure }} />
      {profile !== null && <Shown key={part} part={part} profile={profile} reload={reload} />}
    </Page>
  );
};

const countIn = ({ user, agent, rules, tools }: Profile, part: Part): number =>
  part === 'you'
    ? Object.keys(user).length
    : part === 'agent'
      ? Object.keys(agent).length
      : itemsIn(part === 'rules' ? rules : tools);

const itemsIn = ({ raw, sections }: ProfileDocument): number =>
  sections.reduce((sum, { items }) => sum + items.length, raw === null ? 0 : 1);

interface ShownProps {
  readonly part: Part;
  readonly profile: Profile;
  readonly reload: () => void;
}

const Shown = ({ part, profile, reload }: ShownProps) => {
  switch (part) {
    case 'you':
      return (
        <>
          <p class="small">{sentence(onboardingText(onboardingOf(profile.user)))}.</p>
          <Fields rows={USER_ROWS} values={profile.user} reload={reload} />
        </>
      );
    case 'agent':
      return <Fields rows={AGENT_ROWS} values={profile.agent} reload={reload} />;
    default:
      return <Document key={part} name={part} document={profile[part]} reload={reload} />;
  }
};
