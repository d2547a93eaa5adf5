/** Inputs of prompts and contexts that the caller adds: facts of its machine, and options. [CX-2] */
import type { PromptInput, SearchHit } from '@cairn/schema';
import type { PromptPerson } from './prompt-material.engine.ts';
import type { WorkspaceTexts } from './workspace-files.ts';

/** Facts that only the caller's machine knows. */
export interface PromptSurroundings {
  readonly files: WorkspaceTexts;
  readonly machine: { readonly hostName: string; readonly os: string; readonly arch: string } | null;
  /** The machine's zone, an IANA name. */
  readonly timezone: string;
  /** The part about the person from another file. It replaces this file's profile, and its memories come before this file's. */
  readonly person?: PromptPerson;
  /** The memories that a search for the query found, best first; see `promptSearch`. */
  readonly found?: readonly SearchHit[];
}

export type { PromptPerson };

export interface ContextOptions {
  /** The memories that a search for the query found, best first; see `promptSearch`. Without them, words alone find memories. [CX-13] */
  readonly found?: readonly SearchHit[];
  /** Leaves out this file's profile. It comes from another file then, because other people may write to this one. [SP-3] */
  readonly withoutProfile?: boolean;
  /** Whether to use half of the usual tokens beside the profile. The other half is for another file's context. [SP-3] */
  readonly isHalf?: boolean;
}

/** The input after the caller resolved `cwd`. */
export type ResolvedPromptInput = Omit<PromptInput, 'cwd'>;
