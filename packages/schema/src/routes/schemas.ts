/** Where the schemas that routes name are found. It brings zod, so the tables of routes know its type only. */
export * from '../backups.ts';
export * from '../context.ts';
export * from '../daemon-api.ts';
export * from '../daemon-events.ts';
export * from '../memory.ts';
export * from '../page-api.ts';
export * from '../passages.ts';
export * from '../profile.ts';
export * from '../prompt.ts';
export * from '../removed.ts';
export * from '../review.ts';
export * from '../schedules.ts';
export * from '../sessions.ts';
export * from '../settings.ts';
export * from '../store-status.ts';
export * from '../usage.ts';
export * from './single-schemas.ts';
