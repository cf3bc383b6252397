/** Whale activity on the wire. */

import type { Holding, WhaleCoin, WhalesRecord } from '@barograph/positioning';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { classifierVersion } from '../positioning/split-row.ts';

const USD = { minimum: 0 };
const SHARE = { minimum: 0, maximum: 100 };

const holdingField = fieldsOf<Holding>();
const holding = record(null, {
  long_usd: holdingField.number('USD at mark.', (h) => h.long, USD),
  short_usd: holdingField.number('USD at mark.', (h) => h.short, USD),
  net_usd: holdingField.number('long_usd less short_usd.', (h) => h.net),
  gross_usd: holdingField.number('long_usd plus short_usd.', (h) => h.gross, USD),
  accounts: holdingField.integer('Accounts.', (h) => h.accounts, USD),
});

const field = fieldsOf<WhalesRecord>();
const byClass = record(null, {
  market_maker: field.inner(holding, (w) => w.byClass.market_maker, 'Held by market makers.'),
  whale: field.inner(holding, (w) => w.byClass.whale, 'Held by whales.'),
  other: field.inner(holding, (w) => w.byClass.other, 'Held by all others.'),
});
const byTag = record(null, {
  smart_money: field.inner(holding, (w) => w.byTag.smart_money, 'Held by accounts with a record of profits.'),
  high_leverage: field.inner(holding, (w) => w.byTag.high_leverage, 'Held by accounts with much leverage.'),
});

const summary = record(null, {
  accounts_tracked: field.integer('Accounts with at least $100k of positions.', (w) => w.all.accounts, USD),
  by_class: field.inner(byClass, (w) => w, 'Each account has one class: they sum to the totals.'),
  long_usd: field.number('Longs of all accounts, USD at mark.', (w) => w.all.long, USD),
  short_usd: field.number('Shorts of all accounts, USD at mark.', (w) => w.all.short, USD),
  long_short_ratio: field.numberOrNull('long_usd over short_usd; null without shorts.', (w) => w.longShortRatio, USD),
  long_pct: field.numberOrNull(
    'Share of the longs, percent; null when nothing is held. It sits below 50 while market makers hedge.',
    (w) => w.longPct,
    SHARE,
  ),
  net_bias: field.choiceOrNull(
    ['risk-on', 'risk-off'],
    'Sign of net over gross of the accounts that are neither market makers nor vaults; it changes 2 points past 0. Null before any of them holds something.',
    (w) => w.netBias,
  ),
  directional_net_usd: field.number(
    'Longs less shorts of the accounts that are neither market makers nor vaults, USD.',
    (w) => w.directional.net,
  ),
  by_tag_usd: field.inner(byTag, (w) => w, 'Overlays, no breakdown of by_class.'),
});

/** Coin with the time of its positions. */
interface CoinNow extends WhaleCoin {
  readonly time: number;
}
const coin = fieldsOf<CoinNow>();
const topCoin = record('WhaleCoin', {
  symbol: coin.text('Base coin, as its venue names it.', (c) => c.coin),
  long_usd: coin.number('USD at mark.', (c) => c.long, USD),
  short_usd: coin.number('USD at mark.', (c) => c.short, USD),
  net_usd: coin.number('long_usd less short_usd.', (c) => c.net),
  gross_usd: coin.number('long_usd plus short_usd.', (c) => c.gross, USD),
  n_long: coin.integer('Accounts that are long.', (c) => c.longAccounts, USD),
  n_short: coin.integer('Accounts that are short.', (c) => c.shortAccounts, USD),
  dominant_side: coin.choice(
    ['long', 'short', 'flat'],
    'Side of net_usd; flat when it is less than 2 % of gross_usd.',
    (c) => c.dominantSide,
  ),
  directional_net_usd: coin.number(
    'Longs less shorts of the accounts that are neither market makers nor vaults, USD.',
    (c) => c.directionalNet,
  ),
  long_pct: coin.numberOrNull('Share of the longs, percent.', (c) => c.longPct, SHARE),
  long_pct_pctile_30d: coin.numberOrNull(
    'Percentile rank of long_pct in the newest hourly sample among those of 30 days; null until 48 samples.',
    (c) => c.longPctPctile,
    SHARE,
  ),
  positions_as_of: coin.moment('Cycle of the positions.', (c) => c.time),
});

const meta = record(null, {
  segment: field.choice(['perp'], 'Positions are those of perpetuals.', () => 'perp'),
  spot_status: field.text('not_tracked: spot balances are not part of it.', () => 'not_tracked'),
  classifier_version: field.text('Version of the classes and tags, CalVer.', (w) =>
    classifierVersion({ version: w.classifierVersion }),
  ),
  config_version: field.text('Version of the numbers.', (w) => w.version),
});

/** The summary of a cycle. */
export const whalesRow = record('WhaleActivity', {
  summary: field.inner(summary, (w) => w, 'All tracked accounts together.'),
  top_coins: field.items(topCoin, 'Largest |net_usd| first, equal ones by name.', (w) =>
    w.topCoins.map((top) => ({ ...top, time: w.time })),
  ),
  positions_as_of: field.moment('Cycle of the positions.', (w) => w.time),
  meta: field.inner(meta, (w) => w, 'Market of the positions, and versions of the rules.'),
});
/** The summary on the wire. */
export type WhalesRowWire = WireOf<typeof whalesRow>;
