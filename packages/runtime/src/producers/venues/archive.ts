/**
 * Archive of the large exchange: one row per perp and UTC day of funding, open interest and account ratios. The venue keeps
 * thirty days of the last two, and operations answer ninety.
 *
 * Every hour a run requests the last day of some perps that lack it, and of new perps all that the venue still has. The state is
 * the progress per perp; it survives restarts, and replicas continue from each other.
 */

import { DAY_MS } from '@barograph/core';
import { fundingDays, lastOfDays } from '@barograph/positioning';
import { CADENCES_V1, type FeedQuery, type Market } from '@barograph/sources';
import type { VenueDay, VenueDayNumbers } from '@barograph/store';
import type { MarketReader } from '../../market-reader.ts';
import type { Producer, ProducerInput, StateKey } from '../../producer.ts';
import { parsedState, stateText } from '../../resume.ts';
import { dayOpen, VENUE_ARCHIVE_V1 } from './config.ts';

const VENUE = 'cexa';
const MARKET = 'market';
const KEY: StateKey = { name: 'venue-archive', version: VENUE_ARCHIVE_V1.version };

/** Open of the first day that is not archived yet, per perp; epoch ms. */
type Archived = Readonly<Record<string, number>>;

/** Thrown when the venue stops answering during a run; finished work is stored. */
class VenueAway extends Error {}

/** Rows of a feed; undefined when the venue lacks the perp. @throws {VenueAway} when the venue failed. */
async function pulled<Name extends 'settlements' | 'venueOpenInterest' | 'longShort'>(
  market: MarketReader,
  name: Name,
  query: FeedQuery<Name>,
) {
  const answer = await market.read(name, query);
  if (answer.ok) return answer.value;
  if (answer.error.code === 'stale_source') throw new VenueAway(answer.error.reason);
  return undefined;
}

/** Days of a perp from `from` to `to`, opens of days; epoch ms. */
async function daysOf(market: MarketReader, symbol: string, from: number, to: number): Promise<readonly VenueDay[]> {
  const sampledFrom = Math.max(from, to - VENUE_ARCHIVE_V1.sampleDays * DAY_MS);
  const range = { venue: VENUE, symbol, to } as const;
  const settled = await pulled(market, 'settlements', { ...range, from });
  const interest = await pulled(market, 'venueOpenInterest', { ...range, from: sampledFrom, step: '1d' });
  const accounts = await pulled(market, 'longShort', { ...range, from: sampledFrom, step: '1d' });
  const funding = settled === undefined ? undefined : fundingDays(settled);
  const lasts = (time?: Float64Array, value?: Float64Array) =>
    time === undefined || value === undefined ? undefined : lastOfDays({ time, value });
  const contracts = lasts(interest?.time, interest?.contracts);
  const notional = lasts(interest?.time, interest?.notional);
  const long = lasts(accounts?.time, accounts?.long);
  const days: VenueDay[] = [];
  for (let day = from; day < to; day += DAY_MS) {
    const paid = funding?.get(day);
    const known = {
      funding: paid?.sum,
      settlements: paid?.count,
      openInterest: contracts?.get(day),
      openInterestUsd: notional?.get(day),
      longShare: long?.get(day),
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields without those that are not known
    const numbers = Object.fromEntries(
      Object.entries(known).filter(([, value]) => value !== undefined),
    ) as VenueDayNumbers;
    if (Object.keys(numbers).length > 0) days.push({ venue: VENUE, symbol, day, numbers });
  }
  return days;
}

/** Whether the last day has all that the venue will ever say of it. */
function isWhole(days: readonly VenueDay[], today: number, asOf: number): boolean {
  if (asOf - today >= VENUE_ARCHIVE_V1.patienceMs) return true;
  const last = days.find(({ day }) => day === today - DAY_MS)?.numbers;
  return last?.funding !== undefined && last.openInterest !== undefined && last.longShare !== undefined;
}

async function archivedSoFar({ load, asOf }: ProducerInput): Promise<Archived> {
  const stored = (await load(KEY)).find((state) => state.scope === MARKET && state.asOf <= asOf);
  return stored === undefined ? {} : parsedState<Archived>(stored).state;
}

/** @returns an empty list for a market without perps of other venues. */
export function venueArchiveProducers(market: Pick<Market, 'has'>): readonly Producer[] {
  if (!market.has('venuePerps') || !market.has('settlements')) return [];
  const producer: Producer = {
    name: KEY.name,
    cadence: CADENCES_V1.hourly,
    makeUp: { kind: 'latest' },
    reads: ['venuePerps', 'settlements', 'venueOpenInterest', 'longShort'],
    needs: [],
    publishes: [],
    isHeavy: false,
    create: () => async (input) => {
      const { asOf, market: source, log } = input;
      const { fundingDays: reach, keptDays, perRun } = VENUE_ARCHIVE_V1;
      const listed = await source.read('venuePerps', { venue: VENUE, asOf });
      if (!listed.ok) {
        log.warn({ reason: listed.error.reason }, 'no perps of the large exchange');
        return { states: [], published: [] };
      }
      const today = dayOpen(asOf);
      const archived: Record<string, number> = { ...(await archivedSoFar(input)) };
      const due = listed.value.perps.map(({ symbol }) => symbol).filter((symbol) => (archived[symbol] ?? 0) < today);
      const days: VenueDay[] = [];
      let done = 0;
      for (const symbol of due.slice(0, perRun)) {
        try {
          const from = Math.max(archived[symbol] ?? 0, today - reach * DAY_MS, 0);
          const found = await daysOf(source, symbol, from, today);
          days.push(...found);
          // A day that lacks a sample is requested again by the next run.
          archived[symbol] = isWhole(found, today, asOf) ? today : today - DAY_MS;
          done++;
        } catch (error) {
          if (!(error instanceof VenueAway)) throw error;
          log.warn({ reason: error.message, symbol }, 'archive of the large exchange stopped');
          break;
        }
      }
      const keepFrom = today - keptDays * DAY_MS;
      return {
        states: done === 0 ? [] : [stateText(KEY, MARKET, asOf, archived)],
        published: [],
        writes: days.length === 0 ? [] : [{ table: 'venueDays', rows: { days, keepFrom } }],
        facts: { perps: done, due: due.length, days: days.length },
      };
    },
  };
  return [producer];
}
