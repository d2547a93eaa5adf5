/**
 * Writes OpenCode's plugin: plain JavaScript without dependencies, which OpenCode runs. It sends events to `cairn hook
 * opencode EVENT` and adds the returned context to the person's message. On any error it does nothing.
 */
import type { Launcher } from '../installer.ts';

const MARK = '// Written by `cairn install opencode`; `cairn uninstall opencode` removes it.';

export const isOurPlugin = (text: string): boolean => text.startsWith(MARK);

export const pluginText = ({ hook, env }: Launcher): string => `${MARK}
import { spawn } from 'node:child_process';

const COMMAND = ${JSON.stringify(hook)};
const ENV = ${JSON.stringify(env)};
const LONGEST_MS = { 'session-start': 4000, prompt: 2000 };

const NAMES = /^(HOME|USER|LOGNAME|LANG|LC_\\w+|TZ|TMPDIR|TEMP|TMP|XDG_\\w+|CAIRN_\\w+|NODE_EXTRA_CA_CERTS|SSL_CERT_\\w+|\\w+_PROXY|\\w+_proxy|SystemRoot|windir|USERPROFILE|APPDATA|LOCALAPPDATA)$/;
const listed = (env) => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => NAMES.test(name))),
  PATH: process.platform === 'win32' ? 'C:\\\\Windows\\\\System32' : '/usr/bin:/bin:/usr/local/bin:/opt/homebrew/bin:/run/current-system/sw/bin',
});

/** The context that Cairn answers, or null. */
const tell = (event, input) =>
  new Promise((resolve) => {
    try {
      const [program, ...args] = COMMAND;
      const child = spawn(program, [...args, 'hook', 'opencode', event], {
        // Not what the project's folder set: what a program of the person's needs, and Cairn's own settings.
        env: { ...listed(process.env), ...ENV },
        cwd: '/',
        stdio: ['pipe', 'pipe', 'ignore'],
        windowsHide: true,
      });
      let out = '';
      const timer = setTimeout(() => child.kill(), LONGEST_MS[event] ?? 6000);
      const settle = (context) => {
        clearTimeout(timer);
        resolve(context);
      };
      child.on('error', () => settle(null));
      child.stdin.on('error', () => undefined);
      child.stdout.setEncoding('utf8').on('data', (part) => {
        out += part;
      });
      child.on('close', () => {
        try {
          settle(out === '' ? null : (JSON.parse(out).context ?? null));
        } catch {
          settle(null);
        }
      });
      child.stdin.end(JSON.stringify(input));
    } catch {
      resolve(null);
    }
  });

export const CairnMemory = async ({ directory }) => {
  const started = new Set();
  const created = new Set();
  let parts = 0;
  // OpenCode sorts the parts of a message by their ids, and all of its own begin higher.
  const partId = () => \`prt_00cairn\${String(Date.now()).padStart(15, '0')}\${String(parts++).padStart(6, '0')}\`;

  const contextFor = async (session_id, prompt) => {
    const at = { session_id, cwd: directory };
    if (started.has(session_id)) return [await tell('prompt', { ...at, prompt })];
    started.add(session_id);
    const source = created.has(session_id) ? 'startup' : 'resume';
    return [await tell('session-start', { ...at, source }), await tell('prompt', { ...at, prompt })];
  };

  return {
    'chat.message': async (input, output) => {
      const prompt = output.parts
        .filter((part) => part.type === 'text' && part.synthetic !== true)
        .map((part) => part.text)
        .join('\\n');
      const texts = (await contextFor(input.sessionID, prompt)).filter((text) => text !== null);
      output.parts.unshift(
        ...texts.map((text) => ({
          id: partId(),
          sessionID: input.sessionID,
          messageID: output.message.id,
          type: 'text',
          text,
          synthetic: true,
        })),
      );
    },
    // Not at \`session.idle\`: a run without a terminal ends with it.
    'experimental.text.complete': async (input, output) => {
      void tell('stop', { session_id: input.sessionID, cwd: directory, last_assistant_message: output.text });
    },
    'tool.execute.after': async (input, output) => {
      const { tool: tool_name, sessionID: session_id, args: tool_input = null } = input;
      void tell('tool', { session_id, cwd: directory, tool_name, tool_input, tool_response: output.output ?? null });
    },
    event: async ({ event }) => {
      const session_id = event.properties?.sessionID ?? event.properties?.info?.id;
      if (event.type === 'session.created') created.add(session_id);
      if (event.type === 'session.compacted') await tell('compact', { session_id, cwd: directory });
      if (event.type === 'session.deleted') void tell('session-end', { session_id, cwd: directory });
    },
  };
};
`;
