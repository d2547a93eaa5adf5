/**
 * The person's profile as the first sections of a session's block: active rules, the person, the agent's role, tool
 * notes. It comes before the quoted facts and contains no stored memory. [CX-10]
 */
import { hash } from 'node:crypto';
import type { Profile } from '@cairn/schema';
import type { BlockEntry, BlockSection } from './block-section.ts';
import {
  characterSection,
  communicationSection,
  type DocumentGroup,
  documentGroups,
  identitySection,
  userSection,
} from './profile-sections.ts';
import type { PromptSection } from './prompt-section.ts';

export interface OwnInput {
  readonly profile: Profile;
  /** When the person last changed the profile, in milliseconds. */
  readonly changedAt: number;
  /** Ids of the entries that the session was given. */
  readonly given: ReadonlySet<string>;
}

/** Returns the sections, the most important first, without given entries. A reworded entry has a new id and is given again. */
export const ownSections = ({ profile, changedAt, given }: OwnInput): readonly BlockSection[] => {
  const taken = new Set(given);
  const entriesOf = (name: string, why: string, groups: readonly DocumentGroup[]): readonly BlockEntry[] =>
    groups.flatMap(({ heading, lines }) => {
      const fresh = lines.flatMap((line) => {
        const id = `own_${hash('sha256', JSON.stringify([name, heading, line]), 'hex').slice(0, ID_CHARS)}`;
        if (taken.has(id)) return [];
        taken.add(id);
        return [{ id, kind: 'profile' as const, line, why, stamp: changedAt }];
      });
      return fresh.map((entry, at) =>
        at > 0 || heading === null ? entry : { ...entry, line: `### ${heading}\n${entry.line}` },
      );
    });
  const parts = [
    {
      name: 'rules',
      title: 'Rules',
      why: 'a rule of the user that is on',
      groups: documentGroups(profile.rules),
    },
    {
      name: 'user',
      title: 'Who the user is',
      why: 'set by the user',
      groups: groupsOf(userSection(profile)),
    },
    { name: 'agent', title: 'Who you are to the user', why: 'set by the user', groups: agentGroups(profile) },
    {
      name: 'toolNotes',
      title: 'Notes on tools',
      why: 'a note of the user',
      groups: documentGroups(profile.tools),
    },
  ];
  return parts.flatMap(({ name, title, why, groups }) => {
    const entries = entriesOf(name, why, groups);
    if (entries.length === 0) return [];
    return [{ name, title, entries, said: 0, tokensMax: Number.POSITIVE_INFINITY, own: true as const }];
  });
};

/** 48 bits: no collision is likely among a person's few hundred entries. */
const ID_CHARS = 12;

/** Returns the sections about the agent. Its identity is included only if the person set one, because the host gives its own. */
const agentGroups = (profile: Profile): readonly DocumentGroup[] => {
  const { name, preset, personality } = profile.agent;
  const isNamed = [name, preset, personality].some((field) => field !== undefined);
  return [
    ...(isNamed ? groupsOf(identitySection(profile, null)) : []),
    ...groupsOf(characterSection(profile)),
    ...groupsOf(communicationSection(profile)),
  ];
};

/** Drops the sections' own headings. */
const groupsOf = (sections: readonly PromptSection[]): readonly DocumentGroup[] =>
  sections.map(({ text }) => ({ heading: null, lines: [text.slice(text.indexOf('\n') + 1)] }));
