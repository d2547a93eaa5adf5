export * from './client/index.ts';
export { type Paths, resolvePaths } from './paths.ts';
export { VERSION } from './version.ts';
