import { buildAll } from '../scripts/build.mjs';

/**
 * Slow and Postgres tests may start the programs: they should be those of the present sources. Sources that do not bundle
 * stop only the tests of those programs; `npm test` has stopped before, at its own build.
 */
export const setup = async (): Promise<void> => {
  try {
    await buildAll();
  } catch (error) {
    console.error(
      '\n!!! The programs could not be built; tests that start them would start older ones.',
      error,
    );
  }
};
