/**
 * Writes the text that makes the daemon a service of the person's session: for systemd, launchd and Windows' task
 * scheduler. Pure. [SV-1]
 */
export type ServiceKind = 'systemd' | 'launchd' | 'task';

export interface ServiceProgram {
  /** Absolute path of Node. */
  readonly node: string;
  /** Absolute path of the program that Node runs. */
  readonly program: string;
  /** Variables of the service in addition to the session's environment, such as CAIRN_HOME. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute path of the file in which launchd writes the daemon's output before the daemon opens its own log. */
  readonly log: string;
}

export const SERVICE_LABEL = 'io.cairn.daemon';
export const SYSTEMD_UNIT = 'cairn.service';
const TASK_NAME = 'Cairn';

/** Text that marks Cairn's files. Files without it are neither replaced nor removed. */
export const SERVICE_MARK = 'Made by `cairn service install`';

export const serviceText = (kind: ServiceKind, program: ServiceProgram): string =>
  ({ systemd: systemdUnit, launchd: launchdList, task: taskXml })[kind](program);

const systemdUnit = ({ node, program, env }: ServiceProgram): string => {
  const settings = Object.entries(env).map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}`);
  return [
    `# ${SERVICE_MARK}; \`cairn service uninstall\` removes it.`,
    '[Unit]',
    'Description=Cairn, the memory of your agents',
    '',
    '[Service]',
    `ExecStart=${[node, program, 'daemon', 'run'].map(systemdWord).join(' ')}`,
    ...settings,
    'Restart=on-failure',
    'RestartSec=2',
    'NoNewPrivileges=yes',
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n');
};

/** Quotes a text for systemd, which interprets quotes, backslashes and `%` everywhere, and `$` in commands only. */
const quoted = (text: string): string => {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%');
  return /^[\w@%+=:,./$-]+$/.test(escaped) ? escaped : `"${escaped}"`;
};
const systemdWord = (word: string): string => quoted(word).replaceAll('$', () => '$$');

const launchdList = ({ node, program, env, log }: ServiceProgram): string => {
  const words = [node, program, 'daemon', 'run'].map((word) => `    <string>${xmlText(word)}</string>`);
  const settings = Object.entries(env).flatMap(([name, value]) => [
    `    <key>${xmlText(name)}</key>`,
    `    <string>${xmlText(value)}</string>`,
  ]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    `<!-- ${SERVICE_MARK}; \`cairn service uninstall\` removes it. -->`,
    '<plist version="1.0">',
    '<dict>',
    '  <key>Label</key>',
    `  <string>${SERVICE_LABEL}</string>`,
    '  <key>ProgramArguments</key>',
    '  <array>',
    ...words,
    '  </array>',
    ...(settings.length === 0
      ? []
      : ['  <key>EnvironmentVariables</key>', '  <dict>', ...settings, '  </dict>']),
    '  <key>RunAtLoad</key>',
    '  <true/>',
    '  <key>KeepAlive</key>',
    '  <dict>',
    '    <key>SuccessfulExit</key>',
    '    <false/>',
    '  </dict>',
    '  <key>ThrottleInterval</key>',
    '  <integer>10</integer>',
    '  <key>StandardErrorPath</key>',
    `  <string>${xmlText(log)}</string>`,
    '</dict>',
    '</plist>',
    '',
  ].join('\n');
};

/** Returns the XML of a task. A task has no environment of its own, so the shell that starts it sets the variables. */
const taskXml = ({ node, program, env }: ServiceProgram): string => {
  const settings = Object.entries(env).map(([name, value]) => `set "${name}=${value}"&& `);
  const line = `/d /s /c "${settings.join('')}"${node}" "${program}" daemon run"`;
  return [
    '<?xml version="1.0" encoding="UTF-16"?>',
    '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
    '  <RegistrationInfo>',
    `    <Description>${SERVICE_MARK}</Description>`,
    '  </RegistrationInfo>',
    '  <Triggers>',
    '    <LogonTrigger>',
    '      <Enabled>true</Enabled>',
    '    </LogonTrigger>',
    '  </Triggers>',
    '  <Settings>',
    '    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>',
    '    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>',
    '    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>',
    '    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>',
    '    <Hidden>true</Hidden>',
    '    <RestartOnFailure>',
    '      <Interval>PT1M</Interval>',
    '      <Count>3</Count>',
    '    </RestartOnFailure>',
    '  </Settings>',
    '  <Actions>',
    '    <Exec>',
    '      <Command>cmd.exe</Command>',
    `      <Arguments>${xmlText(line)}</Arguments>`,
    '    </Exec>',
    '  </Actions>',
    '</Task>',
    '',
  ].join('\n');
};

const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Returns the commands that register and start the service (`on`) and those that end it (`off`). Each is a program with
 * its arguments.
 */
export const serviceCommands = (
  kind: ServiceKind,
  file: string,
  uid: number,
): { readonly on: readonly (readonly string[])[]; readonly off: readonly (readonly string[])[] } => {
  const commands = {
    systemd: {
      on: [
        ['systemctl', '--user', 'daemon-reload'],
        ['systemctl', '--user', 'enable', '--now', SYSTEMD_UNIT],
      ],
      off: [['systemctl', '--user', 'disable', '--now', SYSTEMD_UNIT]],
    },
    launchd: {
      on: [['launchctl', 'bootstrap', `gui/${uid}`, file]],
      off: [['launchctl', 'bootout', `gui/${uid}/${SERVICE_LABEL}`]],
    },
    task: {
      on: [
        ['schtasks', '/Create', '/TN', TASK_NAME, '/XML', file, '/F'],
        ['schtasks', '/Run', '/TN', TASK_NAME],
      ],
      off: [['schtasks', '/Delete', '/TN', TASK_NAME, '/F']],
    },
  };
  return commands[kind];
};
