/** GET /volatility/regime/{symbol}: the volatility regime of one coin with its last days. */

import { volatilityHistory } from '@barograph/volatility';
import { fieldsOf } from '../fields.ts';
import { detail, type DetailFound } from '../shapes/detail.ts';
import { stampFields } from '../shapes/page.ts';
import { volatilityEngine } from './engine.ts';
import { ROW_NOTE } from './notes.ts';
import { isReadyDay, volatilityDay, volatilityRow, type ReadyVolatilityRecord } from './row.ts';

/** Days of the history, fixed by the contract. */
const DAYS = 60;
const { items } = fieldsOf<DetailFound<{ readonly history: readonly ReadyVolatilityRecord[] }>>();

export const volatilityDetail = detail('volatility.regime_symbol', {
  family: 'volatility',
  path: '/volatility/regime/{symbol}',
  dataset: 'volatility',
  parts: { history: 'volatility_history' },
  title: 'VolatilityDetail',
  summary: 'The volatility regime of one coin, with its last 60 days.',
  description:
    'An exact name comes first, then the name without regard to case, then any usual spelling: BTCUSDT and BTC/USDT stand for BTC. The history is of tier pro_plus, and empty below it.',
  example: 'BTC',
  of: volatilityEngine,
  row: volatilityRow,
  resource: 'volatility',
  lacks: 'too few completed days for a regime',
  kPrefix: 'suggest',
  make: async ({ row, asOf, context, sees }) => {
    const listing = { symbol: row.symbol, venue: row.source };
    const days = sees('history') ? await context.closedBars(listing, '1d', 0, asOf) : undefined;
    return { history: days === undefined ? [] : volatilityHistory(days, DAYS).filter(isReadyDay) };
  },
  fields: {
    history: items(
      volatilityDay,
      'The last 60 completed days, oldest first; empty below tier pro_plus.',
      (detail) => detail.history,
      {
        maxItems: DAYS,
      },
    ),
    ...stampFields,
  },
  notes: [ROW_NOTE],
});
