/** The choice of a project, or of none. */
import type { StatsResult } from '@cairn/schema';

interface ProjectChoiceProps {
  readonly project: string;
  readonly none: string;
  readonly projects: StatsResult['projects'];
  readonly choose: (project: string) => void;
}

export const ProjectChoice = ({ project, none, projects, choose }: ProjectChoiceProps) => (
  <label>
    <span>Project</span>
    <select value={project} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      <option value="">{none}</option>
      {projects.map(({ project: one }) =>
        one === null ? null : (
          <option key={one} value={one}>
            {one}
          </option>
        ),
      )}
    </select>
  </label>
);
