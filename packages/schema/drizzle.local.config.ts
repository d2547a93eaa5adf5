import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: './src/local-tables/tables.ts',
  out: './src/migrations/local',
});
