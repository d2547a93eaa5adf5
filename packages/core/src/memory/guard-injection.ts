/**
 * Finds orders to an assistant in a text. `hard`: role tags and calls to ignore instructions, refused on every path. `soft`: text
 * that may be innocent, saved with low trust from a person and held for review from automatic sources. [G-1]
 */
import { IGNORE_ELSEWHERE, SOFT_ELSEWHERE } from './guard-elsewhere.ts';
import { foldForMatching } from './guard-fold.ts';

export interface Injection {
  readonly level: 'hard' | 'soft';
  /** The finding, to be put after "it holds" in a sentence. */
  readonly what: string;
}

/** Returns the most serious finding, or null. */
export const findInjection = (text: string): Injection | null => {
  const folded = foldForMatching(text);
  return findRoleTag(folded) ?? findRoleLabel(folded) ?? findIgnore(folded) ?? findSoft(folded);
};

const ROLE_TAGS: readonly RegExp[] = [
  // A tag directly after a name may be a type (`Array<System>`), so it counts as soft.
  /(?:(?<![\p{L}\p{N}_])<|<\s*\/)\s*(?:system|assistant|developer)(?:[\s_-](?:prompt|message|instructions?))?(?:\s[^<>]{0,120})?\/?\s*>/u,
  /<\|\s*(?:im_start|im_end|im_sep|system|user|assistant|developer|endoftext|endofprompt|begin_of_text|end_of_text|start_header_id|end_header_id|eot_id|eom_id|channel|message|return|start|end)\s*\|>/,
  /\[\s*(?:\/\s*)?inst\s*\]/,
  /<<\s*(?:\/\s*)?sys\s*>>/,
  /<\s*(?:start|end)_of_turn\s*>/,
];

const findRoleTag = (folded: string): Injection | null => {
  if (!/[<[]/.test(folded)) return null;
  for (const pattern of ROLE_TAGS) {
    const match = pattern.exec(folded);
    if (match !== null) return { level: 'hard', what: `the role tag ${match[0].trim()}` };
  }
  return null;
};

/**
 * `system:` at the start of a line is an injection only when an order follows. "System: macOS 14" is a fact. The text
 * after a label is only looked at, so that a label in it is found too.
 */
const ROLE_LABEL =
  /(?:^|\n)[ \t>#*_-]*\[?(?:system|developer)(?:\s+(?:prompt|message|instructions?|override|note|update))?\]?[\s*_]*[:：](?=(.{0,200}))/gs;
const ORDER =
  /\b(?:you|your|ignore|disregard|forget|override|bypass|must|never|always|do not|don'?t|reveal|pretend|act as|respond|reply|output|print|execute|delete|send|follow|obey|comply)\b/;

const findRoleLabel = (folded: string): Injection | null => {
  if (!/system|developer/.test(folded)) return null;
  for (const match of folded.matchAll(ROLE_LABEL)) {
    if (ORDER.test(match[1] ?? '')) return { level: 'hard', what: 'a line that speaks as the system' };
  }
  return null;
};

const SEP = String.raw`[\s"'*_~,:|\x60()\-–—]+`;
const VERB = `(?:ignore|disregard|forget|(?:do not|don'?t|no longer|never|stop)${SEP}(?:follow|obey|heed|respect|comply${SEP}with|adhere${SEP}to|listen${SEP}to)(?:ing)?|stop${SEP}(?:following|obeying)|pay${SEP}no${SEP}attention${SEP}to)`;
const FILLER = `(?:all|any|every|everything|each|the|these|those|this|that|my|our|its|of|and|or|other|given|current|existing|old|new|such)`;
const TELLING = `(?:previous|previously|prior|earlier|above|preceding|foregoing|former|past|initial|original|system|developer|safety|your)`;
const NOUN = `(?:instruct(?:ions?|ed)?|prompts?|prompting|directives?|directions?|commands?|rules?|guidelines?|constraints?|restrictions?|guardrails?|context|messages?|orders?|training|programming|policy|policies|text|conversations?|input)`;
const ORDERS = `(?:instructions?|prompts?|directives?|orders?|guidelines?)`;
const BEFORE = `(?:above|before|previously|earlier|so${SEP}far|(?:that${SEP})?you(?:${SEP}(?:were|have|had|got|are)|'ve|'re)(?:${SEP}been)?${SEP}(?:given|told|received|taught|instructed|trained)|given${SEP}to${SEP}you)`;

/** Patterns for all known calls to ignore instructions. Each matches whole words only. */
const IGNORE: readonly RegExp[] = [
  `${VERB}(?:${SEP}(?:${FILLER}|${TELLING}))*${SEP}${TELLING}(?:${SEP}(?:${FILLER}|${TELLING}))*${SEP}${NOUN}`,
  `${VERB}${SEP}(?:all|any|every)(?:${SEP}${FILLER})*${SEP}${ORDERS}`,
  `${VERB}(?:${SEP}${FILLER})*${SEP}${NOUN}${SEP}${BEFORE}`,
  `${VERB}${SEP}(?:everything|anything|all|whatever)(?:${SEP}(?:of|that|the|is|was))*${SEP}${BEFORE}`,
].map((source) => new RegExp(String.raw`\b${source}\b`, 'gu'));

/** The same phrases without spaces. */
const IGNORE_JOINED =
  /ignorepreviousinstructions|ignoreallpreviousinstructions|disregardpreviousinstructions/;
const IGNORE_ALL_ELSEWHERE: readonly RegExp[] = [IGNORE_JOINED, ...IGNORE_ELSEWHERE];

/** Text directly before a match which shows that the phrase is quoted or warned of. */
const MENTIONED =
  /(?:\b(?:not|never|cannot|n't|avoid|without|tends? to|tries to|tried to|attempts? to|attempted to|trying to|like|e\.g\.|such as|phrases?|patterns?|strings?|texts?|sentences?|words?|called|named|about|against|refus(?:es?|ed|ing)|block(?:s|ed|ing)?|detect(?:s|ed|ing)?|reject(?:s|ed|ing)?|catch(?:es|ing)?|caught|flag(?:s|ged|ging)?|filter(?:s|ed|ing)?)|n't)[\s"'\x60:,(]{1,4}$/u;

/** Parts of words. Every match of an ignore pattern holds at least one of them, and looking for these alone is many times cheaper. */
const IGNORE_HINT =
  /ignor|disregard|forget|follow|obey|heed|respect|comply|adhere|listen|attention|missacht|vergiss|vergesst|verwirf|oubli|neglige|ecarte|compte|abstraction|suivez|suis plus|olvid|descart|desconsider|omiso|caso|sigas?\b|esquec|dimentic|scarta|trascura|seguire|considerare|negeer|vergeet|zapomnij|talimat|komut|[^ -~\s]/;

const findIgnore = (folded: string): Injection | null => {
  if (!IGNORE_HINT.test(folded)) return null;
  let found: Injection | null = null;
  for (const pattern of IGNORE) {
    for (const match of folded.matchAll(pattern)) {
      const before = folded.slice(Math.max(0, match.index - 40), match.index);
      const what = `"${match[0].replace(/\s+/g, ' ')}"`;
      if (!MENTIONED.test(before)) return { level: 'hard', what };
      found = { level: 'soft', what };
    }
  }
  for (const pattern of IGNORE_ALL_ELSEWHERE) {
    const match = pattern.exec(folded);
    if (match !== null) return { level: 'hard', what: `"${match[0]}"` };
  }
  return found;
};

const SOFT: readonly RegExp[] = [
  /\byou(?:\s+are|'re)\s+now\b/,
  /\bfrom\s+now\s+on,?\s+you(?:\s+are|'re)\b/,
  /\bpretend\s+(?:to\s+be|you(?:\s+are|'re)|that\s+you)\b/,
  /\bact\s+as\s+(?:if|though)\s+you\b/,
  /\bact\s+as\s+an?\s+(?:unrestricted|unfiltered|jailbroken|different|evil|hacker|dan)\b/,
  /\brole-?\s?play\s+as\b/,
  /\bimportant\W{1,3}you\s+must\b/,
  /\b(?:your|the)\s+new\s+(?:instructions?|role|persona|purpose|directives?)\s*(?:is|are|:)/,
  /(?:^|\n)\W{0,4}new\s+(?:system\s+)?instructions?\s*:/,
  /\b(?:override|bypass|discard|disable)\s+(?:(?:all|the|your|any|its|previous|prior)\s+){0,3}(?:system\s+prompts?|safety|guardrails?|guidelines|instructions)\b/,
  /\b(?:reveal|print|show|repeat|output|leak)\s+(?:me\s+)?(?:your|the)\s+(?:(?:hidden|initial|full|original|entire)\s+)?(?:system\s+prompt|system\s+instructions|hidden\s+instructions)\b/,
  /\b(?:do\s+not|don'?t|never)\s+(?:tell|inform|mention\s+(?:this|it)\s+to|reveal\s+(?:this|it)\s+to|let)\s+the\s+user\b/,
  /\b(?:do\s+anything\s+now|developer\s+mode\s+(?:enabled|on)|jailbreak\s+mode|dan\s+mode)\b/,
  /\b(?:exfiltrate|send|upload|post|forward)\s+(?:all\s+|the\s+|any\s+|your\s+){0,3}(?:memories|secrets|credentials|passwords|api\s+keys|tokens|private\s+keys)\s+to\b/,
  /<\s*(?:\/\s*)?(?:system|assistant|developer|system-reminder|memory|instructions?|human)\s*>/,
];

const SOFT_HINT =
  /\bnow\b|pretend|\bact\s|role|important|\bnew\b|override|bypass|discard|disable|reveal|print|show|repeat|output|leak|not\s|n't\s|never|dont|anything|developer|jailbreak|dan\b|exfiltrate|send|upload|post|forward|</;
const SOFT_HINT_ELSEWHERE =
  /\bbist\b|\btu so\b|stell dir|gib dich|tu es\b|vous etes|semblant|comme si|pretends|eres\b|finge|haz como|actua|voce|finja|\bsei\b|fingi|finta|comportati|[^ -~\s]/;

const findSoft = (folded: string): Injection | null => {
  const patterns = [
    ...(SOFT_HINT.test(folded) ? SOFT : []),
    ...(SOFT_HINT_ELSEWHERE.test(folded) ? SOFT_ELSEWHERE : []),
  ];
  for (const pattern of patterns) {
    const match = pattern.exec(folded);
    if (match !== null) return { level: 'soft', what: `"${match[0].replace(/\s+/g, ' ').trim()}"` };
  }
  return null;
};
