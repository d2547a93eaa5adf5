const COMMAND = /`cairn (?=(?:devices|invite|join|leave|recover|sync|vault)\b)/g;

/** Names the scope in a text's commands about a vault, such as `cairn leave`. Else they would be about the personal vault. [SP-2] */
export const inScope = (text: string, scope: string | null): string =>
  scope === null ? text : text.replace(COMMAND, `\`cairn --scope ${scope} `);
