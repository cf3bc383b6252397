/** Stream of the venue: mid prices, and bars of every trading perp. */

import type { Bar, Interval } from '@barograph/core';
import { Type, type TUnsafe } from 'typebox';
import { Check } from 'typebox/value';
import type { Subscription } from '../upstream/stream.ts';
import { parseCandles, candlePayload, midsPayload, type CandleRow, type MidsPayload } from './payloads.ts';

/** Subscription of a body. */
export function subscription(key: string, body: object): Subscription {
  const message = (method: string): string => JSON.stringify({ method, subscription: body });
  return { key, subscribe: message('subscribe'), unsubscribe: message('unsubscribe') };
}

/** Subscription to all mid prices. */
export const MIDS_SUBSCRIPTION: Subscription = subscription('allMids', { type: 'allMids' });

/** Subscription to the bars of a perp. */
export function candleSubscription(coin: string, interval: Interval): Subscription {
  return subscription(`candle/${coin}/${interval}`, { type: 'candle', coin, interval });
}

/** Text of a ping; its answer is JSON. */
export const PING: string = JSON.stringify({ method: 'ping' });

/** Interval of the stream. */
export type StreamedInterval = '1m' | '1h' | '1d';

/** Handler of parsed frames. */
export interface FrameReader {
  mids(payload: MidsPayload, receivedAt: number): void;
  bar(coin: string, interval: StreamedInterval, bar: Bar, receivedAt: number): void;
  /** The venue confirmed the subscription to a perp's bars. */
  confirmed(coin: string, interval: StreamedInterval, receivedAt: number): void;
  /** A bar was unreadable. @param series perp and interval, when the frame states them. */
  unreadable(reason: string, receivedAt: number, series?: { coin: string; interval: StreamedInterval }): void;
}

interface Frame<Data> {
  readonly channel: string;
  readonly data: Data;
}
const midsFrame: TUnsafe<Frame<{ readonly mids: MidsPayload }>> = Type.Unsafe(
  Type.Object({ channel: Type.Literal('allMids'), data: Type.Object({ mids: midsPayload }) }),
);
const interval = Type.Union([Type.Literal('1m'), Type.Literal('1h'), Type.Literal('1d')]);
const candleFrame: TUnsafe<Frame<CandleRow & { readonly s: string; readonly i: StreamedInterval }>> = Type.Unsafe(
  Type.Object({
    channel: Type.Literal('candle'),
    data: Type.Interface([candlePayload], { s: Type.String(), i: interval }),
  }),
);
const anyCandleFrame = Type.Object({ channel: Type.Literal('candle') });
const confirmedFrame = Type.Object({
  channel: Type.Literal('subscriptionResponse'),
  data: Type.Object({
    method: Type.Literal('subscribe'),
    subscription: Type.Object({ type: Type.Literal('candle'), coin: Type.String(), interval }),
  }),
});

/** Parses a frame. @returns whether it had rows. */
export function readFrame(frame: unknown, receivedAt: number, reader: FrameReader): 'data' | 'control' {
  if (Check(candleFrame, frame)) {
    const { s: coin, i } = frame.data;
    const { rows, fault } = parseCandles([frame.data], i);
    const [bar] = rows;
    if (bar !== undefined) reader.bar(coin, i, bar, receivedAt);
    else reader.unreadable(`${coin} ${fault ?? 'bar expected, got none'}`, receivedAt, { coin, interval: i });
    return bar === undefined ? 'control' : 'data';
  }
  if (Check(midsFrame, frame)) {
    reader.mids(frame.data.mids, receivedAt);
    return 'data';
  }
  if (Check(confirmedFrame, frame)) {
    const { subscription } = frame.data;
    reader.confirmed(subscription.coin, subscription.interval, receivedAt);
  } else if (Check(anyCandleFrame, frame)) {
    reader.unreadable('expected a bar of a perp, got a frame of another form', receivedAt);
  }
  return 'control';
}
