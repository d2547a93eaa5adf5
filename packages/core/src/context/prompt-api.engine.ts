/** The input with which a prompt is asked for. [CX-2] */
import type { PromptInput } from '@cairn/schema';
import type { Meaning } from '../vectors/fusion.ts';
import type { PromptPerson } from './prompt-material.engine.ts';
import type { WorkspaceTexts } from './workspace-files.ts';

/** Facts that only the caller's machine can tell. */
export interface PromptSurroundings {
  readonly files: WorkspaceTexts;
  readonly machine: { readonly hostName: string; readonly os: string; readonly arch: string } | null;
  /** The machine's zone, an IANA name. */
  readonly timezone: string;
  /** In place of this file's own profile, and before what it knows. */
  readonly person?: PromptPerson;
  /** The meaning of the query. */
  readonly meaning?: Meaning;
}

export type { PromptPerson };

export interface ContextOptions {
  /** The meaning of the query: without it, words alone find what is relevant. [CX-1] */
  readonly meaning?: Meaning;
  /** The profile is that of another file: here others may write one, who are not the person. [SP-3] */
  readonly withoutProfile?: boolean;
  /** Half of the usual tokens beside the profile, because the other half is for another file. [SP-3] */
  readonly isHalf?: boolean;
}

/** `cwd` is resolved by the caller. */
export type ResolvedPromptInput = Omit<PromptInput, 'cwd'>;
