/** Keys and namespaces in the one form under which devices and agents meet. [M-2] */

/**
 * Lower case, `_` and white space to `-`, runs of `-` and `/` collapsed, both trimmed at the ends, `/` kept. Namespaces
 * are normalised the same way. Empty when nothing remains.
 */
export const normaliseKey = (raw: string): string =>
  raw
    .normalize('NFC')
    .toLowerCase()
    .replace(/[_\s]+/gu, '-')
    .replace(/-{2,}/g, '-')
    .replace(/(?:-?\/-?)+/g, '/')
    .replace(/^[-/]+|(?<![-/])[-/]+$/g, '');
