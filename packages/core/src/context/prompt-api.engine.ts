/** The input of a prompt request. [CX-2] */
import type { PromptInput } from '@cairn/schema';
import type { Meaning } from '../vectors/fusion.ts';
import type { PromptPerson } from './prompt-material.engine.ts';
import type { WorkspaceTexts } from './workspace-files.ts';

/** Facts that only the caller's machine knows. */
export interface PromptSurroundings {
  readonly files: WorkspaceTexts;
  readonly machine: { readonly hostName: string; readonly os: string; readonly arch: string } | null;
  /** The machine's zone, an IANA name. */
  readonly timezone: string;
  /** Replaces this file's own profile, and comes before its known memories. */
  readonly person?: PromptPerson;
  /** The meaning of the query. */
  readonly meaning?: Meaning;
}

export type { PromptPerson };

export interface ContextOptions {
  /** The meaning of the query. Without it, words alone find the relevant memories. [CX-13] */
  readonly meaning?: Meaning;
  /** True when the profile comes from another file. People other than the user may write a profile into this one. [SP-3] */
  readonly withoutProfile?: boolean;
  /** Whether to use half of the usual tokens beside the profile. The other half is for another file's context. [SP-3] */
  readonly isHalf?: boolean;
}

/** The input after the caller resolved `cwd`. */
export type ResolvedPromptInput = Omit<PromptInput, 'cwd'>;
