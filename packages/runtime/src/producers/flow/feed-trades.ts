/** Feeds one pull of trades to the taker flow in the order in which the source received them. */

import type { Fill, SealedMinute, TakerFlow } from '@barograph/positioning';
import { setImmediate } from 'node:timers/promises';
import type { LearnedRange, Trades } from '@barograph/sources';
import { TRADE_FLOW_V1 } from './config.ts';

/**
 * Feeds a pull. The flow uses the source's clock: a trade is late when the source received it after its minute was sealed,
 * however late the pull is. The minutes therefore do not depend on when, how often and by which replica the source is
 * read.
 *
 * A range that the source no longer has counts as a disconnection.
 *
 * @param range range of the pull; the flow has processed everything up to `from`.
 * @returns the minutes sealed by `to`, oldest first.
 */
export async function feedTrades(flow: TakerFlow, trades: Trades, range: LearnedRange): Promise<SealedMinute[]> {
  const { learned, changes, symbols, symbol, time, isBuy, price, size, id } = trades;
  const { from, to } = range;
  const whole = Math.min(to, Math.max(from, trades.since));
  const sealed: SealedMinute[] = [];
  const tell = (type: 'connected' | 'disconnected' | 'tick', at: number): void => {
    for (const minute of flow.next({ type, time: at }).sealed) sealed.push(minute);
  };
  let isUp = trades.wasUp;
  let isWhole = false;
  let nextChange = 0;
  if (whole > from) tell('disconnected', from);

  /** Connection state at the start of the complete part of the pull. */
  const begin = (): void => {
    isWhole = true;
    if (isUp === (flow.connectedSince !== null)) return;
    // Complete only after that moment: trades received at the moment itself may be missing.
    if (isUp) tell('connected', whole + 1);
    else tell('disconnected', whole);
  };
  const turnsUntil = (at: number): void => {
    for (let change = changes[nextChange]; change !== undefined && change.time <= at; change = changes[nextChange]) {
      nextChange++;
      if (!isWhole && change.time > whole) begin();
      isUp = change.isUp;
      if (isWhole) tell(isUp ? 'connected' : 'disconnected', change.time);
    }
    if (!isWhole && at > whole) begin();
  };

  const fill = { id: '', time: 0, coin: '', side: 'buy' as Fill['side'], price: 0, size: 0 };
  let clock = from;
  for (let i = 0; i < learned.length; i++) {
    if (i % TRADE_FLOW_V1.sliceTrades === TRADE_FLOW_V1.sliceTrades - 1) await setImmediate();
    if (learned[i]! > clock) {
      clock = learned[i]!;
      turnsUntil(clock);
      tell('tick', clock);
    }
    fill.id = id[i]!;
    fill.time = time[i]!;
    fill.coin = symbols[symbol[i]!]!;
    fill.side = isBuy[i] === 1 ? 'buy' : 'sell';
    fill.price = price[i]!;
    fill.size = size[i]!;
    flow.take(fill);
  }
  turnsUntil(to);
  if (!isWhole) begin();
  tell('tick', to);
  return sealed;
}
