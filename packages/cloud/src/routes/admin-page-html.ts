/**
 * The operator's page as HTML. `html` escapes all values. Names that people chose are in <bdi>, so that their text direction does not
 * affect the page. It has no script, and one style sheet, which the policy names by its hash. [AD-3]
 */
import { createHash } from 'node:crypto';
import type { WireDevice } from '@cairn/schema';
import { html, raw } from 'hono/html';
import type { DatabaseView, ServerView, VaultView } from '../services/server-view.ts';

/** Age from which a backup is marked as old: two days, so that one daily backup may fail. */
const BACKUP_OLD_MS = 172_800_000;

type Html = ReturnType<typeof html>;

const STYLE = `
:root { color-scheme: light dark; --dim: #667; --line: #8884; --bad: #b3261e; --good: #1a7f37; }
@media (prefers-color-scheme: dark) { :root { --dim: #99a; --bad: #ff8a80; --good: #6fdd8b; } }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 70rem; padding: 1.5rem; }
header { display: flex; gap: 1rem; align-items: baseline; justify-content: space-between; flex-wrap: wrap; }
h1 { font-size: 1.3rem; margin: 0; } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: 1rem; margin: 1rem 0; }
dt, th, small { color: var(--dim); font-weight: normal; font-size: .85rem; } dd { margin: 0; font-size: 1.1rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .35rem .75rem .35rem 0; }
tr { border-bottom: 1px solid var(--line); } .n { text-align: right; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; } bdi, code { overflow-wrap: anywhere; } code { font-size: .85rem; } .bad { color: var(--bad); } .good { color: var(--good); }
details { margin: .75rem 0; border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .9rem; }
summary { cursor: pointer; } form.in { display: grid; gap: .75rem; max-width: 24rem; margin: 3rem auto; }
input, button { font: inherit; padding: .5rem .7rem; border-radius: .4rem; border: 1px solid var(--line); }
a, button { cursor: pointer; }
@media (max-width: 40rem) {
  body { padding: 1rem; } details { padding: .5rem .75rem; }
  table, tbody, tr, td { display: block; } thead { display: none; }
  tr { padding: .5rem 0; } tr:last-child { border-bottom: 0; }
  td, td.n { display: grid; grid-template-columns: 5rem minmax(0, 1fr); padding: .1rem 0; text-align: left; }
  td::before { content: attr(data-title); color: var(--dim); font-size: .85rem; } td:empty { display: none; }
}
`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const page = (title: string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>${body}</body>
</html>
`;

/**
 * The way from a page's address to the server's root. A proxy may serve this server below a path that the server does not know, so
 * links and forms are relative. [AD-4]
 */
export type Root = './' | '../';

/** `problem`: why the last attempt to sign in failed; null if there was none. */
export const loginPage = (root: Root, problem: string | null): Html =>
  page(
    'Cairn server: sign in',
    html`<main><form class="in" method="post" action="${root}admin/login">
<h1>Cairn server</h1>
<label for="token">The admin token, from <code>CAIRN_ADMIN_TOKEN</code></label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
${problem === null ? '' : html`<p class="bad" role="alert">${problem}</p>`}
<button>Sign in</button>
</form></main>`,
  );

export const awayPage = (root: Root, detail: string): Html =>
  page(
    'Cairn server',
    html`<main><h1>Cairn server</h1><p class="bad" role="alert">${detail}</p><p><a href="${root}admin">Look again</a></p></main>`,
  );

export const statusPage = (view: ServerView): Html => {
  const { databases, nowMs } = view;
  const [{ kind, backupAtMs } = { kind: '' }, ...others] = databases;
  const all = databases.flatMap(({ figures }) => figures ?? []);
  const vaultsTotal = sum(all.map((one) => one.vaultsTotal));
  const unlisted = vaultsTotal - sum(all.map(({ vaults }) => vaults.length));
  return page(
    'Cairn server',
    html`<header><h1>Cairn server <small>${view.version}</small></h1>
<form method="post" action="./admin/logout"><a href="./admin">Look again</a> <button>Sign out</button></form></header>
<main>
<dl>${[
      fact('health', standing(view.isReady, 'not ready')),
      fact('up for', span(nowMs - view.startedAtMs)),
      others.length === 0 ? fact('database', kind) : fact('databases', count(databases.length)),
      fact('on disk', bytes(sum(all.map((one) => one.bytes)))),
      others.length > 0 || backupAtMs === undefined
        ? ''
        : fact('newest backup', backupAge(backupAtMs, nowMs)),
      fact('vaults', count(vaultsTotal)),
      fact('requests since the start', count(view.tally.requests)),
    ]}</dl>
<p><small>Looked at ${new Date(nowMs).toISOString()}. The devices seal the content of memories; it is nowhere on this page.</small></p>
${others.length === 0 ? '' : databasesPart(view)}
<h2>Vaults</h2>
${vaultsTotal === 0 && all.length === databases.length ? html`<p>None yet. The setup token opens the first: <code>cairn vault create</code>.</p>` : ''}
${databases.map(({ name, figures }) =>
  figures?.vaults.map((vault) => vaultPart(vault, nowMs, others.length === 0 ? '' : ` in ${name},`)),
)}
${
  unlisted > 0
    ? html`<p>… and ${count(unlisted)} that were not seen as lately: <code>cairn-server admin vaults</code>.</p>`
    : ''
}
<h2>Requests that were refused or failed, since the start</h2>
${problemsPart(view)}
</main>`,
  );
};

const standing = (isReady: boolean, otherwise: string): Html =>
  isReady ? html`<span class="good">ready</span>` : html`<span class="bad">${otherwise}</span>`;

/** Lists the databases. Shown only if there are several. [OP-20] */
const databasesPart = ({ databases, nowMs }: ServerView): Html => html`<h2>Databases</h2>
<div class="wide"><table>
<thead><tr><th scope="col">name</th><th scope="col">kind</th><th scope="col">health</th><th scope="col" class="n">vaults</th><th scope="col" class="n">on disk</th><th scope="col" class="n">newest backup</th></tr></thead>
<tbody>${databases.map((one) => databaseRow(one, nowMs))}</tbody>
</table></div>`;

const databaseRow = ({ name, kind, backupAtMs, figures }: DatabaseView, nowMs: number): Html => html`<tr>
<td data-title="name"><code>${name}</code></td><td data-title="kind">${kind}</td>
<td data-title="health">${standing(figures !== null, 'away')}</td>
<td data-title="vaults" class="n">${figures === null ? '' : count(figures.vaultsTotal)}</td>
<td data-title="on disk" class="n">${figures === null ? '' : bytes(figures.bytes)}</td>
<td data-title="backup" class="n">${backupAtMs === undefined ? '' : backupAge(backupAtMs, nowMs)}</td>
</tr>`;

const backupAge = (atMs: number | null, nowMs: number): Html =>
  atMs === null || nowMs - atMs > BACKUP_OLD_MS
    ? html`<span class="bad">${atMs === null ? 'none' : `${span(nowMs - atMs)} ago`}</span>`
    : html`${span(nowMs - atMs)} ago`;

const fact = (name: string, what: string | Html): Html => html`<div><dt>${name}</dt><dd>${what}</dd></div>`;

/** `where`: the name of its database, if there are several. */
const vaultPart = (vault: VaultView, nowMs: number, where: string): Html => html`<details open>
<summary><code>${vault.id}</code>, ${vault.kind},${where} ${count(vault.devices)} ${vault.devices === 1 ? 'device' : 'devices'},
${count(vault.registers)} of ${count(vault.registersLimit)} registers, ${count(vault.tombstones)} of them tombstones,
head ${count(vault.head)}, since ${day(vault.createdAt)}</summary>
<div class="wide"><table>
<thead><tr><th scope="col">device</th><th scope="col">id</th><th scope="col">seen</th><th scope="col" class="n">behind</th><th scope="col">since</th><th scope="col"></th></tr></thead>
<tbody>${vault.deviceList.map((device) => deviceRow(device, nowMs))}</tbody>
</table></div>
</details>`;

const deviceRow = (device: WireDevice, nowMs: number): Html => html`<tr>
<td data-title="device"><bdi>${device.name}</bdi></td><td data-title="id"><code>${device.id}</code></td>
<td data-title="seen">${device.lastSeenAt === null ? 'never' : `${span(nowMs - device.lastSeenAt)} ago`}</td>
<td data-title="behind" class="n">${device.lag === 0 ? html`<span class="good">0</span>` : count(device.lag)}</td>
<td data-title="since">${day(device.createdAt)}</td><td data-title="standing">${device.revokedAt === null ? '' : html`<span class="bad">revoked</span>`}</td>
</tr>`;

const problemsPart = ({ tally, nowMs }: ServerView): Html =>
  tally.problems.length === 0
    ? html`<p class="good">None.</p>`
    : html`<div class="wide"><table>
<thead><tr><th scope="col">kind</th><th scope="col" class="n">times</th><th scope="col">last</th></tr></thead>
<tbody>${tally.problems.map(
        ({ kind, count: n, lastAtMs }) =>
          html`<tr><td data-title="kind"><code>${kind}</code></td><td data-title="times" class="n">${count(n)}</td><td data-title="last">${span(nowMs - lastAtMs)} ago</td></tr>`,
      )}</tbody></table></div>`;

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
const count = (n: number): string => n.toLocaleString('en-US');
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const span = (ms: number): string => {
  const s = Math.max(0, Math.round(ms / 1_000));
  if (s < 100) return `${s} s`;
  if (s < 6_000) return `${Math.round(s / 60)} min`;
  return s < 172_800 ? `${Math.round(s / 3_600)} h` : `${Math.round(s / 86_400)} days`;
};

const bytes = (n: number): string =>
  n < 1_000_000
    ? `${Math.ceil(n / 1_000)} kB`
    : n < 1e9
      ? `${(n / 1e6).toFixed(1)} MB`
      : `${(n / 1e9).toFixed(2)} GB`;
