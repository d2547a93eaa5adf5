/** A part of a prompt, under a name that callers can tell its cost by. [CX-2] */
export interface PromptSection {
  readonly name: string;
  readonly text: string;
  /** Memories and summaries that are quoted in it. */
  readonly ids: readonly string[];
}

export const joinSections = (sections: readonly PromptSection[]): string =>
  sections.map(({ text }) => text).join('\n\n');
