/** Codes of the operating system for a line that failed, in words. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'no machine has this name',
  EAI_AGAIN: 'the name cannot be looked up: is this machine online?',
  ENETUNREACH: 'the network cannot be reached',
  EHOSTUNREACH: 'the machine cannot be reached',
  ETIMEDOUT: 'no answer',
  ECONNRESET: 'the connection broke in the middle of the answer',
  EPIPE: 'the connection broke',
};

export const reasonOf = (code: string): string | undefined => REASONS[code];
