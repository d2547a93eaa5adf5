// One real agent: its package, a person's settings before the installation, and how it runs without a terminal or an account.

import type { Step } from './model/server.ts';

export interface Surroundings {
  readonly home: string;
  readonly work: string;
  /** URL of the model. */
  readonly url: string;
}

export interface Agent {
  /** Name that `cairn install` takes. */
  readonly name: string;
  readonly npm: string;
  /** Version that was tested last. */
  readonly version: string;
  readonly program: string;
  /** Install script of its package that has to run. It puts the agent's program in place. */
  readonly script?: string;
  /** Returns the person's own files, with comments where the agent accepts them. */
  settings(at: Surroundings): Readonly<Record<string, string>>;
  env(at: Surroundings): Readonly<Record<string, string>>;
  /** Returns the arguments of a run. With `isResumed`, it continues the last session of this folder. */
  args(prompt: string, isResumed: boolean): readonly string[];
  /** Arguments of a run that reads the prompt from standard input, for prompts that are too long for an argument. */
  readonly inputArgs?: readonly string[];
  /** Arguments that compact the last session of this folder. */
  readonly compactArgs?: readonly string[];
  /** Returns the step in which the model calls a shell command. */
  shell(command: string): Step;
  /** Arguments with which the agent validates or installs what is published for it. The folder is the repository. */
  readonly forms?: readonly (readonly string[])[];
  /** Returns the folder of the agent's sessions. */
  sessions(home: string): string;
}
