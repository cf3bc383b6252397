/**
 * Schedules of the static data set as rows of the feed.
 *
 * @source the vendor's OpenAPI document (paths of emissions); no recorded answer of the files was found, so that the form
 *   is written from it.
 */

import type { Tranche, UnlockSchedule } from '@barograph/stress';
import { Type, type TUnsafe } from 'typebox';
import type { Parsed } from '../upstream/payload/parsed.ts';
import { row, type Values } from '../upstream/payload/row.ts';
import { createFaults } from '../upstream/payload/values.ts';

/** Slugs of all protocols with a schedule. */
export const protocolsPayload: TUnsafe<readonly unknown[]> = Type.Unsafe(Type.Array(Type.Unknown()));

/** A schedule, as far as it is read. Charts are most of it, and none of them is drift. */
export interface SchedulePayload extends Values<'gecko_id'> {
  readonly metadata: {
    readonly events: readonly Values<
      'description' | 'timestamp' | 'noOfTokens' | 'category' | 'unlockType' | 'rateDurationDays'
    >[];
  };
}
export const schedulePayload: TUnsafe<SchedulePayload> = Type.Unsafe(
  Type.Object(
    {
      ...Object.fromEntries([['gecko_id', Type.Optional(Type.Unknown())]]),
      metadata: Type.Object(
        {
          events: Type.Array(
            row(['description', 'timestamp', 'noOfTokens', 'category', 'unlockType', 'rateDurationDays']),
          ),
        },
        { additionalProperties: true },
      ),
    },
    { additionalProperties: true },
  ),
);

/** Names of a path: letters, digits, dots, dashes and underscores. */
const SLUG = /^[\w.-]{1,100}$/;

/** Unique slugs; invalid ones are reported and dropped. */
export function parseProtocols(payload: readonly unknown[]): Parsed<readonly string[]> {
  const faults = createFaults();
  const slugs = payload.flatMap((slug, i) => {
    if (typeof slug === 'string' && SLUG.test(slug) && !/^\.+$/.test(slug)) return [slug];
    faults.add(`[${i}]`, 'a slug', slug);
    return [];
  });
  return { rows: [...new Set(slugs)], fault: faults.summary() };
}

/** Latest accepted time of a schedule: the year 3000, epoch s. */
const LATEST_S = 32_503_680_000;

/**
 * The dated tranches of a schedule. An event of one amount is a tranche, marked a cliff or not by the source; one of two
 * amounts is a change of a linear rate, which is no dated event. The section is the description without its numbers.
 */
export function parseSchedule(
  { ['gecko_id']: coin, metadata }: SchedulePayload,
  slug: string,
): Parsed<Omit<UnlockSchedule, 'knownAt'>> {
  const faults = createFaults();
  const tranches = metadata.events.flatMap((event, i): Tranche[] => {
    const { timestamp, noOfTokens, description, category, unlockType } = event;
    if (!Array.isArray(noOfTokens)) {
      faults.add(`events[${i}].noOfTokens`, 'a list of numbers', noOfTokens);
      return [];
    }
    if (noOfTokens.length !== 1 || unlockType === 'linear') return [];
    const [tokens] = noOfTokens as readonly unknown[];
    // Some times are texts.
    const seconds = typeof timestamp === 'string' && /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : timestamp;
    if (typeof seconds !== 'number' || !(seconds >= 0 && seconds < LATEST_S)) {
      faults.add(`events[${i}].timestamp`, 'epoch seconds', timestamp);
      return [];
    }
    if (typeof tokens !== 'number' || !(tokens > 0 && tokens < Infinity)) {
      faults.add(`events[${i}].noOfTokens[0]`, 'a number above 0', tokens);
      return [];
    }
    const words = typeof description === 'string' ? description.slice(0, 200) : '';
    const kindOf = typeof category === 'string' ? category.slice(0, 40) : '';
    const section = `${kindOf} ${words}`.trim();
    return [{ time: Math.round(seconds * 1000), tokens, section, kind: unlockType === 'cliff' ? 'cliff' : 'step' }];
  });
  const id = typeof coin === 'string' && coin !== '' ? coin : slug;
  return { rows: { coin: id, tranches, streams: [] }, fault: faults.summary() };
}
