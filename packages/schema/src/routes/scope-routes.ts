/** Routes of scopes and their content. */
import { type Routes, WRITES } from './route.ts';

export const SCOPE_ROUTES = {
  'GET /v1/scopes': {
    summary: 'Lists the scopes of this device: their projects, vaults and interrupted moves.',
    details:
      'Every request is about one scope. The header `cairn-scope` names it (`personal` for none). Without the header, it is the scope of the request’s project, else the personal one.',
    response: 'scopesResult',
  },
  'POST /v1/scopes': {
    summary: 'Makes a scope: an empty file with keys of its own, in no vault yet.',
    body: 'scopeInput',
    statuses: [201],
    response: 'scopeResult',
    problems: WRITES,
  },
  'DELETE /v1/scopes/:name': {
    summary: 'Removes a scope with everything in it from this device; refused while it is in a vault.',
    response: 'scopeResult',
    problems: ['not_found', 'already_in_vault', ...WRITES],
  },
  'POST /v1/scopes/:name/projects': {
    summary: 'Assigns a project to a scope on this device; `personal` removes it from its scope.',
    details:
      '`project` "." is the one of `cwd`. It is refused while another file has memories of the project, unless `move` is set.',
    body: 'scopeProjectInput',
    response: 'scopeProjectResult',
    problems: ['not_found', ...WRITES],
    repeatable: true,
  },
  'POST /v1/scopes/:name/memories': {
    summary: 'Moves memories into a scope, with their origin, and then forgets them where they were.',
    details:
      'They come from the scope that the header names, else from the personal one. After a crash, the same request finishes the move.',
    body: 'scopeMoveInput',
    response: 'scopeMoveResult',
    problems: ['not_found', ...WRITES],
    repeatable: true,
  },
} as const satisfies Routes;
