import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/cloud-tables/tables.ts',
  out: './src/migrations/cloud',
});
