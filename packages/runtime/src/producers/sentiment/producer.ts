/** Fear and greed, macro series and stablecoins, every 15 minutes. */

import {
  fearGreedBlock,
  macroBlock,
  MACRO_NAMES,
  sentimentPublication,
  stablecoinsBlock,
  type FearGreedNow,
  type MacroNow,
  type MacroSeriesNow,
  type StablecoinsNow,
  type SupplyPoint,
} from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import {
  changeAt,
  cleanSeries,
  fearGreedAt,
  HEALTH_INPUTS_V2,
  PHYSICAL_RANGES,
  stablecoinSupplyAt,
  valueAt,
  type Change,
} from '@barograph/stress';
import {
  SourceError,
  type FeedName,
  type Market,
  type FearGreed,
  type MacroSeries,
  type StablecoinSupplies,
  CADENCES_V1,
} from '@barograph/sources';
import { jsonText } from '@barograph/store';
import type { MarketReader } from '../../market-reader.ts';
import type { Producer } from '../../producer.ts';
import { answered } from '../answered.ts';

const READS = ['fearGreed', 'macro', 'stablecoins'] as const satisfies readonly FeedName[];
/** Days to pull: sentiment a month and a day, macro series their longest change, stablecoins three years. */
const DAYS = { fearGreed: 33, macro: 110, stablecoins: 3 * 365 } as const;
const { staleMs } = HEALTH_INPUTS_V2;
/** Maximum age of a shown value. */
const SHOWN_MS = 60 * DAY_MS;

function moodNow({ indices }: FearGreed, asOf: number): FearGreedNow | null {
  const at = (days: number) => fearGreedAt(indices, asOf - days * DAY_MS, staleMs.fearGreed);
  const now = at(0);
  if (now === null) return null;
  return { now, dayAgo: at(1)?.value ?? null, weekAgo: at(7)?.value ?? null, monthAgo: at(30)?.value ?? null };
}

const RATE_NAMES = ['us_3m', 'us_2y', 'us_5y', 'us_10y', 'us_30y', 'fed_funds'] as const;

/** Each series from the first publisher that has a value. */
function macroNow({ series }: MacroSeries, asOf: number): MacroSeriesNow {
  const found = MACRO_NAMES.flatMap((name): (readonly [string, MacroNow])[] => {
    const given = series.find((outlook) => outlook.name === name);
    if (given === undefined) return [];
    const range = RATE_NAMES.some((rate) => rate === name) ? PHYSICAL_RANGES.rate : PHYSICAL_RANGES.level;
    const clean = cleanSeries(given, asOf, range).series;
    const newest = valueAt(clean, asOf, SHOWN_MS);
    if (newest === null) return [];
    const over = (days: number): Change | null => changeAt(clean, newest.time, days * DAY_MS, staleMs.macro);
    const { publisher, isProxy = false } = given;
    const isFresh = asOf - newest.time <= staleMs.macro;
    const changes = { day: over(1), week: over(7), quarter: over(90) };
    return [[name, { name, publisher, isProxy, ...newest, isFresh, ...changes }]];
  });
  return Object.fromEntries(found);
}

function stablecoinsNow({ total, coins }: StablecoinSupplies, asOf: number): StablecoinsNow | null {
  const all = stablecoinSupplyAt(total, asOf, staleMs.stablecoins);
  if (all === null) return null;
  const each = coins.flatMap(({ symbol, ...series }) => {
    const reading = stablecoinSupplyAt(series, asOf, staleMs.stablecoins);
    return reading === null ? [] : [{ symbol, reading }];
  });
  return { total: all, coins: each.toSorted((a, b) => b.reading.newest.value - a.reading.newest.value) };
}

function pointsOf({ total }: StablecoinSupplies, asOf: number): readonly SupplyPoint[] {
  const { time, value } = cleanSeries(total, asOf, PHYSICAL_RANGES.level).series;
  return Array.from(time, (at, i) => ({ time: at, value: value[i]! }));
}

/** Rows of the three feeds; null for a failed one. */
async function pulled(market: MarketReader, asOf: number) {
  const from = (days: number): number => Math.max(0, asOf - days * DAY_MS);
  return {
    fearGreed: await answered(market.read('fearGreed', { from: from(DAYS.fearGreed), asOf })),
    macro: await answered(market.read('macro', { from: from(DAYS.macro), asOf })),
    stablecoins: await answered(market.read('stablecoins', { from: from(DAYS.stablecoins), asOf })),
  };
}

/** @returns an empty list for a market without any of the feeds. */
export function sentimentProducers(market: Pick<Market, 'has'>): readonly Producer[] {
  if (!READS.some((feed) => market.has(feed))) return [];
  return [
    {
      name: 'sentiment',
      cadence: CADENCES_V1.every15Minutes,
      makeUp: { kind: 'latest' },
      reads: READS,
      needs: [],
      publishes: [sentimentPublication.name],
      isHeavy: false,
      create:
        () =>
        async ({ asOf, market: reader }) => {
          const { fearGreed, macro, stablecoins } = await pulled(reader, asOf);
          // Marks the earlier publication as not fresh.
          if (fearGreed === null && macro === null && stablecoins === null) {
            throw new SourceError('no source of moods, macro series or stablecoins answered');
          }
          const mood = fearGreed === null ? null : moodNow(fearGreed, asOf);
          const supply = stablecoins === null ? null : stablecoinsNow(stablecoins, asOf);
          const head = {
            fear_greed: mood === null ? null : fearGreedBlock.encode(mood),
            macro: macro === null ? null : macroBlock.encode(macroNow(macro, asOf)),
            stablecoins: supply === null ? null : stablecoinsBlock.encode(supply),
          };
          const points = stablecoins === null ? [] : pointsOf(stablecoins, asOf);
          const records = points.map((point) => jsonText(point));
          return { states: [], published: [{ name: sentimentPublication.name, head: jsonText(head), records }] };
        },
    },
  ];
}
