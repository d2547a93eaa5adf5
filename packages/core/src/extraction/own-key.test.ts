import { describe, expect, test } from 'vitest';
import { isOtherValue, ownKeys } from './own-key.ts';

const preference = (key: string, content: string) => ({ namespace: 'tacit/preferences', key, content });
const entity = (key: string, content: string) => ({ namespace: 'entity/default', key, content });

describe('[X-12] a text that comes under a key that is taken', () => {
  test.each([
    ['code-indentation', '4-space indentation', 'Tabs for indentation'],
    ['packages', 'Uses pnpm', 'Uses bun'],
    ['package-manager', 'pnpm', 'bun'],
    ['deploy-day', 'Deploys on Friday', 'The deploy is on Monday now'],
    ['home', 'Wohnt in Köln', 'Wohnt in Bonn'],
    ['retry-policy', 'Retry three times', 'Retries five times, then gives up'],
    ['編集', '編集は左側', '編集は右側'],
  ])('another value of %s: %s → %s', (key, old, content) => {
    expect(isOtherValue(old, preference(key, content))).toBe(true);
  });

  test.each([
    ['code-indentation', '4-space indentation', 'dark mode'],
    ['code-indentation', 'Prefers indentation', 'Prefers coffee'],
    ['preference', 'Prefers tea', 'Prefers vim'],
    ['theme', 'Prefers a dark mode', 'Likes roasted coffee'],
    ['editor', 'Uses Vim in the terminal', 'Uses a standing desk'],
    ['arbeit', 'Arbeitet lieber morgens', 'Trinkt Kaffee ohne Zucker'],
  ])('something else under %s: %s → %s', (key, old, content) => {
    expect(isOtherValue(old, preference(key, content))).toBe(false);
  });

  test('the name of a person is no word that they share', () => {
    expect(isOtherValue('Anna leads design', entity('anna', 'Anna moved to Berlin'))).toBe(false);
    expect(isOtherValue('Anna leads design', entity('anna', 'Anna leads marketing'))).toBe(true);
    expect(isOtherValue('Anna lives in Rome', entity('anna', 'Anna lives in Berlin'))).toBe(true);
  });

  test('its own keys are made of its words, below the name of what it is about, and the last is of it alone', () => {
    const [first, ...others] = ownKeys(
      preference('code-indentation', 'Likes dark roast coffee every morning'),
    );
    expect(first).toBe('likes-dark-roast-coffee');
    expect(others.at(-1)).toMatch(/^likes-dark-roast-coffee-[0-9a-f]{8}$/);
    expect(ownKeys(entity('anna', 'Anna moved to Berlin'))[0]).toBe('anna/anna-moved-berlin');
    const long = ownKeys(preference('k'.repeat(128), 'x'.repeat(500)));
    expect(long.every((key) => key.length <= 128)).toBe(true);
    expect(ownKeys(preference('a', '!'))).not.toEqual([]);
  });
});
