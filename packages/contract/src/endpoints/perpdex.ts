/** The perp venue: candles. */

import { Type } from 'typebox';
import { get, NONE } from '../endpoint.ts';
import { AtrParameter, CandleLimitParameter, IntervalParameter } from '../parameters.ts';
import { API_PREFIX, API_VERSION } from '../version.ts';
import { CandlesBatchWire } from '../wire/candles-batch.ts';
import { CandlesWire } from '../wire/candles.ts';

const unknownCoin = { code: 'unknown_coin', when: 'A coin that the perp venue does not list.' } as const;
const statusNote = {
  date: API_VERSION,
  text: 'status and reason stand beside empty candles when the source has no bars that fine',
};

/** The rows of the family, by id. */
export const perpdex = {
  'perpdex.candles': get(`${API_PREFIX}/perpdex/candles`, {
    family: 'perpdex',
    access: 'key',
    summary: 'OHLCV bars of a perp: the last ones, or those of a range of up to 15,000.',
    description:
      'A trailing pull answers from a cache of 60 s; a range (start, end, or both) never does. A range holds the bars that open within it, both ends included. With only end, it holds the 200 bars up to it.',
    pathParameters: NONE,
    query: Type.Object({
      coin: Type.String({
        default: 'BTC',
        minLength: 1,
        description: 'Any case; a USDT or -PERP suffix is tolerated.',
      }),
      interval: IntervalParameter,
      limit: CandleLimitParameter,
      start: Type.Optional(Type.String({ description: 'Epoch ms, epoch s or ISO-8601.' })),
      end: Type.Optional(Type.String({ description: 'Epoch ms, epoch s or ISO-8601; now when only start is given.' })),
      atr: Type.Optional(AtrParameter),
    }),
    aliases: { symbol: 'coin' },
    unknownParameters: 'reject',
    reply: CandlesWire,
    errors: [
      unknownCoin,
      { code: 'range_too_large', when: 'The range holds more than 15,000 bars.' },
      { code: 'unknown_parameter', when: 'An unrecognised query parameter; accepted lists the others.' },
    ],
    notes: [
      statusNote,
      {
        date: API_VERSION,
        text: 'atr_settled_from is the first bar on which the seed of the ATR weighs less than 1 %',
      },
    ],
  }),
  'perpdex.candles_batch': get(`${API_PREFIX}/perpdex/candles/batch`, {
    family: 'perpdex',
    access: 'key',
    summary: 'The last bars of up to 25 perps at once.',
    description:
      'Coins that do not arrive within wait are pending; ask again after retry_after_s. Send coins or its alias symbols.',
    pathParameters: NONE,
    query: Type.Object({
      coins: Type.String({ minLength: 1, description: 'Up to 25 coins, comma between them.', examples: ['BTC,ETH'] }),
      interval: IntervalParameter,
      limit: CandleLimitParameter,
      atr: Type.Optional(AtrParameter),
      closed_only: Type.Boolean({ default: false, description: 'The last limit completed bars only.' }),
      wait: Type.Number({ minimum: 0, maximum: 25, default: 8, description: 'seconds' }),
    }),
    aliases: { symbols: 'coins' },
    reply: CandlesBatchWire,
    errors: [unknownCoin, { code: 'too_many_coins', when: 'More than 25 coins.' }],
    timeoutSeconds: 30,
    notes: [statusNote],
  }),
} as const;
