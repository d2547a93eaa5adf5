/** Values drawn by fast-check, apart from the rest: loading it costs a benchmark memory and time. */
export * from './arbitrary-registers.ts';
export * from './hostile-values.ts';
