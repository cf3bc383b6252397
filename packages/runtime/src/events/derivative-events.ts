/** Events of open interest and funding in a closed minute, for perps with sufficient volume. */

import type { DataSource, FundingEvent, OiDeltaEvent } from '@barograph/contract';
import { fold, MINUTE_MS } from '@barograph/core';
import {
  fundingMove,
  FUNDING_MOVE_V1,
  oiDelta,
  OI_DELTA_V1,
  type FundingMoveState,
  type FundingPrint,
  type OiDeltaState,
  type OiSample,
} from '@barograph/indicators';
import { setImmediate } from 'node:timers/promises';
import { type ObservedRange, SourceError, type Market, type Pulled } from '@barograph/sources';
import type { MarketReader } from '../market-reader.ts';
import type { ProducerInput, StateKey, StateText } from '../producer.ts';
import { parsedState, stateText } from '../resume.ts';
import { tradesEnough, VENUE } from './minute-events.ts';

/** Detector states of every perp. */
export type DetectorStates = Readonly<
  Record<string, { readonly oi: OiDeltaState; readonly funding: FundingMoveState } | undefined>
>;

/** Events of a minute, and the detector states after it. */
export interface DerivativeEvents {
  /** In the order of the listings; per perp in time order, open interest first. */
  readonly events: readonly (OiDeltaEvent | FundingEvent)[];
  readonly states: DetectorStates;
}

const oiMachine = oiDelta(OI_DELTA_V1);
const fundingMachine = fundingMove(FUNDING_MOVE_V1);

/** Whether open interest or funding is observed at least every minute. */
export function hasObservations(market: Pick<Market, 'has'>): boolean {
  return market.has('openInterest', MINUTE_MS) || market.has('funding', MINUTE_MS);
}

/** Observations of a minute, and the kind of their source. */
interface Observed<Sample> {
  readonly samples: readonly Sample[];
  readonly kind: DataSource;
}

/** @throws {SourceError} when the source of the perp failed. */
function observed<Rows, Sample>(
  market: MarketReader,
  { symbol }: ObservedRange,
  answer: Pulled<Rows>,
  samplesOf: (rows: Rows) => readonly Sample[],
): Observed<Sample> {
  if (answer.ok) return { samples: samplesOf(answer.value), kind: answer.value.provenance.kind };
  if (answer.error.code === 'stale_source') throw new SourceError(`${symbol}: ${answer.error.reason}`);
  return { samples: [], kind: market.kind };
}

/** Open interest without a mark has no USD value and is not a sample. */
async function oiSamples(market: MarketReader, range: ObservedRange): Promise<Observed<OiSample>> {
  return observed(
    market,
    range,
    await market.read('openInterest', { ...range, every: MINUTE_MS }),
    ({ time, contracts, mark }) =>
      Array.from(time, (at, i) => ({ time: at, contracts: contracts[i]!, mark: mark[i]! })).filter(
        ({ mark }) => mark > 0,
      ),
  );
}

async function fundingPrints(market: MarketReader, range: ObservedRange): Promise<Observed<FundingPrint>> {
  return observed(market, range, await market.read('funding', { ...range, every: MINUTE_MS }), ({ time, rate1h }) =>
    Array.from(time, (at, i) => ({ time: at, rate1h: rate1h[i]! })).filter((print) => Number.isFinite(print.rate1h)),
  );
}

/**
 * Events of the observations within the minute that ends at `slot`. A detector skips observations that it has ingested, so a
 * repeated minute gives no events.
 *
 * @param slot full minute, epoch ms.
 * @param seenAt time of the run, epoch ms.
 * @throws {SourceError} when a source failed.
 */
export async function derivativeEvents(
  market: MarketReader,
  slot: number,
  seenAt: number,
  before: DetectorStates,
): Promise<DerivativeEvents> {
  const events: (OiDeltaEvent | FundingEvent)[] = [];
  const states: Record<string, DetectorStates[string]> = {};
  const listings = await market.listings(slot);
  /** Former names of renamed perps, whose detectors move in this minute, unless a new perp has that name. */
  const left = new Set(
    listings.flatMap(({ symbol, venue, formerly }) =>
      venue === 'perpdex_perp' && formerly !== undefined && before[symbol] === undefined ? [formerly] : [],
    ),
  );
  for (const listing of listings) {
    if (listing.venue !== 'perpdex_perp') continue;
    const { symbol } = listing;
    const range = { symbol, from: slot - MINUTE_MS, to: slot };
    const own = left.has(symbol) ? undefined : before[symbol];
    const { oi, funding } = own ??
      before[listing.formerly ?? ''] ?? { oi: oiMachine.initial, funding: fundingMachine.initial };
    const levels = await oiSamples(market, range);
    const rates = await fundingPrints(market, range);
    const samples = after(levels.samples, oi.kept.at(-1)?.time);
    const prints = after(rates.samples, funding.last?.time);
    await setImmediate(); // lets requests through between symbols
    const moves = fold(oiMachine, samples, oi);
    const turns = fold(fundingMachine, prints, funding);
    states[symbol] = { oi: moves.state, funding: turns.state };
    const head = { recvTs: seenAt, venue: VENUE, symbol };
    const found = [
      ...moves.outputs.flatMap((list, i) =>
        list.map((delta): OiDeltaEvent => ({
          ...head,
          dataSource: levels.kind,
          ts: samples[i]!.time,
          type: 'oi_delta',
          ...delta,
        })),
      ),
      ...turns.outputs.flatMap((move, i): FundingEvent[] =>
        move === null ? [] : [{ ...head, dataSource: rates.kind, ts: prints[i]!.time, type: 'funding', ...move }],
      ),
    ];
    if (found.length > 0 && (await tradesEnough(market, listing, slot))) events.push(...found);
  }
  return { events, states };
}

function after<Sample extends { readonly time: number }>(list: readonly Sample[], time = -1): readonly Sample[] {
  return list.filter((sample) => sample.time > time);
}

/** In one row, because every minute changes every perp's state. */
const KEY: StateKey = { name: 'derivative-events', version: `${OI_DELTA_V1.version} ${FUNDING_MOVE_V1.version}` };

/** States that any replica has stored; empty at the first start. */
export async function loadDetectors(load: ProducerInput['load']): Promise<DetectorStates> {
  const [stored] = await load(KEY);
  return stored === undefined ? {} : parsedState<DetectorStates>(stored).state;
}

/** The states after a minute, as text. */
export function detectorsText(slot: number, states: DetectorStates): StateText {
  return stateText(KEY, VENUE, slot, states);
}
