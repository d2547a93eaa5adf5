/** Scopes, and what belongs to them. */
import { type Routes, WRITES } from './route.ts';

export const SCOPE_ROUTES = {
  'GET /v1/scopes': {
    summary: 'Lists the scopes of this device: their projects, vaults, and moves that were cut short.',
    details:
      'Every request is about one scope: the one that its header `cairn-scope` names (`personal` for none), else the one that its project belongs to, else the personal one.',
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
    summary: 'Makes a project belong to a scope (`personal`: to none) on this device.',
    details:
      '`project` "." is the one of `cwd`. Refused while memories of it are elsewhere, unless `move` is set.',
    body: 'scopeProjectInput',
    response: 'scopeProjectResult',
    problems: ['not_found', ...WRITES],
    repeatable: true,
  },
  'POST /v1/scopes/:name/memories': {
    summary: 'Moves memories into a scope: written there with where they came from, then forgotten here.',
    details:
      'From the scope that the header names, else from the personal one. Done again after a crash, it is finished.',
    body: 'scopeMoveInput',
    response: 'scopeMoveResult',
    problems: ['not_found', ...WRITES],
    repeatable: true,
  },
} as const satisfies Routes;
