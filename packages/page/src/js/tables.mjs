/** Tables of coins: the source of their rows, and their columns. */

import { name24, num, pct, price, prob, say, usd } from './format.mjs';
import { LIQUIDITY, stateOf } from './words.mjs';

/** A column of words. */
const word = (key, name, value = (row) => row[key], text = say) => ({
  key,
  name,
  value: (row) => value(row) ?? null,
  text,
});
/** A column of numbers. @param unit formats a number */
const number = (key, name, unit = (x) => num(x, 1), value = (row) => row[key]) => ({
  key,
  name,
  isNumber: true,
  value: (row) => value(row) ?? null,
  text: unit,
});

const percent =
  (decimals, sign = true) =>
  (x) =>
    pct(x, decimals, sign);
const whole = (x) => num(x);
const times = (x) => `${num(x, 2)}×`;
const rate = (x) => pct(100 * x, 4, true);
const items = ({ items: rows }) => rows;

/**
 * Tables by their names in the address: `ask` is the question, `rows(data)` its rows. Rows without `symbolOf` have
 * `symbol`. `alert` is the number that a row's bell watches.
 */
export const TABLES = {
  signum: {
    title: 'SIGNUM',
    ask: 'signum',
    alert: 'coin_colour',
    rows: items,
    columns: [
      word('color', 'colour'),
      number('days_in_color', 'days', whole),
      number('adx', 'ADX'),
      number('plus_di', '+DI'),
      number('minus_di', '−DI'),
      word('h4_color', '4 h colour'),
      number('pct_change_24h', '24 h', percent(1)),
      number('price', 'price', price),
      number('quote_volume_24h', 'volume, 24 h', usd),
      word('flip_alert', 'flip alert', ({ flip_alert: is }) => (is ? 'yes' : 'no')),
    ],
  },
  nowcast: {
    title: 'Nowcast',
    ask: 'coinRows',
    alert: 'coin_sure',
    rows: items,
    columns: [
      word('regime', 'regime', undefined, (id) => stateOf(id).name),
      number('confidence', 'sure', prob),
      word(
        'next',
        'likeliest next',
        (row) => row.most_likely_transition?.label,
        (id) => stateOf(id).name,
      ),
      number('p_next', 'chance, 24 h', prob, (row) => row.most_likely_transition?.p),
      number('oi_usd', 'open interest', usd),
    ],
  },
  volatility: {
    title: 'Volatility',
    ask: 'volatilityRows',
    alert: 'coin_volatility',
    rows: items,
    columns: [
      word('regime', 'regime'),
      number('days_in_regime', 'days', whole),
      number('rv_gk_30', '30 d', percent(1, false)),
      number('rv_gk_7', '7 d', percent(1, false)),
      number('vol_pctile_30', 'percentile', whole),
      number('term_structure_ratio', '7 d over 30 d', times),
      number('vol_target_multiplier', 'size for 60 %', times),
      word('prev_regime', 'before'),
    ],
  },
  liquidity: {
    title: 'Liquidity',
    ask: 'liquidityRows',
    rows: items,
    columns: [
      word(
        'label',
        'label',
        (row) => (row.status === 'warming' ? 'warming' : row.regime),
        (id) => LIQUIDITY[id] ?? say(id),
      ),
      number('score', 'score', whole),
      word('band', 'band'),
      number('depth_50bps', 'depth, 0.5 %', usd),
      number('depth_ratio', 'depth against week', times),
      number('spread_bps', 'spread, bp', (x) => num(x, 2)),
      number('spread_ratio', 'spread against week', times),
      number('open_interest_usd', 'open interest', usd),
      number('liquidations_1h_usd', 'liquidations, 1 h', usd),
    ],
  },
  meme: {
    title: 'Meme coins',
    ask: 'memeRows',
    rows: items,
    columns: [
      word('regime', 'regime'),
      number('days_in_regime', 'days', whole),
      number('ret_1d', '1 d', percent(1)),
      number('ret_7d', '7 d', percent(1)),
      number('ret_30d', '30 d', percent(1)),
      number('vol_spike', 'volume', times),
      number('sma20_extension_pct', 'over 20-day average', percent(1)),
      number('funding_rate', 'funding, 1 h', rate),
      number('oi_usd', 'open interest', usd),
    ],
  },
  moves: {
    title: 'Moves',
    ask: 'heatmap',
    alert: 'coin_price',
    rows: items,
    columns: [
      number('price', 'price', price),
      number('pct_1h', '1 h', percent(2)),
      number('pct_4h', '4 h', percent(2)),
      number('pct_24h', '24 h', percent(2)),
      number('dist_from_200_pct', 'from 200-day average', percent(1)),
      word('signum', 'SIGNUM'),
      number('notional_30', 'volume a day', usd),
    ],
  },
  volume: {
    title: 'Volume',
    ask: 'volumeRows',
    alert: 'coin_volume',
    rows: items,
    columns: [
      word('band', 'band'),
      number('multiplier', 'against 30 days', times),
      number('volume_24h', '24 h', usd),
      number('avg_volume_30d', 'usual', usd),
      number('change_24h', 'price, 24 h', percent(1)),
    ],
  },
  perps: {
    title: 'Funding and open interest',
    ask: 'openInterest',
    rows: ({ assets }) => assets,
    columns: [
      number('funding_rate', 'funding, 1 h', rate),
      number('open_interest_usd', 'open interest', usd),
      number('mark_price', 'mark', price),
      number('premium', 'premium', (x) => pct(100 * x, 3, true)),
      number('day_ntl_vlm', 'volume, 24 h', usd),
    ],
  },
  flow: {
    title: 'Taker flow',
    ask: 'flowRows',
    rows: ({ data }) => data,
    symbolOf: ({ coin }) => coin,
    columns: [
      number('buy_notional', 'buys, 1 h', usd),
      number('sell_notional', 'sells, 1 h', usd),
      number('taker_buy_ratio', 'share of buys', prob),
      number('n_trades', 'trades', whole),
      number('large_fill_share', 'in large fills', prob),
      number('partial_minutes', 'minutes not watched', whole),
    ],
  },
  funding: {
    title: 'Funding by venue',
    ask: 'daily',
    rows: ({ funding }) => funding.flatMap(({ venues }) => venues),
    symbolOf: ({ coin }) => coin,
    columns: [
      word('venue', 'venue', undefined, name24),
      number('rate_1h', 'an hour', rate),
      number('annualized_pct', 'a year', percent(1)),
      number('interval_hours', 'paid every, h', whole),
    ],
  },
  liquidations: {
    title: 'Liquidations',
    ask: 'daily',
    rows: ({ liquidations }) => liquidations,
    columns: [
      number('usd', 'all, 24 h', usd),
      number('long_usd', 'long side', usd),
      number('short_usd', 'short side', usd),
    ],
  },
};

/** The symbol of a row, as a column. */
const coinColumn = ({ symbolOf = ({ symbol }) => symbol }) => ({
  key: 'coin',
  name: 'coin',
  value: symbolOf,
  text: String,
});

/** All columns of a table. */
export const columnsOf = (table) => [coinColumn(table), ...table.columns];
