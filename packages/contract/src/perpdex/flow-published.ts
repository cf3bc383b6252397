/** Taker flow of the host: its sealed end, and the sealed minutes. */

import { err, ok, type Result } from '@barograph/core';
import { DROP_REASONS, type DropReason, type SealedMinute } from '@barograph/positioning';
import { Type } from 'typebox';
import { port, type Context } from '../context.ts';
import type { DeclaredError } from '../declared-error.ts';
import { problem, type Problem } from '../problem.ts';
import { publication, storedNumber, type View } from '../published.ts';
import { noSource } from './snapshot.ts';
import { PERP_VENUE } from './venue-port.ts';

/** State of the flow after its last run. It has no records: the minutes are archived. */
export interface TradeFlowHead {
  /** Open of the last sealed minute, epoch ms; null before the first one. */
  readonly sealed: number | null;
  /** Start of the open connection, epoch ms; null while disconnected. */
  readonly connectedSince: number | null;
  /** Dropped fills so far, by reason. */
  readonly dropped: Readonly<Record<DropReason, number>>;
}
const dropped = Type.Object(Object.fromEntries(DROP_REASONS.map((reason) => [reason, Type.Integer()])));

/** Published form of the flow of trades. */
export const tradeFlowPublication = publication<never, TradeFlowHead>('trade-flow', 'trade-flow-snapshot/1', {
  head: Type.Object({ sealed: storedNumber, connectedSince: storedNumber, dropped }),
  record: Type.Never(),
});

/** Archive of sealed minutes. */
export interface TradeFlowArchive {
  /**
   * Returns the newest `count` minutes up to and including `sealed`, oldest first.
   *
   * @param coin restricts the fills to one coin.
   */
  minutes(sealed: number, count: number, coin?: string): Promise<readonly SealedMinute[]>;
}

/** Port of the archive of sealed minutes of taker flow. */
export const TRADE_FLOW = port<TradeFlowArchive>('trade flow', ['minutes']);

/** Approximate maximum time until the first minute is sealed, seconds. */
const WARMING_SECONDS = 60;

/** Declaration for the OpenAPI document. */
export const TRADE_FLOW_WARMING: DeclaredError = {
  code: 'trade_flow_warming',
  when: 'Before the first minute is sealed; Retry-After: 60.',
};

/** Flow with at least one sealed minute. */
export interface SealedFlow {
  readonly view: View<never, TradeFlowHead>;
  /** Open of the last sealed minute, epoch ms. */
  readonly sealed: number;
}

/** End of the sealed flow, or the reason for its absence. */
export function sealedFlow(context: Context): Result<SealedFlow, Problem> {
  const view = context.latest(tradeFlowPublication);
  const sealed = view?.head.sealed ?? null;
  if (view !== undefined && sealed !== null) return ok({ view, sealed });
  if (!context.use(PERP_VENUE).has('trades')) return err(noSource('trades'));
  return err(flowWarming());
}

/** The 503 before the first minute, and after a pause so long that no minute is stored. */
export function flowWarming(): Problem {
  const message = 'The first minute of the taker flow is not sealed yet.';
  return problem('trade_flow_warming', message, { retryAfter: WARMING_SECONDS });
}
