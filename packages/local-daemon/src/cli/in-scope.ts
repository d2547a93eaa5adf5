const COMMAND = /`cairn (?=(?:devices|doctor|invite|join|leave|recover|restore|sync|vault)\b)/g;

/** Names the scope in a text's commands, such as `cairn leave`. Else they would be about the personal file and its vault. [SP-2] */
export const inScope = (text: string, scope: string | null): string =>
  scope === null ? text : text.replace(COMMAND, `\`cairn --scope ${scope} `);
