/**
 * Frames of the stream `allLiquidation`: every forced close, twice a second. The side is the position's: `Buy` means that a
 * long was liquidated, the opposite of the large exchange.
 *
 * @source the venue's public API reference, v5 (`allLiquidation`), and recorded frames.
 */

import type { Liquidation } from '../market/liquidations.ts';
import {
  CONTROL,
  createRowIds,
  frameOf,
  momentOf,
  positive,
  tradesOf,
  valuesOf,
  type BadForced,
  type ForcedFrame,
} from '../forced/frame.ts';
import type { Instrument } from './payloads.ts';
import { TOPIC, TRADES_TOPIC } from './stream.ts';

/** Text of a ping; its answer is JSON. */
export const PING: string = JSON.stringify({ req_id: 'ping', op: 'ping' });

/** Creates a reader of stream frames. @param instrumentOf followed perp of a symbol; undefined for others. */
export function createFrameReader(
  instrumentOf: (symbol: string) => Pick<Instrument, 'coin' | 'factor'> | undefined,
): (frame: unknown) => ForcedFrame {
  const readRow = (row: unknown, idOf: (text: string) => string): Liquidation | BadForced => {
    const { T, s, S, v, p } = valuesOf(row);
    const instrument = typeof s === 'string' ? instrumentOf(s) : undefined;
    if (instrument === undefined) return 'instrument';
    if (S !== 'Buy' && S !== 'Sell') return 'side';
    const { coin, factor } = instrument;
    const price = positive(p) / factor;
    if (!(price > 0)) return 'price';
    const size = positive(v) * factor;
    if (!(size > 0 && size < Infinity)) return 'size';
    const time = momentOf(T);
    if (Number.isNaN(time)) return 'time';
    const id = idOf(`${String(s)}-${time}-${S}-${String(v)}-${String(p)}`);
    return { symbol: coin, id, time, side: S === 'Buy' ? 'long' : 'short', price, size };
  };
  return (frame) => {
    const { topic, data, op, success, req_id: request } = valuesOf(frame);
    if (op === 'subscribe') {
      const key = typeof request === 'string' ? { key: request } : {};
      return { ...CONTROL, kind: success === true ? 'served' : 'refused', ...key };
    }
    if (typeof topic !== 'string') return CONTROL;
    if (topic.startsWith(TRADES_TOPIC) && Array.isArray(data)) return tradesOf(data.map((row) => valuesOf(row)['T']));
    if (!topic.startsWith(TOPIC)) return CONTROL;
    if (!Array.isArray(data)) return { ...CONTROL, kind: 'unreadable' };
    const idOf = createRowIds();
    return frameOf(data.map((row) => readRow(row, idOf)));
  };
}
