/** The program that opens an address in the person's browser, by platform. */

/** Null: there is no screen to open one on. */
export const openerOf = (
  platform: string,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] | null => {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  const hasScreen = [env.DISPLAY, env.WAYLAND_DISPLAY, env.WSL_DISTRO_NAME].some(Boolean);
  return hasScreen ? ['xdg-open'] : null;
};
