/** Moods, macro data and events of the seeded market. */

import { DAY_MS, ok } from '@barograph/core';
import type { Outlook } from '@barograph/simulator';
import type { Feeds } from '../market/feeds.ts';

/** Time before a release when it becomes known. */
const CALENDAR_AHEAD_MS = 180 * DAY_MS;
const PUBLISHER = 'simulated';

/** Feeds of moods, macro data, stablecoins, hacks and media. */
export function createSimulatedOutlook(
  outlook: Outlook,
): Pick<Feeds, 'fearGreed' | 'macro' | 'macroCalendar' | 'stablecoins' | 'pegs' | 'hacks' | 'media' | 'headlines'> {
  return {
    fearGreed: {
      pull: async ({ from, asOf }) => {
        const index = outlook.fearGreed(from, asOf);
        return ok({ rows: { indices: [{ publisher: PUBLISHER, ...index }] }, asOf });
      },
    },
    macro: {
      pull: async ({ from, asOf }) => {
        const series = [...outlook.macro(from, asOf)].map(([name, columns]) => ({
          name,
          publisher: PUBLISHER,
          ...columns,
        }));
        return ok({ rows: { series }, asOf });
      },
    },
    macroCalendar: {
      pull: async ({ from, asOf }) => {
        const releases = outlook
          .releases(from, Math.max(from, asOf + CALENDAR_AHEAD_MS))
          .map((release) => ({ ...release, publisher: PUBLISHER }));
        return ok({ rows: { releases }, asOf });
      },
    },
    stablecoins: {
      pull: async ({ from, asOf }) => {
        const { total, coins } = outlook.supplies(from, asOf);
        return ok({ rows: { total, coins: [...coins].map(([symbol, columns]) => ({ symbol, ...columns })) }, asOf });
      },
    },
    pegs: {
      pull: async ({ from, asOf }) => {
        const coins = [...outlook.pegs(from, asOf)].map(([symbol, columns]) => ({
          symbol,
          publisher: PUBLISHER,
          ...columns,
        }));
        return ok({ rows: { coins }, asOf });
      },
    },
    hacks: { pull: async ({ from, asOf }) => ok({ rows: { hacks: outlook.hacks(from, asOf) }, asOf }) },
    media: {
      pull: async ({ from, asOf }) => {
        const hours = outlook.media(from, asOf);
        const rows = {
          time: Float64Array.from(hours, ({ time }) => time),
          articles: Float64Array.from(hours, ({ articles }) => articles),
          tone: Float64Array.from(hours, ({ tone }) => tone),
        };
        return ok({ rows, asOf });
      },
    },
    headlines: {
      pull: async ({ from, asOf }) => {
        const headlines = outlook
          .headlines(from, asOf)
          .map(({ id, title, time, topic }) => ({ id, title, time, topic, publisher: PUBLISHER }));
        return ok({ rows: { headlines }, asOf });
      },
    },
  };
}
