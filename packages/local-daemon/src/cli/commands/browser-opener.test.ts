import { expect, test } from 'vitest';
import { openerOf } from './open.ts';

test('[PG-4] a browser is opened where there is a screen', () => {
  expect(openerOf('darwin', {})).toEqual(['open']);
  expect(openerOf('win32', {})).toEqual(['rundll32', 'url.dll,FileProtocolHandler']);
  expect(openerOf('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open']);
  expect(openerOf('linux', { DISPLAY: '' })).toBeNull();
});
