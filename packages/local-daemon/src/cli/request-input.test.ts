import { join } from 'node:path';
import { expect, test } from 'vitest';
import { givenTexts } from './command.ts';
import { projectHereOf, projectOf } from './request-input.ts';

const io = Object.assign(Object.create(null), { cwd: join('/work', 'shop') });

test('[M-8] a relative path is the project of that folder, any other text a name', () => {
  const of = (project: string) => projectOf(givenTexts({ project }), io);
  for (const here of ['.', './', './../shop']) expect(of(here)).toEqual({ project: '.', cwd: '/work/shop' });
  expect(of('..')).toEqual({ project: '.', cwd: '/work' });
  expect(of('../web/')).toEqual({ project: '.', cwd: '/work/web' });
  for (const project of ['shop', '.shop', '...', 'github.com/acme/web', '/work', 'a/../b'])
    expect(of(project)).toEqual({ project });
  expect(projectOf(givenTexts(), io)).toEqual({});
  expect(projectHereOf(givenTexts(), io)).toEqual({ project: '.', cwd: '/work/shop' });
});
