/** Commands to review memories. */
import { LIMITS } from '@cairn/schema';
import { argument, commands } from './make.ts';
import { id, limit } from './options.ts';

export const REVIEW_COMMANDS = commands({
  review: {
    summary: 'List memories to decide on: held, replaced on two devices, contradictory, or out of date',
    examples: ['cairn review', 'cairn review --json', 'cairn review supersede m_01k9x… m_01ka2…'],
    options: [limit(LIMITS.reviewLimitMax, LIMITS.reviewLimitDefault)],
    load: async () => (await import('../commands/review.ts')).review,
  },
  'review accept': {
    summary: 'Let search find a memory that was held',
    examples: ['cairn review accept m_01k9x…'],
    arguments: [{ ...id, takes: 'some' }],
    load: async () => (await import('../commands/review.ts')).accept,
  },
  'review reject': {
    summary: 'Forget a memory that was held, on all devices',
    examples: ['cairn review reject m_01k9x…'],
    arguments: [{ ...id, takes: 'some' }],
    load: async () => (await import('../commands/review.ts')).reject,
  },
  'review supersede': {
    summary: 'Replace one memory by another; the old one stays in the history',
    examples: ['cairn review supersede m_01k9x… m_01ka2…', 'cairn review supersede m_01k9x…'],
    arguments: [
      argument('OLD', 'what is no longer true', { names: 'memory' }),
      argument('[NEW]', 'what is true now; default: the only memory that contradicts it', {
        names: 'memory',
      }),
    ],
    load: async () => (await import('../commands/review.ts')).supersede,
  },
  'review keep': {
    summary:
      'Keep memories that contradict each other, or one that looks out of date; not shown again on this device',
    examples: ['cairn review keep m_01k9x… m_01ka2…', 'cairn review keep m_01k9x…'],
    arguments: [{ ...id, takes: 'some' }],
    load: async () => (await import('../commands/review.ts')).keep,
  },
});
