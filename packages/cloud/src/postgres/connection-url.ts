/**
 * The URL that node-postgres is given: our settings join those that the URL has, and `sslmode` means what it means to psql
 * (`require` encrypts, `verify-full` also asks for a known certificate).
 */
export const connectionUrl = (url: string, settings: Readonly<Record<string, string | number>>): string => {
  const parsed = new URL(url);
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const options = [parsed.searchParams.get('options'), ...ours].filter((one) => one !== null);
  if (options.length > 0) parsed.searchParams.set('options', options.join(' '));
  if (parsed.searchParams.has('sslmode')) parsed.searchParams.set('uselibpqcompat', 'true');
  return parsed.href;
};
