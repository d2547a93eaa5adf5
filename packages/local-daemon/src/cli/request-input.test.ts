import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { givenTexts } from './command.ts';
import { projectHereOf, projectOf } from './request-input.ts';

const folder = resolve('/home/anna');
const io = Object.assign(Object.create(null), { cwd: join(folder, 'shop') });

test('[M-8] a relative path is the project of that folder, any other text a name', () => {
  const of = (project: string) => projectOf(givenTexts({ project }), io);
  for (const here of ['.', './', './../shop'])
    expect(of(here)).toEqual({ project: '.', cwd: join(folder, 'shop') });
  expect(of('..')).toEqual({ project: '.', cwd: folder });
  expect(of('../web/')).toEqual({ project: '.', cwd: join(folder, 'web') });
  for (const project of ['shop', '.shop', '...', 'github.com/acme/web', folder, 'a/../b'])
    expect(of(project)).toEqual({ project });
  expect(projectOf(givenTexts(), io)).toEqual({});
  expect(projectHereOf(givenTexts(), io)).toEqual({ project: '.', cwd: join(folder, 'shop') });
});
