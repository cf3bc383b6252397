/** Feeds of the simulator, and feeds that each kind of files can provide. */

import { FEED_NAMES, type FeedName } from '../market/feeds.ts';

/** Feeds of the simulator. */
export const SIMULATED_FEEDS: readonly FeedName[] = FEED_NAMES;

/** Feeds of files, by the flag that names their folder. */
export const FILES_FEEDS: Readonly<Record<'data' | 'spot' | 'reference' | 'derivatives', readonly FeedName[]>> = {
  data: ['bars'],
  spot: ['bars', 'pairBars', 'spotTickers'],
  reference: [
    'coins',
    'categories',
    'unlocks',
    'fearGreed',
    'macro',
    'macroCalendar',
    'stablecoins',
    'pegs',
    'hacks',
    'headlines',
  ],
  derivatives: ['funding', 'openInterest', 'settlements', 'venueOpenInterest', 'longShort', 'implied'],
};
