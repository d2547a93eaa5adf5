// The address of the source for the package. This tree contains none: it is taken from the clone that is released.

/** Hosts named after GitHub or GitLab, also self-hosted. `origin` may be any other place, such as a disk. */
const FORGE = /^(?:www\.)?(?:github|gitlab)\.[a-z0-9.-]+$/;
const SSH = /^(?:[^@/\s]+@)([^:/\s]+):(?!\/)(.+)$/;

/** Returns host and path of a git remote, without credentials and port. @param {string} remote */
const partsOf = (remote) => {
  const [, sshHost, sshPath] = SSH.exec(remote) ?? [];
  if (sshHost !== undefined) return { host: sshHost.toLowerCase(), path: sshPath ?? '' };
  if (!/^(?:git\+)?(?:https?|ssh|git):\/\//.test(remote) || !URL.canParse(remote)) return null;
  const { host, pathname } = new URL(remote.replace(/^[a-z+]+:/, 'https:'));
  return { host: remote.includes('http') ? host : host.replace(/:\d+$/, ''), path: pathname };
};

/**
 * Returns the fields `repository`, `homepage` and `bugs`, or null when the address is not that of a repository on the web.
 *
 * @param {string} remote @param {boolean} [isGiven] by the person who releases, so that any host is meant
 */
export const repositoryFields = (remote, isGiven = false) => {
  const parts = partsOf(remote.trim());
  if (parts === null || !(isGiven || FORGE.test(parts.host))) return null;
  const path = parts.path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  if (!/^[\w.~-]+(?:\/[\w.~-]+)+$/.test(path)) return null;
  const homepage = `https://${parts.host}/${path}`;
  return {
    repository: { type: 'git', url: `git+${homepage}.git` },
    homepage: `${homepage}#readme`,
    bugs: { url: `${homepage}${parts.host.includes('gitlab') ? '/-/issues' : '/issues'}` },
  };
};
