/** Facts about projects that change: the first version, a paraphrase and the current version. */
import { range } from '../../measure.ts';

export interface ChangingFact {
  readonly project: string;
  readonly first: string;
  /** The same fact in other words. */
  readonly paraphrase: string;
  /** The fact with another value. Every second one keeps the first version's wording and is closer to it than the paraphrase. */
  readonly changed: string;
  readonly question: string;
}

interface Attribute {
  readonly first: string;
  readonly paraphrase: string;
  readonly moved: string;
  readonly question: string;
  readonly values: readonly string[];
}

const ATTRIBUTES: readonly Attribute[] = [
  {
    first: 'The project uses {x} as its package manager.',
    paraphrase: 'Install dependencies with {x} here, that is our package manager.',
    moved: 'Packages are managed by {x} since the migration.',
    question: 'Which package manager does the project use?',
    values: ['npm', 'pnpm', 'yarn', 'bun'],
  },
  {
    first: 'The staging database listens on port {x}.',
    paraphrase: 'To reach the database of staging, connect to port {x}.',
    moved: 'Staging moved: its database now answers on port {x}.',
    question: 'On which port does the staging database listen?',
    values: ['5433', '6543', '7001', '15432'],
  },
  {
    first: 'Releases are cut every {x}.',
    paraphrase: 'We release on {x}, week after week.',
    moved: 'From this month on the release day is {x}.',
    question: 'On which day are releases cut?',
    values: ['Monday', 'Tuesday', 'Wednesday', 'Thursday'],
  },
  {
    first: 'The default branch is called {x}.',
    paraphrase: 'Merge into {x}, which is the default branch.',
    moved: 'The default branch was renamed to {x}.',
    question: 'What is the default branch called?',
    values: ['main', 'trunk', 'develop', 'stable'],
  },
  {
    first: 'Code reviews are done by {x}.',
    paraphrase: '{x} is the one who reviews code.',
    moved: 'Ask {x} for reviews of code now.',
    question: 'Who does the code reviews?',
    values: ['Priya', 'Tomas', 'Aiko', 'Samuel'],
  },
  {
    first: 'The tests run with {x}.',
    paraphrase: '{x} is the runner of our tests.',
    moved: 'We run all tests through {x} instead.',
    question: 'With what do the tests run?',
    values: ['jest', 'vitest', 'mocha', 'ava'],
  },
  {
    first: 'The service is deployed to {x}.',
    paraphrase: '{x} is where the service gets deployed.',
    moved: 'Deployments of the service go to {x} from now on.',
    question: 'Where is the service deployed to?',
    values: ['Frankfurt', 'Dublin', 'Oregon', 'Singapore'],
  },
  {
    first: 'Logs are kept for {x}.',
    paraphrase: 'Keep the logs {x}, then delete them.',
    moved: 'The retention of logs was changed to {x}.',
    question: 'For how long are logs kept?',
    values: ['7 days', '30 days', '90 days', '12 months'],
  },
  {
    first: 'The user prefers {x} for indentation.',
    paraphrase: 'Indentation with {x} is what the user likes.',
    moved: 'For indentation, the user changed to {x}.',
    question: 'What does the user prefer for indentation?',
    values: ['tabs', 'two spaces', 'four spaces', 'three spaces'],
  },
  {
    first: 'The API limit is {x} requests per minute.',
    paraphrase: 'At most {x} requests a minute pass the limit of the API.',
    moved: 'The limit of the API was raised: {x} requests per minute.',
    question: 'How many requests per minute is the API limit?',
    values: ['60', '100', '250', '600'],
  },
];

/** Returns ten facts per project. Deterministic. */
export const changingFacts = (projects: number): readonly ChangingFact[] =>
  range(projects).flatMap((project) =>
    ATTRIBUTES.map(({ values, ...attribute }, nth): ChangingFact => {
      const say = (text: string, value: string): string => text.replaceAll('{x}', value);
      const first = values[project % values.length] ?? '';
      const next = values[(project + 1 + (nth % 3)) % values.length] ?? '';
      return {
        project: `example.org/team/project-${project}`,
        first: say(attribute.first, first),
        paraphrase: say(attribute.paraphrase, first),
        changed: say((project + nth) % 2 === 0 ? attribute.first : attribute.moved, next),
        question: attribute.question,
      };
    }),
  );
