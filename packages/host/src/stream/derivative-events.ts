/** What a minute has to tell of open interest and funding, of the perps that trade enough. */

import type { FundingEvent, OiDeltaEvent } from '@barograph/contract';
import { fold, MINUTE_MS } from '@barograph/core';
import {
  fundingMove,
  FUNDING_MOVE_V1,
  oiDelta,
  OI_DELTA_V1,
  type FundingMoveState,
  type OiDeltaState,
} from '@barograph/indicators';
import { setImmediate } from 'node:timers/promises';
import type { DerivativeObservations } from '../ports/derivative-observations.ts';
import type { MarketReader } from '../work/market-reader.ts';
import type { ProducerInput, StateKey, StateText } from '../work/producer.ts';
import { parsedState, stateText } from '../work/resume.ts';
import { tradesEnough, VENUE } from './minute-events.ts';

/** Where the detectors of every perp stand. */
export type DetectorStates = Readonly<
  Record<string, { readonly oi: OiDeltaState; readonly funding: FundingMoveState } | undefined>
>;

/** What the minutes are read from. */
export interface DerivativeSources {
  readonly market: MarketReader;
  readonly derivatives: DerivativeObservations;
}

/** The events of a minute, and where the detectors stand after it. */
export interface DerivativeEvents {
  /** In the order of the listings, of a perp in that of time, open interest first. */
  readonly events: readonly (OiDeltaEvent | FundingEvent)[];
  readonly states: DetectorStates;
}

const oiMachine = oiDelta(OI_DELTA_V1);
const fundingMachine = fundingMove(FUNDING_MOVE_V1);

/**
 * The events of the observations within the minute that ends at `slot`. What a detector has seen already it is not told
 * again, so a minute that is told twice tells nothing the second time.
 *
 * @param slot a full minute, epoch ms.
 * @param seenAt when this is done, epoch ms.
 * @throws {SourceError} a source did not bring what it has.
 */
export async function derivativeEvents(
  { market, derivatives }: DerivativeSources,
  slot: number,
  seenAt: number,
  before: DetectorStates,
): Promise<DerivativeEvents> {
  const events: (OiDeltaEvent | FundingEvent)[] = [];
  const states: Record<string, DetectorStates[string]> = {};
  for (const listing of await market.listings(slot)) {
    if (listing.venue !== 'perpdex_perp') continue;
    const { symbol } = listing;
    const range = { symbol, from: slot - MINUTE_MS, to: slot };
    const { oi, funding } = before[symbol] ?? { oi: oiMachine.initial, funding: fundingMachine.initial };
    const samples = after(await derivatives.openInterest(range), oi.kept.at(-1)?.time);
    const prints = after(await derivatives.funding(range), funding.last?.time);
    await setImmediate(); // lets requests through between symbols
    const moves = fold(oiMachine, samples, oi);
    const rates = fold(fundingMachine, prints, funding);
    states[symbol] = { oi: moves.state, funding: rates.state };
    const head = { recvTs: seenAt, venue: VENUE, symbol, dataSource: derivatives.kind };
    const found = [
      ...moves.outputs.flatMap((list, i) =>
        list.map((delta): OiDeltaEvent => ({ ...head, ts: samples[i]!.time, type: 'oi_delta', ...delta })),
      ),
      ...rates.outputs.flatMap((move, i): FundingEvent[] =>
        move === null ? [] : [{ ...head, ts: prints[i]!.time, type: 'funding', ...move }],
      ),
    ];
    if (found.length > 0 && (await tradesEnough(market, listing, slot))) events.push(...found);
  }
  return { events, states };
}

function after<Sample extends { readonly time: number }>(list: readonly Sample[], time = -1): readonly Sample[] {
  return list.filter((sample) => sample.time > time);
}

/** In one row, because every minute of every perp moves them. */
const KEY: StateKey = { name: 'derivative-events', version: `${OI_DELTA_V1.version} ${FUNDING_MOVE_V1.version}` };

/** The states that a replica, this one or another, has left; none at the first start. */
export async function loadDetectors(load: ProducerInput['load']): Promise<DetectorStates> {
  const [stored] = await load(KEY);
  return stored === undefined ? {} : parsedState<DetectorStates>(stored).state;
}

/** The states after a minute, as text. */
export function detectorsText(slot: number, states: DetectorStates): StateText {
  return stateText(KEY, VENUE, slot, states);
}
