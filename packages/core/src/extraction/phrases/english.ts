/** English set phrases. [X-4] */
import { NO_TOOL, namePhrase, oneOf, phrasesOf } from './language.ts';

/** What a thing or a person is or does. */
const STATE = `(?:(?:only|always|never|also|still|usually|no longer) )?(?:is|are|was|were|has|have|uses?|needs?|lives?|works?|runs?|must|should|can(?:'?t|not)?|will|won'?t|does(?:n'?t)?|do(?:n'?t)?|prefers?|likes?|hates?|goes|means?|belongs?|starts?|ends?|deploys?|listens?|expires?|happens?|opens?|closes?|ships?|costs?|leads?|owns?|speaks?|studies|takes?|comes?|supports?|depends?|requires?|returns?|loves?|wants?|stays?|breaks?|fails?)`;
/** A clause that states a fact, unlike "that bug we had". */
const CLAUSE = String.raw`(?:I|we|he|she|they|it|there|my|our|his|her|their|the|all|every|each|everyone|nobody|no one|most|both|these|those|[\p{L}\d._-]+ ${STATE}|you (?:must|should|have to|need to|are to|may)? ?(?:always|never))\b(?:(?! time we\b).)+`;
const MINE = String.raw`(?:I|we|my|our)\b.+`;
const VERB = oneOf(
  `use write run add put ask keep format name prefix commit push deploy test include explain answer reply respond call show give start end
   sign wrap document check create avoid return squash rebase lint update install build log import export follow quote translate speak
   address review open close read prefer indent split sort link mention summarise summarize propose suggest`,
);
const MY_VERB = oneOf(
  `use write run prefer deploy code commit squash rebase review test drink eat work format indent sign name start read want develop`,
);
const PASSING_START = String.raw`(?!(?:the|this|that|these|those|it|your|option|one|a|an|if|number|version)\b)`;

/** An object that only the conversation identifies, such as "your question", and words that follow it. */
const TALKED_OF = String.raw`(?: (?:about|on|to|into))?(?: (?:it|this|that|these|those|them|any of (?:it|this|that)|(?:the|this|that|these|those|your|such)(?: [\p{L}-]+)? (?:questions?|details?|topics?|subjects?|matters?|reasons?|things?)|anything|more|much))?(?:,? (?:here|now|yet|further|anymore|either|first|please|thanks|thank you|at (?:this|that) (?:point|time|stage)|if you don't mind|if that's ok(?:ay)?)){0,3}`;

export const ENGLISH_PHRASES = phrasesOf({
  leadIn: String.raw`(?:please|also|and|so|oh|ok(?:ay)?|hey|hi|thanks|thank you|great|good|right|well|btw|by the way|one more thing|(?:can|could|would|will) you|I (?:want|need) you to|I'?d like you to|you should)\b[\s,:!.–-]*`,
  denial: 'no|nope|wrong|actually|sorry',
  facts: [
    String.raw`(?:remember|memori[sz]e)(?: this| the following)?(?: for (?:later|next time|the future))?:\s*(.{8,})`,
    String.raw`(?:always )?(?:remember|memori[sz]e|don'?t forget|do not forget|never forget)(?: that|,)\s+(${CLAUSE})`,
    String.raw`(?:don'?t|do not|never) forget(?: this)?\s?:\s*((?:I|we|he|she|they|it|the|an?|my|our|his|her|their|on|every|all|no)\b.{6,})`,
    namePhrase(
      String.raw`(?:[Rr]emember|[Mm]emori[sz]e|[Dd]on'?t forget|[Dd]o not forget|[Nn]ever forget)(?: that|,) ((?:\p{Lu}[\p{L}\d.'-]* ){2,4}${STATE}(?![\p{L}]).+)`,
    ),
    String.raw`remember\s+((?:I|we|my|our) (?:am|are|is|have|always|never|use|prefer|live|work|don'?t|[\p{L}-]+ (?:is|are|has|lives|works|prefers|uses))\b.+)`,
    String.raw`(?:keep in mind|bear in mind|note|make a note|take note)(?: that|,)\s+(${MINE})`,
    String.raw`for (?:the record|future reference|next time|later)[,:]\s+(.{8,})`,
    String.raw`(?:save|store|add|put|write|note)(?: (?:this|that|it))? (?:to|in|into)(?: your| the)? (?:long[- ]term )?memory(?: that|[:,])\s*(.{8,})`,
    namePhrase(
      String.raw`[Mm]y (?:(?:first |last |full )?name is \p{Lu}|(?:pronouns|birthday|time ?zone|native language|first language|mother tongue)\b.{0,20}\b(?:is|are)\b).*`,
    ),
    namePhrase(
      String.raw`[Mm]y (?:wife|husband|partner|daughter|son|sister|brother|mother|father|dog|cat|boss|manager)(?:'s name)? is (?:called |named )?\p{Lu}.*`,
    ),
    String.raw`(?:I'?m|I am) (?:allergic to|vegan\b|vegetarian\b|colou?r-?blind\b|left-handed\b|dyslexic\b).*`,
    namePhrase(String.raw`I (?:now )?(?:live in|work (?:at|for)) \p{Lu}.*`),
    namePhrase(String.raw`I(?:'ve| have)?(?: just)? moved to ${NO_TOOL}\p{Lu}.*`),
    `I work as an? .+`,
    // What is so no longer: it contradicts what was kept.
    String.raw`(?:I|we) no longer (?:use|work with) ${PASSING_START}\S.+|(?:I|we) (?:don'?t|do not) (?:use|work with) ${PASSING_START}\S.+ any ?more[.!]?$`,
  ],
  standing: [
    String.raw`(?:from now on|going forward|from here on(?: out)?|from today on|in (?:the )?future)\b[,:]?\s+(?!(?:versions?|releases?|I (?:get|see|have)|(?:it|this|that) (?:should|will|works?))\b).{6,}`,
    String.raw`(?:always |never |don'?t |do not |let'?s |${VERB} |call me ).{3,}\b(?:from now on|going forward|in (?:the )?future)[.!]?$`,
    String.raw`(?:always|never|never ever|don'?t ever|do not ever) ${VERB}\b.{2,}`,
    String.raw`stop (?:using|adding|writing|putting|saying|apologi[sz]ing|calling me)\b(?! (?:the|this|that|it)\b).*`,
    String.raw`(?:I|we) (?:always|never|usually|generally|typically|only|don'?t ever) ${MY_VERB}\b(?! (?:it|this|that|these|those|them)\b).+`,
    String.raw`(?:I|we) (?:(?:much|really|strongly|generally|always|usually) )?prefer ${PASSING_START}\S.+`,
    String.raw`(?:you can |just )?call me (?!(?:when|later|back|if|at|on|in|once|tomorrow|crazy|old)\b)[\p{L}'-]{2,30}[.!]?$`,
  ],
  corrections: [
    `(?:(?:no|nope|wrong|actually|sorry)[,.:;!]+ (?:but )?)?(?:I|we) (?:always |only )?(?:use|prefer|write|run|deploy (?:to|with|on)|work with|say|spell it) ${PASSING_START}[^,.;]+,? (?:and )?(?:not|never|instead of|rather than) .+`,
    `(?:no|nope|wrong|actually)[,.:;!]+ (?:please )?((?:always |never )?use ${PASSING_START}[^,.;]+,? (?:and )?(?:not|never|instead of|rather than) .+)`,
    `I (?:said|told you|asked for|asked you to use|meant) ${PASSING_START}[^,.;]+, not .+`,
    String.raw`(?:no|nope|wrong|actually)[,.:;!]+ (?:my|our) [\p{L} -]{2,30} (?:is|are) [^,.;]+, not .+`,
  ],
  passing:
    /\b(?:just this once|this time|for now|right now|for (?:this|the current|that) (?:task|session|time|file|test|run|commit|pr|one|case|request|example|change|ticket|branch)|temporarily|for the moment|today|tonight|in this (?:case|file|session|test|function|example)|next step|as a test|hypothetically|for example|as an example)\b/iu,
  refusal: `(?:prefer|rather) not(?: to)?(?: (?:answer|say|tell(?: you)?|respond|reply|comment|discuss|disclose|share|reveal|specify|elaborate|explain|mention|talk|speak|go|get|think|decide|choose|continue|do|know))?${TALKED_OF}|prefer to (?:wait(?: and see)?|move on|stop|pass|skip|(?:think|decide|answer|talk|keep|leave|skip|discuss)(?: (?:about|over))? (?:it|this|that)(?: (?:over|later|private|secret|open|there|at that|to (?:myself|ourselves)))?|decide later)${TALKED_OF}`,
  condition:
    /(?<!\b(?:even|as|see|only|know|wonder|remember) )\bif\b(?! (?:that|it|this) (?:helps|matters)| you (?:need|want) to know| you(?:'re| are) wondering)|\b(?:unless|as soon as|as long as|provided|in case)\b/iu,
  firstPerson: /\b(?:I|[Mm]y|me|mine|[Ww]e|[Oo]ur|us)\b/u,
});
