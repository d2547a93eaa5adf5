/** The mark that stands in a text for a secret. It begins with `[`, so the shapes of secrets know that it is no secret. [G-1] */
export const redactionOf = (kind: string): string => `[redacted: ${kind}]`;

/** All of them in a text. */
export const REDACTIONS = /\[redacted: [^\]\n]{1,64}\]/g;

/** As each begins, even one that was cut to the length of a short secret. */
export const REDACTION_START = '[redac';
