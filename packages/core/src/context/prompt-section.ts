/** A part of a prompt. Callers see its cost under its name. [CX-2] */
export interface PromptSection {
  readonly name: string;
  readonly text: string;
  /** Memories and summaries that the section quotes. */
  readonly ids: readonly string[];
}

export const joinSections = (sections: readonly PromptSection[]): string =>
  sections.map(({ text }) => text).join('\n\n');
