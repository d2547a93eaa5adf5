import { defineConfig } from 'vitest/config';

const everywhere = (name: string): string[] => [`packages/*/src/**/${name}`, `tests/**/${name}`];
const postgresTests = everywhere('*.pg.test.ts');
const slowTests = [
  ...everywhere('*.slow.test.ts'),
  'tests/e2e/**/*.test.ts',
  'tests/attack/**/*.test.ts',
  'tests/torture/**/*.test.ts',
];

/** A busy machine needs longer than vitest's second until what is awaited is there. */
const POLL_MS = 20_000;
const awaited = { poll: { timeout: POLL_MS } };

/** `quick` runs in `npm run check`; the others only in `npm test`. */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'quick',
          include: everywhere('*.test.ts'),
          exclude: [...postgresTests, ...slowTests, '**/node_modules/**'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: awaited,
        },
      },
      {
        test: {
          name: 'slow',
          globalSetup: ['./tests/global-build.ts'],
          include: slowTests,
          exclude: [...postgresTests, '**/node_modules/**'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: awaited,
        },
      },
      {
        test: {
          name: 'postgres',
          globalSetup: ['./tests/global-build.ts', './tests/support/src/global-postgres.ts'],
          include: postgresTests,
          exclude: ['**/node_modules/**'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: awaited,
        },
      },
    ],
  },
});
