/** Judges whether a value that stands where a secret would is one, by its characters. [TR-14] */

/** Returns the entropy in bits per character (Shannon). */
const entropyOf = (text: string): number => {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
};

const STANDS_FOR =
  /^(?:[$%{<[(*]|process\.env|os\.environ|env[(.:]|vault:|secrets?\.|op:\/\/|https?:\/\/|[./~]+[\w/]|x{4,}|\.{3}|your[-_]|my[-_]|example|changeme|placeholder|redacted|1password|lastpass|bitwarden|keepass|keychain)/i;

export const looksRandom = (value: string): boolean =>
  !STANDS_FOR.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value) && entropyOf(value) >= 3;

/** Whether a person may have chosen the value as a password: it has a letter and a digit or sign, and is no path or variable. */
export const looksChosen = (value: string): boolean =>
  !STANDS_FOR.test(value) && /[\p{L}]/u.test(value) && /[\d!@#$%^&*+=?~]/.test(value) && !/[()]/.test(value);

/** What may follow "the password is" too: a length such as `12-stellig`, or how it is stored, such as `SHA-256-gehasht`. */
const SAYS_OF_WHAT_KIND =
  /^(?:\d{1,3}-?(?:char|digit|bit|zeichen|stellig|cijfer|teken)|(?:sha|aes|md)-?\d{1,3}(?:[-.]|$))/i;

/** Whether the value may be a password after "the password is": digits alone too, as a router's key has. */
export const looksTold = (value: string): boolean =>
  (looksChosen(value) && hasDigit(value) && !SAYS_OF_WHAT_KIND.test(value)) || /^\d{8,}[.!]?$/.test(value);

/** A name with a number: of a thing, a place, a version or a way to hash. */
const NUMBERED =
  /^(?:argon|b?scrypt|bcrypt|pbkdf|sha|aes|oauth|ntlm|utf|base|ios|android|windows|ubuntu|debian|user|admin|page|seite|step|test|form|field|file|table|rule|policy|version|release|chapter|section|level|login|server|host|node|port|line|min|max|length|ticket|issue|year|room|sprint|team)[a-z]{0,2}\d/i;

/** Whether the value may be a password where only a space is before it: eight letters and digits, mixed, and no name with a number. */
export const looksBare = (value: string): boolean =>
  /^(?=(?:.*\d){2})(?=(?:.*[a-z]){3})[\w!#$%&*+?@]{8,40}$/i.test(value) &&
  !value.includes('_') &&
  !/^\d+[a-z]+$/i.test(value) &&
  looksTold(value) &&
  !NUMBERED.test(value);

/** Whether the value looks like nothing but a password: letters, digits and a sign, and no address. */
export const looksStrong = (value: string): boolean =>
  looksTold(value) && /[\p{L}]/u.test(value) && /[!$%^&*+?~]/.test(value) && !/[/=]/.test(value);

/** Whether the value may be the number of a card or a door. A year is none. */
export const looksDialled = (value: string): boolean =>
  /^\d{4,}$/.test(value) && !/^(?:19|20)\d\d$/.test(value);

/** Whether a program made the value: both cases and digits, or long hexadecimal. Needed where only a space precedes the value. */
export const looksMade = (value: string): boolean =>
  looksRandom(value) && ((/[a-z]/.test(value) && /[A-Z]/.test(value)) || /^[0-9a-f]{32,}$/i.test(value));

export const isLiteral = (value: string): boolean => !STANDS_FOR.test(value);
export const hasDigit = (value: string): boolean => /\d/.test(value);
