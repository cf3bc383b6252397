/** Stream of the venue: mid prices, and bars of every perp that trades. */

import type { Bar, Interval } from '@barograph/core';
import { Type, type TUnsafe } from 'typebox';
import { Check } from 'typebox/value';
import type { Gap, Subscription } from '../upstream/stream.ts';
import { parseCandles } from './parse.ts';
import { candlePayload, midsPayload, type CandleRow, type MidsPayload } from './payloads.ts';

/** Subscription of a body. */
function subscription(key: string, body: object): Subscription {
  const message = (method: string): string => JSON.stringify({ method, subscription: body });
  return { key, subscribe: message('subscribe'), unsubscribe: message('unsubscribe') };
}

/** Subscription to all mid prices. */
export const MIDS_SUBSCRIPTION: Subscription = subscription('allMids', { type: 'allMids' });

/** Subscription to the bars of a perp. */
export function candleSubscription(coin: string, interval: Interval): Subscription {
  return subscription(`candle/${coin}/${interval}`, { type: 'candle', coin, interval });
}

/** Text of a ping, and of its answer as JSON. */
export const PING: string = JSON.stringify({ method: 'ping' });

/** Reader of frames. */
export interface FrameReader {
  mids(payload: MidsPayload, receivedAt: number): void;
  bar(coin: string, interval: Interval, bar: Bar, receivedAt: number): void;
}

interface Frame<Data> {
  readonly channel: string;
  readonly data: Data;
}
const midsFrame: TUnsafe<Frame<{ readonly mids: MidsPayload }>> = Type.Unsafe(
  Type.Object({ channel: Type.Literal('allMids'), data: Type.Object({ mids: midsPayload }) }),
);
const candleFrame: TUnsafe<Frame<CandleRow & { readonly s: string; readonly i: Interval }>> = Type.Unsafe(
  Type.Object({
    channel: Type.Literal('candle'),
    data: Type.Interface([candlePayload], {
      s: Type.String(),
      i: Type.Union([Type.Literal('1m'), Type.Literal('1h')]),
    }),
  }),
);

/** Reads a frame. @returns whether it had rows. */
export function readFrame(frame: unknown, receivedAt: number, reader: FrameReader): 'data' | 'control' {
  if (Check(midsFrame, frame)) {
    reader.mids(frame.data.mids, receivedAt);
    return 'data';
  }
  if (Check(candleFrame, frame)) {
    const { s: coin, i: interval } = frame.data;
    const [bar] = parseCandles([frame.data], interval).rows;
    if (bar === undefined) return 'control';
    reader.bar(coin, interval, bar, receivedAt);
    return 'data';
  }
  return 'control';
}

export type { Gap };
