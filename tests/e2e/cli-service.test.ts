import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { device, withMembers } from './cairn.ts';

test.skipIf(process.platform !== 'linux')(
  '[SV-2, SV-3] the service is installed for this program, shown by status and doctor, and removed',
  async () => {
    const own = await device('service');
    onTestFinished(() => own.end());
    const config = join(own.home, 'config');
    // There is no session bus: systemd is called, and nothing on this machine changes.
    const env = {
      XDG_CONFIG_HOME: config,
      XDG_RUNTIME_DIR: join(own.home, 'none'),
      DBUS_SESSION_BUS_ADDRESS: '',
    };
    const unit = join(config, 'systemd/user/cairn.service');
    const service = async (...args: readonly string[]) => own.run(['service', ...args], { env });
    const state = async () =>
      Object((await own.json(withMembers('service'), ['status'], { env })).service).state;

    const printed = await service('install', '--print');
    expect(printed.out).toMatch(/^ExecStart=\/\S+\/node \/\S+\/cli\.cjs daemon run$/m);
    expect(existsSync(unit)).toBe(false);
    expect(await state()).toBe('none');

    const relative = { ...env, CAIRN_HOME: 'mem', CAIRN_STORE_TOKEN_FILE: './token' };
    const elsewhere = (await own.run(['service', 'install', '--print'], { env: relative, cwd: own.home }))
      .out;
    expect(elsewhere).toContain(`CAIRN_HOME=${own.home}/mem\n`);
    expect(elsewhere).toContain(`CAIRN_STORE_TOKEN_FILE=${own.home}/token\n`);

    const { code, err } = await service('install');
    expect([code, err.includes('loginctl enable-linger')]).toEqual([5, true]);
    expect(readFileSync(unit, 'utf8')).toBe(printed.out);
    expect(await state()).toBe('installed');

    writeFileSync(unit, printed.out.replace('ExecStart=/', 'ExecStart=/elsewhere/'));
    expect(await state()).toBe('other');
    const doctor = await own.run(['doctor'], { env });
    expect(doctor.out).toMatch(/! service .*another program[\s\S]*Run `cairn service install`/);

    await service('uninstall');
    expect(existsSync(unit)).toBe(false);
    writeFileSync(unit, '[Service]\nExecStart=/bin/true\n');
    expect((await service('uninstall')).code).toBe(2);
    expect(readFileSync(unit, 'utf8')).toContain('/bin/true');
  },
);

test('[SV-4] completion prints the script of a shell, and projects without starting a daemon', async () => {
  const own = await device('completion');
  onTestFinished(() => own.end());
  expect((await own.run(['completion', 'bash'])).out).toContain('complete -o default -F _cairn cairn');
  expect(await own.fails(2, ['completion', 'tcsh'])).toMatchObject({ kind: 'usage' });
  expect(await own.run(['completion', 'projects'])).toEqual({ code: 0, out: '', err: '' });
  expect(own.pid()).toBeNull();
  await own.run(['save', 'The cart keeps 30 days', '-p', 'shop']);
  expect((await own.run(['completion', 'projects'])).out).toBe('shop\n');
});
