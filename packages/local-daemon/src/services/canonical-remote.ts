import { LIMITS, orElse } from '@cairn/schema';

/** M-8: one spelling for the many forms of a git remote: `host/owner/repo`, without scheme, user, secret, port or `.git`. */

const SCHEME = /^(?:git\+)?(?:ssh|https?|git|ftps?):\/\//i;
/** `user@host:path`, or `host:path`. A host has at least two characters, so a Windows drive is not a host. */
const SCP = /^(?:[^@/\s]+@)?([^/:@\s]{2,}):(?!\/\/)(.+)$/;
/** Hosts that accept ssh on the HTTPS port, under another name. */
const SSH_ALIASES: Readonly<Record<string, string>> = {
  'ssh.github.com': 'github.com',
  'altssh.gitlab.com': 'gitlab.com',
  'altssh.bitbucket.org': 'bitbucket.org',
};
/** Hosts whose repository names ignore upper and lower case. */
const CASELESS = new Set(['github.com', 'gitlab.com', 'bitbucket.org']);

/**
 * Returns the canonical name. Null if `url` names no other machine (a path, a bundle, nothing), or if the name is too long for a project
 * or has control characters.
 */
export const canonicalRemote = (url: string): string | null => {
  const trimmed = url.trim();
  if (SCHEME.test(trimmed)) {
    const spelled = trimmed.replace(/^git\+/i, '');
    if (!URL.canParse(spelled)) return null;
    const { hostname, pathname } = new URL(spelled);
    return join(hostname, pathname);
  }
  const scp = SCP.exec(trimmed);
  if (scp === null || trimmed.startsWith('/') || trimmed.startsWith('.')) return null;
  return join(scp[1] ?? '', scp[2] ?? '');
};

const join = (hostname: string, path: string): string | null => {
  const lower = hostname.toLowerCase();
  const host = SSH_ALIASES[lower] ?? lower;
  const plain = orElse(() => decodeURIComponent(path), path)
    .replace(/\/+/g, '/')
    .replace(/^\/|\/$/g, '')
    .replace(/\.git$/i, '');
  // People and agents see the name, so it must not contain control characters or line breaks.
  if (host === '' || plain === '' || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(host + plain)) return null;
  const name = `${host}/${CASELESS.has(host) ? plain.toLowerCase() : plain}`;
  return name.length > LIMITS.projectCharsMax ? null : name;
};
