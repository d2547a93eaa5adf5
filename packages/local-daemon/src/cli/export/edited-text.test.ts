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
