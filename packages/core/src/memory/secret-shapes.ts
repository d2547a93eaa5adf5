/**
 * The shapes of secrets. Cairn's own shapes are here; the others are in secret-rules.gen.ts. All patterns run in linear time: a
 * repetition is bounded, or the text after it begins with a character that the repetition cannot match. [TR-14]
 */
import { TOLD_KEYS, TOLD_PASSWORDS } from './secret-passwords.ts';
import { hasDigit, isLiteral, looksChosen, looksMade, looksRandom } from './secret-values.ts';

export interface Shape {
  readonly kind: string;
  /** Lower-case words. The pattern runs only on a text that holds at least one of them, in any case. */
  readonly hints: readonly string[];
  readonly pattern: RegExp;
  /** The group that holds the secret; 0 is the whole match. */
  readonly group?: number;
  readonly isSecret?: (secret: string, whole: string) => boolean;
}

/** A token that its own characters identify. */
export interface TokenRule {
  readonly id: string;
  readonly kind: string;
  readonly hints: readonly string[];
  readonly token: string;
  readonly ignoreCase?: boolean;
  /** Whether words and encoded data may look like this token. Then the match must look random, and be a whole word. */
  readonly isWeak?: boolean;
}

/** A value that the name before it identifies: `acme_api_key = …`. */
export interface NamedRule {
  readonly id: string;
  readonly kind: string;
  readonly hints: readonly string[];
  readonly name: string;
  readonly value: string;
}

/**
 * The characters of commits, checksums and ids. Such values may follow a vendor's name too, so a value of these characters is a secret
 * only when its name holds a word such as key, token or secret.
 */
const COULD_BE_AN_ID = /^[\w=/+-]+$/;
const CALLED_SECRET = /key|token|secret|passw|auth|cred|bearer|login/i;
const isNamedSecret = (value: string, whole: string): boolean =>
  looksRandom(value) &&
  (!COULD_BE_AN_ID.test(value) || CALLED_SECRET.test(whole.slice(0, whole.length - value.length)));

/** The start of a token: no letter or digit before it, except the letter of an escape such as `\n`. `_` and `*` may be emphasis. */
const START = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))`;
const startedFreely = (shape: Shape): Shape => ({
  ...shape,
  pattern: new RegExp(
    shape.pattern.source.replace(/^\\b/, () => START),
    shape.pattern.flags,
  ),
});

/** Makes the shape of a token. Also matches the rest of a longer token, because vendors lengthen their tokens. */
const shapeOfToken = ({ kind, hints, token, ignoreCase, isWeak }: TokenRule): Shape => ({
  kind,
  hints,
  pattern: new RegExp(
    `${isWeak === true ? '(?<![A-Za-z0-9_/+=-])' : START}(?:${token})${isWeak === true ? '(?![A-Za-z0-9_/+=-])' : '[A-Za-z0-9_-]*'}`,
    ignoreCase === true ? 'gi' : 'g',
  ),
  ...(isWeak === true ? { isSecret: looksRandom } : {}),
});

/** The pattern after a vendor's name: `datadogToken` matches, `datadogs` does not. */
const NAME_ENDS = '(?=[^a-z]|api|key|token|secret|access|auth|client|pass|personal|bearer)';
/** The pattern between a name and its value: ` token is `, `: `, `_KEY=`. The lookahead makes the first group atomic. */
const BETWEEN =
  '(?:(?:[ \\t]\\w{1,10}){0,2}[ \\t]is\\b|(?=([ \\t\\w.-]{0,20}))\\1["\'`]?\\s{0,3}(?:=>|:{0,3}=|:))[\\s"\'`=]{0,5}';

const shapeOfNamed = ({ kind, hints, name, value }: NamedRule): Shape => ({
  kind,
  hints,
  pattern: new RegExp(`(?:${name})${NAME_ENDS}${BETWEEN}(${value})(?![A-Za-z0-9_-])`, 'gi'),
  group: 2,
  isSecret: isNamedSecret,
});

/** Tokens by the formats that their vendors document. */
const TOKENS: readonly Shape[] = [
  {
    kind: 'private key',
    hints: ['-----begin'],
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,20} ){0,5}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END (?:[A-Z0-9]{1,20} ){0,5}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  { kind: 'age secret key', hints: ['age-secret-key-1'], pattern: /\bAGE-SECRET-KEY-1[0-9A-Z]{40,}/g },
  {
    kind: 'AWS access key',
    hints: ['akia', 'asia', 'abia', 'acca', 'a3t'],
    pattern: /\b(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  },
  {
    kind: 'GitHub token',
    hints: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/g,
  },
  {
    kind: 'GitLab token',
    hints: ['gl'],
    pattern: /\bgl(?:pat|dt|rt|ptt|soat|cbt|ffct|ft|imt|agent|oas)-[A-Za-z0-9_-]{20,}(?:\.[a-z0-9]{9})?/g,
  },
  {
    kind: 'Slack token',
    hints: ['xox', 'xapp-'],
    pattern: /\b(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{8,}/gi,
    isSecret: hasDigit,
  },
  {
    kind: 'Slack webhook',
    hints: ['hooks.slack.com'],
    pattern: /(?:https?:\/\/)?hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9+/_-]{20,}/g,
  },
  { kind: 'Anthropic key', hints: ['sk-ant-'], pattern: /\bsk-ant-[A-Za-z0-9_-]{16,}/g },
  { kind: 'OpenRouter key', hints: ['sk-or-'], pattern: /\bsk-or-[A-Za-z0-9_-]{16,}/g },
  {
    kind: 'Stripe key',
    hints: ['sk_', 'rk_', 'whsec_'],
    pattern: /\b(?:(?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9]{16,})/g,
  },
  {
    kind: 'OpenAI key',
    hints: ['sk-'],
    pattern: /\bsk-(?:proj-|svcacct-|admin-|None-)?[A-Za-z0-9_-]{20,}/g,
    isSecret: (value) => /\d/.test(value) && (/[A-Z]/.test(value) || value.replace(/\D/g, '').length >= 3),
  },
  {
    kind: 'Google key',
    hints: ['aiza', 'gocspx-', 'ya29.'],
    pattern: /\b(?:AIza[A-Za-z0-9_-]{35}|GOCSPX-[A-Za-z0-9_-]{20,}|ya29\.[A-Za-z0-9_-]{20,})/g,
  },
  { kind: 'npm token', hints: ['npm_'], pattern: /\bnpm_[A-Za-z0-9]{30,}/gi },
  { kind: 'PyPI token', hints: ['pypi-'], pattern: /\bpypi-[A-Za-z0-9_-]{40,}/g },
  { kind: 'Hugging Face token', hints: ['hf_'], pattern: /\bhf_[A-Za-z0-9]{30,}/g },
  {
    kind: 'SendGrid key',
    hints: ['sg.'],
    pattern: /\bSG\.(?:[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|[A-Za-z0-9=_.-]{66})/gi,
  },
  { kind: 'Twilio key', hints: ['sk'], pattern: /\bSK[0-9a-fA-F]{32}(?![A-Za-z0-9])/g },
  {
    kind: 'DigitalOcean token',
    hints: ['doo_v1_', 'dop_v1_', 'dor_v1_'],
    pattern: /\bdo[opr]_v1_[a-f0-9]{40,}/gi,
  },
  {
    kind: 'Supabase key',
    hints: ['sb_', 'sbp_'],
    pattern: /\bsb[p]?_(?:secret_)?[A-Za-z0-9_-]{30,}/g,
  },
  { kind: 'Telegram bot token', hints: [':aa'], pattern: /\b\d{8,10}:AA[A-Za-z0-9_-]{32,}/g },
  {
    kind: 'JSON Web Token',
    hints: ['eyj'],
    pattern:
      /(?:(?<![A-Za-z0-9_-])_{0,2}|(?<=\\[nrt]))eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
  },
  { kind: 'Groq key', hints: ['gsk_'], pattern: /\bgsk_[A-Za-z0-9]{20,}/g },
  { kind: 'xAI key', hints: ['xai-'], pattern: /\bxai-[A-Za-z0-9_-]{24,}/g, isSecret: hasDigit },
  {
    kind: 'Atlassian token',
    hints: ['atatt3', 'atctt3', 'atbb'],
    pattern: /\b(?:AT[AC]TT3[A-Za-z0-9_=-]{20,}|ATBB[A-Za-z0-9]{28,})/g,
  },
  {
    kind: 'Vault token',
    hints: ['hvs.', 'hvb.', 'hvr.'],
    pattern: /\bhv[sbr]\.[A-Za-z0-9_-]{20,}/g,
  },
  {
    kind: 'Vault token',
    hints: ['s.'],
    pattern: /\b(?<![.$-])s\.[A-Za-z0-9]{24}(?![A-Za-z0-9(-]|\.\w)/g,
    isSecret: looksRandom,
  },
  {
    kind: 'Notion token',
    hints: ['ntn_', 'secret_'],
    pattern: /\b(?:ntn_[A-Za-z0-9]{30,}|secret_[A-Za-z0-9]{40,})/g,
  },
  { kind: 'Linear key', hints: ['lin_'], pattern: /\blin_(?:api|oauth|wh)_[A-Za-z0-9]{20,}/gi },
  {
    kind: 'Databricks token',
    hints: ['dapi', 'dose'],
    pattern: /\b(?:dapi|dose)[a-f0-9]{32}(?:-\d)?(?![A-Za-z0-9])/g,
  },
  {
    kind: 'Shopify token',
    hints: ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'shpua_'],
    pattern: /\bshp(?:at|ca|pa|ss|ua)_[A-Za-z0-9]{24,}/g,
  },
  {
    kind: 'Azure secret',
    hints: ['q~'],
    pattern: /\b(?<![~.-])[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{30,}/g,
  },
  {
    kind: 'Azure key',
    hints: ['accountkey=', 'sharedaccesskey='],
    pattern: /(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,}={0,2})/gi,
    group: 1,
  },
  {
    kind: 'Azure key',
    hints: ['+ast', '+adb', 'azfu', 'acdb', 'azse'],
    pattern:
      /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{30,80}(?:\+ASt|\+ADb|AzFu|ACDb|AzSe)[A-Za-z0-9+/]{4,8}={1,2}(?![A-Za-z0-9+/=])/g,
  },
  {
    kind: 'Azure key',
    hints: ['jqqj9', 'azdo'],
    pattern:
      /(?<![A-Za-z0-9])(?=[A-Za-z0-9]{77})(?:[A-Za-z0-9]{52}JQQJ9[A-Za-z0-9]{20,40}|[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4})(?![A-Za-z0-9])/g,
  },
  {
    kind: 'Tailscale key',
    hints: ['tskey-'],
    pattern: /\btskey-[a-z]{2,12}-[A-Za-z0-9-]{16,}/g,
    isSecret: hasDigit,
  },
  { kind: 'Figma token', hints: ['figd_', 'figu_'], pattern: /\bfig[du]_[A-Za-z0-9_-]{20,}/g },
  {
    kind: 'Grafana token',
    hints: ['glsa_', 'glc_'],
    pattern: /\b(?:glsa_[A-Za-z0-9_]{20,}|glc_[A-Za-z0-9+/]{20,}={0,3})/gi,
  },
  { kind: 'Replicate token', hints: ['r8_'], pattern: /\br8_[A-Za-z0-9]{30,}/g },
  { kind: 'Perplexity key', hints: ['pplx-'], pattern: /\bpplx-[A-Za-z0-9]{30,}/g },
  {
    kind: 'Doppler token',
    hints: ['dp.'],
    pattern: /\bdp\.(?:pt|st|ct|sa|scim|audit)\.(?:[A-Za-z0-9_-]{1,40}\.)?[A-Za-z0-9]{30,}/gi,
  },
  {
    kind: 'Postman key',
    hints: ['pmak-', 'pmat-'],
    pattern: /\bPMA[KT]-[A-Za-z0-9-]{20,}/g,
    isSecret: hasDigit,
  },
  {
    kind: 'Mailgun key',
    hints: ['key-', 'mailgun'],
    pattern: /\b(?<!-)(?:key-[a-f0-9]{32}|[a-h0-9]{32}-[a-h0-9]{8}-[a-h0-9]{8})(?![A-Za-z0-9-])/g,
  },
  { kind: 'Pulumi token', hints: ['pul-'], pattern: /\bpul-[a-f0-9]{40}/g },
  {
    kind: 'New Relic key',
    hints: ['nrak-', 'nrii-', 'nrjs-', 'nrra-', 'nraa-', 'nral'],
    pattern: /\b(?:NR(?:AK|II|JS|RA|AA)-[A-Za-z0-9-]{19,}|[a-zA-Z0-9]{6}[a-fA-F0-9]{30}NRAL)/gi,
    isSecret: hasDigit,
  },
  { kind: 'Sentry token', hints: ['sntry'], pattern: /\bsntry[su]_[A-Za-z0-9+/=_-]{30,}/g },
  { kind: 'Airtable token', hints: ['pat'], pattern: /\bpat[A-Za-z0-9]{14}\.[a-f0-9]{64}/g },
  { kind: 'Docker token', hints: ['dckr_'], pattern: /\bdckr_[po]at_[A-Za-z0-9_-]{20,}/g },
  { kind: 'Netlify token', hints: ['nfp_'], pattern: /\bnfp_[A-Za-z0-9]{36,}/g },
  { kind: 'NVIDIA key', hints: ['nvapi-'], pattern: /\bnvapi-[A-Za-z0-9_-]{40,}/g },
  { kind: 'LangSmith key', hints: ['lsv2_'], pattern: /\blsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}/g },
  { kind: 'Tavily key', hints: ['tvly-'], pattern: /\btvly-[A-Za-z0-9-]{24,}/g, isSecret: hasDigit },
  {
    kind: 'Resend key',
    hints: ['re_'],
    pattern: /\bre_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?![A-Za-z0-9])/g,
    isSecret: hasDigit,
  },
];

/** Values that the text before them calls secrets. */
const ANNOUNCED: readonly Shape[] = [
  {
    kind: 'AWS secret key',
    hints: ['aws'],
    pattern:
      /\baws[\w.\s-]{0,12}secret[\w.\s-]{0,20}["']?\s{0,5}(?:=>|[:=]|is)\s{0,5}["']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
    group: 1,
  },
  {
    kind: 'password in a URL',
    hints: ['://'],
    pattern: /(?<=[a-z0-9+.-]):\/\/[^\s/:@?#]*:([^\s@/]+)@/gi,
    group: 1,
    isSecret: isLiteral,
  },
  {
    kind: 'bearer token',
    hints: ['bearer'],
    pattern: /\bbearer\s+["']?([A-Za-z0-9._~+/=-]{16,})/gi,
    group: 1,
    isSecret: looksRandom,
  },
  {
    kind: 'basic credentials',
    hints: ['authorization'],
    pattern: /\bauthorization["']?\s*[:=]\s*["']?basic\s+([A-Za-z0-9+/]{8,}={0,2})/gi,
    group: 1,
  },
];

/** Values after general names, which belong to no vendor. */
const ANNOUNCED_BY_ANYBODY: readonly Shape[] = [
  {
    kind: 'password',
    hints: [
      'pass',
      'pwd',
      'kennwort',
      'contrase',
      'senha',
      'wachtwoord',
      'парол',
      '密码',
      '密碼',
      'パスワード',
    ],
    pattern:
      /(?:passwords?|passwd|passphrase|passwort|kennwort|mot de passe|contrase[nñ]a|\bsenha|wachtwoord|парол[ьяю]|密码|密碼|パスワード|\bpwd|PASSWORD|_PWD|_PASS|\bpass)["']?\s*(?:=>|:=|[:=：])\s*["']?([^\s"'`,;\u3000-\u9fff]{6,})/gi,
    group: 1,
    isSecret: looksChosen,
  },
  ...TOLD_PASSWORDS,
  {
    kind: 'password',
    hints: ['password'],
    pattern: /password["']\s{1,5}value\s{0,5}=\s{0,5}["']([^\s"']{6,})["']/gi,
    group: 1,
    isSecret: looksChosen,
  },
  {
    kind: 'password',
    hints: ['curl'],
    pattern: /(?<=[ \t])(?:-u|--user)[ \t=]{0,3}["']?[^\s"':]{1,64}:([^\s"'`]{6,})/g,
    group: 1,
    isSecret: looksChosen,
  },
  ...TOLD_KEYS,
  {
    kind: 'secret value',
    hints: ['key', 'secret', 'token', 'credential'],
    pattern:
      /(?:(?:api|access|secret|private|account|license)[ _-]?key|client[ _-]?secret|secret|token|credentials?)["']?\s*(?:=>|:=|[:=]|\bis\b)\s*["']?([A-Za-z0-9_./+=~-]{16,})/gi,
    group: 1,
    isSecret: looksRandom,
  },
  {
    kind: 'secret value',
    hints: ['key', 'secret', 'token', 'pass'],
    pattern:
      /(?:(?:api|access|secret|private)[ _-]?key|client[ _-]?secret|token|password|passphrase)[ \t]{1,3}["'`]?([A-Za-z0-9_./+=~-]{20,})/gi,
    group: 1,
    isSecret: looksMade,
  },
  {
    kind: 'Cairn invitation',
    hints: ['join'],
    pattern: /\bjoin\s+([0-9A-Z]{4}(?:-[0-9A-Z]{4}){3})\b/g,
    group: 1,
  },
];

/** Returns the shapes in the order of the search. Shapes of vendors come before general ones. */
export const inOrder = (tokens: readonly TokenRule[], named: readonly NamedRule[]): readonly Shape[] => [
  ...TOKENS.map(startedFreely),
  ...tokens.map(shapeOfToken),
  ...ANNOUNCED,
  ...named.map(shapeOfNamed),
  ...ANNOUNCED_BY_ANYBODY,
];
