import { expect, test } from 'vitest';
import { editedText } from './folder.ts';

test('[IM-7] an edited note below superseded/ gets advice that works, and no import', () => {
  const past = editedText('/notes', ['superseded/a.md']);
  expect(past).toContain('remove these notes, then export again');
  expect(past).not.toContain('cairn import');
  const both = editedText('/notes', ['superseded/a.md', 'b.md']);
  expect(both).toContain('2 notes were edited');
  expect(both).toContain('`cairn import /notes`');
  expect(both).toContain('below superseded/ are never imported');
  expect(editedText('/notes', ['b.md'])).not.toContain('superseded/');
});

test('[IM-7] a note that lost its front matter gets advice that works, and no import', () => {
  const bare = editedText('/notes', [], ['a.md']);
  expect(bare).toContain('A note was edited');
  expect(bare).toContain('remove it, then export again');
  expect(bare).not.toContain('cairn import');
  expect(editedText('/notes', ['b.md'], ['a.md'])).toContain('2 notes were edited');
});
