/**
 * Steering: short reminders to a model at the end of the conversation, for one call. The program writes them, so they
 * are never stored or learned from. They are removed from any text that contains them. [CX-3]
 */
import { type ChatMessage, LIMITS } from '@cairn/schema';
import { callsOf, textOf } from './chat-message.ts';

export interface SteeringInput {
  readonly messages: readonly ChatMessage[];
  readonly justCompacted: boolean;
}

/** Returns messages of the role `user`, in order. */
export const steeringMessages = ({ messages, justCompacted }: SteeringInput): readonly ChatMessage[] => [
  ...(wantsNudge(messages) ? [steering('memoryNudge', NUDGE)] : []),
  ...(justCompacted ? [steering('compactionRecovery', RECOVERY)] : []),
];

const steering = (name: string, words: string): ChatMessage => ({
  role: 'user',
  content: `<steering name="${name}">\n${words}\nThis note is from the program, not from the person. Do not mention it.\n</steering>`,
});

const NUDGE =
  'Some turns ago the person told you something about themselves or how they want things done. If it will still matter in another session, save it with memory_save; if not, go on.';
const RECOVERY =
  'The conversation so far was just replaced by the summary above. Trust it and go on where you were; do not ask the person to say things again.';

/** True when the person stated something about themselves and no memory tool was called for ten turns. */
const wantsNudge = (messages: readonly ChatMessage[]): boolean => {
  const turns = messages.filter(({ role }) => role === 'assistant');
  if (turns.length < LIMITS.nudgeTurns) return false;
  if (turns.slice(-LIMITS.nudgeTurns).some(usesMemory)) return false;
  return messages
    .filter((message) => message.role === 'user' && !isSteering(message))
    .slice(-LIMITS.nudgeTurns)
    .some((message) => tellsOfThemselves(textOf(message)));
};

/** The names of memory tools in any host's spelling: `memory_save`, `mcp__cairn__memory_save`, `cairn.memory_save`. */
const MEMORY_TOOL = /(?:^|[^a-z])memory_(?:save|search|get|forget|context)$/i;
const usesMemory = (message: ChatMessage): boolean =>
  callsOf(message).some(({ name }) => MEMORY_TOOL.test(name));

const DISCLOSURES = [
  ...['i am', "i'm", 'my name', 'i work', 'i live', 'i prefer', 'i like', "i don't like", 'i hate'],
  ...['i always', 'i never', 'i usually', 'my job', 'my company', 'my team', 'my wife', 'my husband'],
  ...['my partner', 'my email', 'my phone', 'my address', 'call me', 'i go by'],
] as const;
const WISHES = [
  ...['can you always', 'from now on', "don't ever", 'stop using', 'start using', 'going forward'],
  ...['every time', 'when i ask', 'please remember', 'keep in mind', 'for future', 'note that i'],
] as const;
/** Whole words only: "Miami amuses me" states nothing about the person. */
const TELLING = new RegExp(
  `(?<![\\p{L}\\p{N}'])(?:${[...DISCLOSURES, ...WISHES].map((words) => words.replaceAll(' ', String.raw`\s+`)).join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);
const tellsOfThemselves = (text: string): boolean => TELLING.test(text.replace(/[’ʼ`]/g, "'"));

const BLOCK = /<\s*steering\b[^<>]*>[\s\S]*?(?:<\s*\/\s*steering\s*>|$)/gi;
const BEGINS = /^\s*<\s*steering\b/i;

export const isSteering = (message: ChatMessage): boolean => BEGINS.test(textOf(message));

/** Removes steering from a text. Steering without a closing tag reaches to the end. */
export const withoutSteering = (text: string): string =>
  text.includes('<') && /steering/i.test(text) ? text.replace(BLOCK, '').trim() : text;
