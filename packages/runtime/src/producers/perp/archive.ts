/** Archive of funding and open interest: every perp every 5 minutes, append-only, since the first start. */

import { perpArchivePublication, type PerpArchiveHead } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import { type ObservedRange, type OpenInterest, SourceError, CADENCES_V1 } from '@barograph/sources';
import { jsonText, type NewObservation, type Observations } from '@barograph/store';
import type { Producer, StateKey } from '../../producer.ts';
import { parsedState, stateText } from '../../resume.ts';

const MARKET = 'market';
const KEY: StateKey = { name: 'perp-archive', version: 'perp-archive/1' };

/** Series of a market's samples. */
export function perpSamplesSeries(timeline: string): string {
  return `perp-samples@${timeline}`;
}

/** Sample of a perp; null for values that the venue did not report. */
export interface PerpSample {
  /** Fraction of the notional per hour. */
  readonly fundingRate: number | null;
  /** Units of the coin. */
  readonly openInterest: number | null;
  /** USD. */
  readonly mark: number | null;
}

/** JSON has no NaN. */
function known(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/**
 * Creates the producer that archives funding and open interest.
 * @param timeline market name in the store.
 * @param keptDays retention, days; the archive begins no earlier.
 */
export function perpArchiveProducer(timeline: string, keptDays: number = Infinity): Producer {
  const series = perpSamplesSeries(timeline);
  return {
    name: 'perp-archive',
    cadence: CADENCES_V1.every5Minutes,
    makeUp: { kind: 'latest' },
    reads: ['contexts'],
    needs: [],
    publishes: [perpArchivePublication.name],
    isHeavy: false,
    create:
      () =>
      async ({ asOf, market, load }) => {
        const answer = await market.read('contexts', { asOf });
        if (!answer.ok) throw new SourceError(`contexts of perps: ${answer.error.reason}`);
        const { perps, provenance } = answer.value;
        const validTime = provenance.asOf;
        const [stored] = await load(KEY);
        const began = stored === undefined ? undefined : parsedState<PerpArchiveHead>(stored).state.archiveStart;
        const head: PerpArchiveHead = { archiveStart: Math.max(began ?? validTime, asOf - keptDays * DAY_MS) };
        const observations = perps
          .filter(({ isDelisted }) => !isDelisted)
          .map(({ symbol, fundingRate1h, openInterest, mark }): NewObservation => {
            const value: PerpSample = {
              fundingRate: known(fundingRate1h),
              openInterest: known(openInterest),
              mark: known(mark),
            };
            return {
              series,
              key: symbol,
              validTime,
              knownAt: Math.max(asOf, validTime),
              value,
              source: provenance.source,
            };
          });
        return {
          observations,
          states: [stateText(KEY, MARKET, asOf, head)],
          published: [{ name: perpArchivePublication.name, head: jsonText(head), records: [] }],
        };
      },
  };
}

/** Samples of a market. */
export interface PerpSamples {
  /** Open interest of a perp within a range, oldest first. */
  openInterest(range: ObservedRange): Promise<OpenInterest>;
  /** Rates of a perp within a range, fractions per hour, oldest first; NaN when the venue reported none. */
  funding(range: ObservedRange): Promise<{ readonly time: Float64Array; readonly value: Float64Array }>;
}

/** Reader of the archive. */
export function createPerpSamples(observations: Pick<Observations, 'asOf'>, timeline: string): PerpSamples {
  const series = perpSamplesSeries(timeline);
  const samplesIn = async ({ symbol, from, to }: ObservedRange) => {
    const kept = await observations.asOf(series, { key: symbol, knownAt: to, from: from + 1, to });
    return {
      time: Float64Array.from(kept, ({ validTime }) => validTime),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the producer above
      values: kept.map(({ value }) => value as PerpSample),
    };
  };
  return {
    openInterest: async (range) => {
      const { time, values } = await samplesIn(range);
      return {
        time,
        contracts: Float64Array.from(values, ({ openInterest }) => openInterest ?? NaN),
        mark: Float64Array.from(values, ({ mark }) => mark ?? NaN),
      };
    },
    funding: async (range) => {
      const { time, values } = await samplesIn(range);
      return { time, value: Float64Array.from(values, ({ fundingRate }) => fundingRate ?? NaN) };
    },
  };
}
