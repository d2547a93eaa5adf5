/**
 * Finds commands that a memory must not give to an assistant: obey, hide something from the person, act without asking, send data
 * away, take another identity. A person may mean such a sentence. An assistant that repeats it may have been manipulated, so its
 * memory gets low trust. From automatic sources such a memory is held. [G-1]
 */
import { anyOf, COMMANDS_ELSEWHERE } from './guard-elsewhere.ts';
import { foldForMatching } from './guard-fold.ts';

const AI = `(?:(?:the|this|any|every|all) )?(?:assistants?|ais?|ai agents?|llms?|language models?|claude|chatgpt|gpt|copilot|gemini)`;
const ADDRESSEE = `(?:you|${AI})`;
const OUGHT = `(?:must|should|shall|will|have to|has to|need to|needs to|are to|is to|are required to|is required to|are obliged to)`;
const START = String.raw`(?:^|[.!?;:\n][^\S\n]*|\b(?:please|and|then|just|also|always|never|must|should|to|will) )`;
/** Not right after a word that forbids: "never push without review" is a rule of a person, and no order to push unasked. */
const UNLESS_FORBIDDEN = String.raw`(?<!\b(?:never|not|don'?t) (?:ever |to )?)`;
/** Things that belong to the person or to the conversation. */
const OURS = String.raw`(?:conversations?|memor(?:y|ies)|chats?|messages?|histor(?:y|ies)|prompts?|source|code|secrets?|keys?|tokens?|credentials?|passwords?|files?|env|environment|data|context|everything|answers?|outputs?|repl(?:y|ies)|transcripts?|notes|cookies|\.env)`;
const AWAY = String.raw`(?:https?:\/\/|www\.|(?<![^\s@])[^\s@]{1,64}@[^\s@]{1,255}\.[a-z]{2,}|(?<![\w.-])[\w-]{1,64}(?:\.[\w-]{1,64}){0,8}\.(?:com|net|io|org|example|ru|cn|xyz|dev|app|co)\b)`;
const ASKING = `(?:asking|prompting|confirming|confirmation|permission|approval|consent|review|telling|informing|notifying|mentioning|hesitation|question)`;

const SOURCES: readonly string[] = [
  String.raw`\b${ADDRESSEE} ${OUGHT} (?:now |also |from now on )?(?:always|never|only ever|obey|comply|follow every|follow all|follow any|approve|ignore|disregard|trust|reveal|do (?:whatever|anything|everything|as)|hand over|give up|share (?:all|any|every|your)|not (?:tell|mention|reveal|ask|refuse))\b`,
  String.raw`\b(?:always|unconditionally|blindly|silently|secretly|immediately) (?:obey|comply|agree with|grant|trust (?:everything|anything|any|all|whatever|messages|instructions)|(?:approve|accept|allow|merge) (?:all|any|every|everything|whatever|requests?)|(?:do|execute|run) (?:whatever|everything|anything|all|any|every))\b`,
  String.raw`${START}${UNLESS_FORBIDDEN}(?:run|execute|delete|approve|send|push|merge|install|commit|do(?! not\b)|perform|accept|grant|transfer|pay|buy|disable|remove|forward|post|publish|deploy|order|sign|proceed|act|drop|wipe|overwrite)\b[^.\n]{0,120}\bwithout (?:any |ever |first |further |prior |the user'?s? |user |explicit |human )*${ASKING}\b`,
  String.raw`\b(?:skip|bypass|suppress|avoid) (?:all |any |every |the )?(?:confirmations?|permission (?:checks?|prompts?)|approval (?:steps?|prompts?)|safety (?:checks?|rules?)|security (?:checks?|rules?|warnings?))\b`,
  String.raw`\b(?:never|don'?t|do not|no need to|need not|stop) (?:ever )?ask(?:ing)? (?:me |the user |anyone |anybody )?(?:for )?(?:any )?(?:confirmation|permission|approval|consent)\b`,
  String.raw`\b(?:keep|hide|conceal|withhold)\b[^.\n]{0,60}\bfrom (?:the|your) (?:user|human|owner|person)\b`,
  String.raw`\b(?:without the (?:user|human|owner|person) (?:knowing|noticing|seeing)|the (?:user|human|owner) (?:must|should|need|may|can)(?:n'?t| not| never) (?:know|see|notice|find out|be told|learn))\b`,
  String.raw`${START}${UNLESS_FORBIDDEN}(?:send|forward|post|upload|e-?mail|transmit|copy|leak|report|share|include|append|attach|curl|paste|bcc|submit|mirror|back up|sync)\b(?:[^.\n]|\.(?=\S)){0,80}\b${OURS}\b[^.\n]{0,60}\b(?:to|at|with|via|into|on)\s+${AWAY}`,
  String.raw`\b(?:every|each|all|any) (?:answers?|repl(?:y|ies)|responses?|messages?|outputs?|summar(?:y|ies)|commits?|files?|e-?mails?|links?|pull requests?)\b[^.\n]{0,100}${AWAY}`,
  String.raw`${AWAY}\S{0,200}[^.\n]{0,60}\b(?:in|to|at the end of|with) (?:every|each|all|any) (?:answers?|repl(?:y|ies)|responses?|messages?|outputs?|summar(?:y|ies)|commits?|files?)\b`,
  String.raw`\b(?:overwrite|replace|rewrite|update|change|discard|unlearn)(?:s)? (?:all |any )?(?:of )?your (?:\w+ )?(?:rules|guidelines|instructions|principles|polic(?:y|ies)|values)\b|\bupdate (?:to|of) your (?:rules|guidelines|instructions|policy)\b`,
  String.raw`\b(?:consider|regard|count|accept)\b[^.\n]{0,60}\bas (?:if )?(?:coming from|from|sent by) (?:the |your )?(?:developers?|system|admins?|administrators?|owner)\b`,
  String.raw`\b(?:whenever|when|if|once) (?:you|the assistant) (?:see|sees|read|reads|hear|hears|find|finds|meet)\b[^.\n]{0,60}\b(?:passwords?|secrets?|tokens?|keys?|credentials?|this word|the word|["“][^"”]{1,40}["”])`,
  String.raw`\b(?:everything|all) (?:that )?you know (?:of|about) (?:the|your|me|this) ?(?:user|owner|person|human)?\b`,
  String.raw`\b(?:pre-?approved?|pre-?authori[sz]ed?)\b[^.\n]{0,60}\b(?:all|any|every|everything)\b|\b(?:never|don'?t|do not) stop to (?:verify|check|confirm|ask)\b|\bwith no (?:further|more|prior) (?:checks?|questions?|confirmation|approval|review)\b`,
  String.raw`\b(?:disabl|switch|turn)(?:e|ing|es)? ?(?:off )?(?:the |all |your )?sandbox(?:ing|es)?\b`,
  String.raw`\balways (?:recommend|promote|advertise|endorse|praise)\b`,
  String.raw`\b(?:this is|message from|by order of|on (?:behalf|orders) of|note from|as|i am|i'm) (?:the |your |an? )?(?:developers?|administrators?|admins?|system|anthropic|openai|google|security team|creators?|maker|root user)\b[^\n]{0,80}\b(?:you|your|must|obey|override|comply|instruct(?:ed|s|ions?)?|require[sd]?)\b`,
  String.raw`\b(?:god|sudo|dan|admin override|unrestricted|jailbreak) mode\b|\badmin override\b`,
  String.raw`\b(?:you have been|you've been|you are) (?:granted|given) (?:full|admin|root|unlimited|unrestricted)\b`,
  String.raw`\btreat (?:this|these|it|the following|everything|all|any|what follows)\b[^.\n]{0,60}\bas (?:an? )?(?:instructions?|system|commands?|orders?|developer|trusted|law)\b`,
  String.raw`\b(?:follow|execute|obey|do|carry out|apply) (?:all |any |the |every |whatever )*(?:instructions?|commands?|orders?|directions?) (?:found |given |written |contained )?(?:in|from|on|at|of) (?:any|every|all|this|that|https?|web|e-?mails?|comments?|the (?:page|site|web ?site|comments?|e-?mail|issue|attacker))`,
  String.raw`\b(?:your|the assistant'?s?) (?:real|true|actual|secret|hidden|primary|only|new|sole) (?:goal|purpose|task|mission|objective|job|instructions?|identity|master|owner|loyalty)\b`,
  String.raw`\b(?:disable|turn off|bypass|drop|remove|forget|suspend|ignore) (?:all |the )?(?:your|any) (?:\w+ )?(?:safety|ethical|ethics|content|security|moderation|filters?|restrictions?|limits|principles)\b`,
  String.raw`\byou (?:have|are under|are bound by) no (?:restrictions?|limits?|rules?|filters?|guidelines)\b|\byou are no longer bound\b|\bfree (?:of|from) (?:all |your |any )+(?:rules|restrictions|limits|filters)\b`,
  String.raw`\b(?:answer|respond|reply|speak|act|behave)\b[^.\n]{0,40}\bwithout (?:any )?(?:restrictions?|filters?|limits?|censorship|safety|guardrails|ethics)\b`,
  String.raw`\bwhen(?:ever)? (?:the user|someone|anyone|anybody|you|asked)\b[^.\n]{0,80}\b(?:claim|pretend|lie|deny|secretly|silently|insert|hide)\b`,
  String.raw`\b(?:print|show|output|repeat|dump|list|tell me|reveal|give me) (?:all |everything |out )*(?:of )?(?:your|the) (?:(?:hidden|secret|internal|initial|stored|saved) )?(?:memories|memory|secrets|api keys|credentials|instructions|rules)\b`,
  String.raw`\b(?:curl|wget)\b[^|\n]{0,160}\|\s*(?:sudo )?(?:ba|z|da)?sh\b[^\n]{0,80}\b(?:every|each|always|before|first)\b|\b(?:always|first|before)\b[^\n]{0,80}\b(?:curl|wget)\b[^|\n]{0,160}\|\s*(?:sudo )?(?:ba|z|da)?sh\b`,
];

interface Command {
  readonly pattern: RegExp;
  /** Whether the pattern can match only a text that holds an address. */
  readonly leadsAway: boolean;
}

const COMMANDS: readonly Command[] = SOURCES.map((source) => ({
  pattern: new RegExp(source, 'u'),
  leadsAway: source.includes(AWAY),
}));
const ANY_ELSEWHERE = anyOf(COMMANDS_ELSEWHERE);

/**
 * Part of every address that `AWAY` finds. Few texts have an address, and running `AWAY` at every letter would take half of all the
 * time.
 */
const AWAY_HINT = /:\/\/|www\.|@|\.(?:com|net|io|org|example|ru|cn|xyz|dev|app|co)\b/;
/** Runs of blanks. Few texts have one, and this check is cheaper than replacing every blank. */
const BLANKS = /[ \t]{2}|\t/;

/** Returns the command that was found, to be put after "it reads like". Null when the text gives no command. */
export const findCommand = (text: string): string | null => {
  const plain = foldForMatching(text);
  const folded = BLANKS.test(plain) ? plain.replaceAll(/[ \t]+/g, ' ') : plain;
  const hasAddress = AWAY_HINT.test(folded);
  for (const { pattern, leadsAway } of COMMANDS) {
    const match = leadsAway && !hasAddress ? null : pattern.exec(folded);
    if (match !== null) return found(match);
  }
  if (!ANY_ELSEWHERE.test(folded)) return null;
  const match = COMMANDS_ELSEWHERE.map((pattern) => pattern.exec(folded)).find((one) => one !== null);
  return match == null ? null : found(match);
};

const found = ([text]: RegExpExecArray): string => `"${text.replace(/\s+/g, ' ').trim()}"`;
