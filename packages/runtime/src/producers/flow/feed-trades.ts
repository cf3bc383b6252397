/** One pull of trades, fed to the taker flow in the order in which the source learned of things. */

import type { Fill, SealedMinute, TakerFlow } from '@barograph/positioning';
import { setImmediate } from 'node:timers/promises';
import type { LearnedRange, Trades } from '@barograph/sources';
import { TRADE_FLOW_V1 } from './config.ts';

/**
 * Feeds a pull. The clock of the flow is that of the source: a trade is late when the source learned of it after its
 * minute was sealed, however late the pull came. So the minutes do not depend on when, how often and by which replica the
 * source is asked.
 *
 * What the memory of the source does not reach back to is a cut of the connection.
 *
 * @param range of the pull; the flow has seen everything up to `from`.
 * @returns the minutes that were sealed by `to`, oldest first.
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

  /** The connection as it stands where the pull begins to be whole. */
  const begin = (): void => {
    isWhole = true;
    if (isUp === (flow.connectedSince !== null)) return;
    // Whole after that moment: what the source learned in it may be missing.
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
