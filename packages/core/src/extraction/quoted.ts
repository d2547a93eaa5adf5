/** The form in which a statement in the first person is kept: the person's own words, marked as theirs. */

export const quotedOf = (words: string): string => `The user says: “${words}”`;

/** Returns the words of a kept statement, or any other text as it is. */
export const unquotedOf = (content: string): string =>
  /^The user says: “(.*)”$/su.exec(content)?.[1] ?? content;
