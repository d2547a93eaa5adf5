/** The choice of a project, or of none. */
import { useCairn } from '../app/cairn.ts';
import { Select } from './fields.tsx';

interface ProjectChoiceProps {
  readonly project: string;
  readonly none: string;
  readonly choose: (project: string) => void;
}

export const ProjectChoice = ({ project, none, choose }: ProjectChoiceProps) => {
  const projects = (useCairn().stats.value?.projects ?? []).flatMap((one) => one.project ?? []);
  const options = [['', none] as const, ...projects.map((one) => [one, one] as const)];
  return <Select label="Project" value={project} options={options} choose={choose} />;
};
