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
import type { CandleSource } from '../ports/candle-source.ts';
import type { DerivativeObservations } from '../ports/derivative-observations.ts';
import type { EngineStates } from '../store/engine-state.ts';
import { tradesEnough, VENUE } from './minute-events.ts';

/** Where the detectors of every perp stand. */
export type DetectorStates = Readonly<
  Record<string, { readonly oi: OiDeltaState; readonly funding: FundingMoveState } | undefined>
>;

/** What the minutes are read from. */
export interface DerivativeSources {
  readonly source: CandleSource;
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
  { source, derivatives }: DerivativeSources,
  slot: number,
  seenAt: number,
  before: DetectorStates,
): Promise<DerivativeEvents> {
  const events: (OiDeltaEvent | FundingEvent)[] = [];
  const states: Record<string, DetectorStates[string]> = {};
  for (const listing of source.listings(slot)) {
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
    if (found.length > 0 && (await tradesEnough(source, listing, slot))) events.push(...found);
  }
  return { events, states };
}

function after<Sample extends { readonly time: number }>(list: readonly Sample[], time = -1): readonly Sample[] {
  return list.filter((sample) => sample.time > time);
}

/** Where the states are kept: in one row of a timeline, because every minute of every perp moves them. */
const CONFIG_VERSION = `${OI_DELTA_V1.version} ${FUNDING_MOVE_V1.version}`;
const storedName = (timeline: string): string => `derivative-events@${timeline}`;

/** The states that a replica, this one or another, has left of a timeline; none at the first start. */
export async function loadDetectors(states: EngineStates, timeline: string): Promise<DetectorStates> {
  const [stored] = await states.load(storedName(timeline), CONFIG_VERSION);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written below, under the same versions
  return (stored?.state ?? {}) as DetectorStates;
}

/** Keeps the states after a minute. */
export async function saveDetectors(
  states: EngineStates,
  timeline: string,
  slot: number,
  state: DetectorStates,
): Promise<void> {
  const engine = storedName(timeline);
  await states.save([{ engine, configVersion: CONFIG_VERSION, scope: VENUE, asOf: slot, state }]);
}
