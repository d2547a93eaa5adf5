/** Random values from fast-check. In a module of its own, because loading fast-check costs a benchmark memory and time. */
export * from './arbitrary-registers.ts';
export * from './hostile-values.ts';
