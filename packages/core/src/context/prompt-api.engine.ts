/** The input with which a prompt is asked for. [CX-2] */
import type { PromptInput } from '@cairn/schema';
import type { WorkspaceTexts } from './workspace-files.ts';

/** Facts that only the caller's machine can tell. */
export interface PromptSurroundings {
  readonly files: WorkspaceTexts;
  readonly machine: { readonly hostName: string; readonly os: string; readonly arch: string } | null;
  /** The machine's zone, an IANA name. */
  readonly timezone: string;
}

/** `cwd` is resolved by the caller. */
export type ResolvedPromptInput = Omit<PromptInput, 'cwd'>;
