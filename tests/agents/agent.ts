// One real agent: its package, a person's settings before Cairn comes, and how it runs without a terminal or an account.

import type { Step } from './model/server.ts';

export interface Surroundings {
  readonly home: string;
  readonly work: string;
  /** Of the model. */
  readonly url: string;
}

export interface Agent {
  /** As `cairn install` calls it. */
  readonly name: string;
  readonly npm: string;
  /** The one that was tried last. */
  readonly version: string;
  readonly program: string;
  /** The one script of its package that has to run: it puts the program that npm brought in its place. */
  readonly script?: string;
  /** The person's own files, with comments where the agent takes them. */
  settings(at: Surroundings): Readonly<Record<string, string>>;
  env(at: Surroundings): Readonly<Record<string, string>>;
  /** `isResumed`: goes on with the last session of this folder. */
  args(prompt: string, isResumed: boolean): readonly string[];
  /** The same with the prompt on standard input, for prompts that no argument holds. */
  readonly inputArgs?: readonly string[];
  /** Compacts the last session of this folder. */
  readonly compactArgs?: readonly string[];
  /** A command that the model wants to have run. */
  shell(command: string): Step;
  /** Arguments with which it judges, or takes, what is published for it. The folder is the repository. */
  readonly forms?: readonly (readonly string[])[];
  /** Where its own sessions are. */
  sessions(home: string): string;
}
