/**
 * Checks that a value from another device could have been written here. This module applies the write path's limits of texts, lists and
 * numbers; `parseFacet` checks shapes. It does not use zod, which would be slow for a page of thousands of values. [TR-6]
 */
import { ACT_LIMITS } from './act-limits.ts';
import { LIMITS } from './limits.ts';
import { NAME_FIELDS, type NameField, nameRow } from './memory-names.ts';
import { isKeepable, isLongerThan, REDACTIONS } from './plain-text.ts';
import { AGENT_FIELDS, type ProfileFieldSpec, USER_FIELDS } from './profile-fields.ts';
import {
  type BodyValue,
  type Cadence,
  type CountValue,
  type FacetName,
  type FacetNamed,
  type FacetValue,
  type FromValue,
  facetName,
  nameIn,
  type ProfileItemValue,
  type ScheduleAct,
  type ScheduleDefValue,
  type TaggedValue,
} from './register.ts';
import { exhaustive } from './result.ts';

export const isWithinLimits = ({ facet, value }: FacetValue): boolean =>
  isKeepable(facet) && Reflect.apply(Reflect.get(WITHIN, facetName(facet)), null, [value, facet]);

type Value<N extends FacetName> = FacetNamed<N>['value'];

const isName = (text: string | null, charsMax: number): boolean =>
  text === null || (!isLongerThan(text, charsMax) && isKeepable(text));

/** Counts each redaction as one character: the writer's limit applied before, and a redaction may be longer than its secret. [G-1] */
const isGuardedText = (text: string, charsMax: number): boolean => {
  if (!isKeepable(text)) return false;
  if (!isLongerThan(text, charsMax)) return true;
  return (
    !isLongerThan(text, charsMax * LIMITS.redactedGrowthMax) &&
    !isLongerThan(text.replace(REDACTIONS, '*'), charsMax)
  );
};

export const isTimeWithin = (ms: number): boolean => Math.abs(ms) <= LIMITS.timeMsMax;

const isBodyWithin = (body: BodyValue): boolean =>
  isGuardedText(body.content, body.key === null ? LIMITS.contentCharsMax : LIMITS.keyedContentCharsMax) &&
  NAME_FIELDS.every((name) => isMemoryNameWithin(name, nameIn(body, name))) &&
  isName(body.by.name, LIMITS.deviceNameCharsMax) &&
  isTimeWithin(body.createdAt) &&
  (body.rewrite === undefined || body.rewrite <= LIMITS.rewritesMax) &&
  (body.tags === undefined || areTagsWithin(body.tags));

const isMemoryNameWithin = (name: NameField, text: string | null): boolean => {
  const { charsMax, isNormalised } = nameRow(name);
  return isName(text, isNormalised ? charsMax * LIMITS.normalisedGrowthMax : charsMax);
};

const areTagsWithin = (tags: readonly string[]): boolean =>
  tags.length <= LIMITS.tagsMax && tags.every((tag) => isName(tag, LIMITS.tagCharsMax));

const areChangesWithin = ({ tags }: TaggedValue): boolean =>
  tags.length <= LIMITS.tagsEverMax &&
  tags.every(([tag, changes]) => isName(tag, LIMITS.tagCharsMax) && changes <= LIMITS.tagChangesMax);

const areReplacedWithin = ({ replaces, kept = [] }: FromValue): boolean =>
  replaces.length <= LIMITS.replacedMax && kept.length <= LIMITS.replacedMax;

const isCountWithin = ({ n, first, last }: CountValue): boolean =>
  n <= LIMITS.countMax && isTimeWithin(first) && isTimeWithin(last);

const FIELDS: Readonly<Record<string, ProfileFieldSpec>> = { ...AGENT_FIELDS, ...USER_FIELDS };

/** A name that is not in `FIELDS` is a document's Markdown, a device, or a field of a newer program. It gets the Markdown's limit. */
const isFieldWithin = ({ of, value }: Value<'field.'>, facet: string): boolean => {
  const name = facet.slice('field.'.length);
  const charsMax = (Object.hasOwn(FIELDS, name) ? FIELDS[name]?.charsMax : null) ?? LIMITS.profileRawCharsMax;
  const texts = typeof value === 'string' ? [value] : (value ?? []);
  return (
    isName(of, LIMITS.facetBytesMax) &&
    texts.length <= LIMITS.profileListMax &&
    texts.every((text) => isGuardedText(text, charsMax))
  );
};

const isItemWithin = ({ of, section, text, order }: ProfileItemValue): boolean =>
  isName(of, LIMITS.facetBytesMax) &&
  isGuardedText(section, LIMITS.profileSectionCharsMax) &&
  isGuardedText(text, LIMITS.profileItemCharsMax) &&
  Math.abs(order) <= LIMITS.profileOrderMax;

const isDefWithin = (value: ScheduleDefValue): boolean =>
  isName(value.name, LIMITS.scheduleNameCharsMax) &&
  isGuardedText(value.goal, LIMITS.scheduleGoalCharsMax) &&
  isName(value.project, LIMITS.projectCharsMax) &&
  isName(value.channel, LIMITS.scheduleChannelCharsMax) &&
  isName(value.channelContext, LIMITS.scheduleChannelCharsMax) &&
  isName(value.by.name, LIMITS.deviceNameCharsMax) &&
  isName(value.by.agent, LIMITS.agentCharsMax) &&
  isTimeWithin(value.createdAt) &&
  isActWithin(value.act) &&
  isCadenceWithin(value.cadence);

const isActWithin = (act: ScheduleAct | undefined): boolean =>
  act === undefined ||
  (act.turns <= ACT_LIMITS.turnsMax &&
    act.tokens <= ACT_LIMITS.tokensMax &&
    isName(act.folder, LIMITS.documentPathCharsMax));

export const isCadenceWithin = (cadence: Cadence): boolean => {
  if (!isName(cadence.timezone, LIMITS.timezoneCharsMax)) return false;
  switch (cadence.type) {
    case 'cron':
      return isName(cadence.expression, LIMITS.cronExpressionCharsMax);
    case 'once':
      return isTimeWithin(cadence.at);
    case 'interval':
      return isIntervalWithin(cadence.seconds) && isTimeWithin(cadence.anchor);
    default:
      return exhaustive(cadence);
  }
};

/** Checks the length of an interval. [SC-1] */
export const isIntervalWithin = (seconds: number): boolean =>
  seconds >= LIMITS.scheduleIntervalSecondsMin && seconds <= LIMITS.scheduleIntervalSecondsMax;

/** The check of each facet's value. */
const WITHIN: { readonly [N in FacetName]: (value: Value<N>, facet: string) => boolean } = {
  gone: ({ hash }) => isName(hash, LIMITS.goneHashCharsMax),
  body: isBodyWithin,
  'past.': isBodyWithin,
  link: () => true,
  flags: () => true,
  tags: ({ tags }) => areTagsWithin(tags),
  'tagged.': areChangesWithin,
  'from.': areReplacedWithin,
  'count.': isCountWithin,
  'field.': isFieldWithin,
  'item.': isItemWithin,
  handover: ({ sealed, at }) => isName(sealed, LIMITS.payloadBytesMax) && isTimeWithin(at),
  def: isDefWithin,
  runner: ({ name }) => isName(name, LIMITS.deviceNameCharsMax),
  state: ({ reason }) => isName(reason, LIMITS.scheduleReasonCharsMax),
};
