/** Authors who have a role and no name: half of all turns are "the user's". [F-10, F-20] */
const ROLES: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'tool', 'agent', 'human', 'ai']);

export const isRole = (author: string | null): boolean => author !== null && ROLES.has(author.toLowerCase());
