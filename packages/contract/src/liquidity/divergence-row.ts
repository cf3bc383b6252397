/** Open interest against price on the wire. */

import type { OiChange } from '@barograph/stress';
import { fieldsOf, record, within, type WireOf } from '../fields.ts';
import type { CoinLiquidity } from './coin.ts';

const NEAR = 'null when no sample is within 10 % of that time';
const change = fieldsOf<OiChange>();
const oi = (hours: string) =>
  change.numberOrNull(
    `Open interest in units of the coin against ${hours} before, percent; ${NEAR}.`,
    (change) => change.oiChangePct,
  );
const price = (hours: string) =>
  change.numberOrNull(`Mid price against ${hours} before, percent; ${NEAR}.`, (change) => change.priceChangePct);
const divergence = (hours: string) =>
  change.numberOrNull(
    `oi_change less price_change over ${hours}, percentage points; positive is fragile; ${NEAR}.`,
    (change) => change.divergence,
  );
const since = (hours: string) =>
  change.momentOrNull(`Sample that the changes over ${hours} are from; ${NEAR}.`, (change) => change.since);

const row = fieldsOf<CoinLiquidity>();
/** Changes and divergences of a coin. */
export const divergenceRow = record('OiDivergenceRow', {
  symbol: row.text('Base coin, as its venue names it.', ({ sample }) => sample.symbol),
  sampled_at: row.moment('When the sample was taken.', ({ sample }) => sample.sampledAt),
  mid_price: row.number('Mean of best bid and best ask, USD.', ({ sample }) => sample.depth.mid),
  open_interest: row.numberOrNull('Units of the coin; null when not known.', ({ sample }) => sample.openInterest),
  open_interest_usd: row.numberOrNull('USD at mid; null when not known.', ({ sample }) => sample.openInterestUsd),
  ...within(({ row }: CoinLiquidity) => row.h1, {
    oi_change_1h_pct: oi('1 hour'),
    price_change_1h_pct: price('1 hour'),
    divergence_1h: divergence('1 hour'),
    since_1h: since('1 hour'),
  }),
  ...within(({ row }: CoinLiquidity) => row.h4, {
    oi_change_4h_pct: oi('4 hours'),
    price_change_4h_pct: price('4 hours'),
    divergence_4h: divergence('4 hours'),
    since_4h: since('4 hours'),
  }),
  ...within(({ row }: CoinLiquidity) => row.h24, {
    oi_change_24h_pct: oi('24 hours'),
    price_change_24h_pct: price('24 hours'),
    divergence_24h: divergence('24 hours'),
    since_24h: since('24 hours'),
  }),
  config_version: row.text('Version of the rules.', ({ row }) => row.configVersion),
});
/** A row of divergence on the wire. */
export type DivergenceRowWire = WireOf<typeof divergenceRow>;
