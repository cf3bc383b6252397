/** Numbers that an alert can watch: the question for each, and its place in the answer. */

import { num, pct, price } from './format.mjs';
import { NOWCAST, stateOf } from './words.mjs';

const hundred = (x) => num(x, 1);
const percent = (x) => pct(x, 1);
const share = { scale: 100, text: (x) => pct(100 * x, 1), unit: '%' };
const points = { text: hundred, unit: 'of 100' };

/** A composite risk score. */
const composite = (name, ask) => ({ name, ask: () => [ask], read: (data) => data.composite, ...points });

/**
 * By name: `ask(coin)` the question and its subject; `read(data, coin)`; `text(value)`; `scale` from the typed number
 * to the value; `hook` the name in conditions of webhooks; `event` the type of the change event.
 */
export const NUMBERS = {
  cycle_regime: {
    name: 'Regime of weeks to months',
    isWord: true,
    ask: () => ['cycle'],
    read: ({ name }) => name,
    text: String,
    event: 'long_regime',
  },
  cycle_stability: {
    name: 'Stability of the regime of weeks to months',
    ask: () => ['cycle'],
    read: ({ stability }) => stability?.score,
    ...points,
  },
  nowcast_regime: {
    name: 'Regime of the next hours',
    isWord: true,
    ask: () => ['now24'],
    read: ({ regime }) => regime?.label,
    text: (label) => stateOf(label).name,
    event: 'regime',
  },
  nowcast_sure: {
    name: 'Confidence of the regime of the next hours',
    ask: () => ['now24'],
    read: ({ regime }) => regime?.confidence,
    ...share,
  },
  ...Object.fromEntries(
    NOWCAST.map(({ id, name }, i) => [
      `p_${id}`,
      { name: `Probability now: ${name}`, ask: () => ['now24'], read: ({ p_now: p }) => p?.[i], ...share },
    ]),
  ),
  drawdown: {
    name: 'Chance of a fall by more than 5 % in 24 h',
    ask: () => ['now24'],
    read: (data) => data.monte_carlo?.p_drawdown_5,
    hook: 'p_drawdown_5',
    ...share,
  },
  market_health: {
    name: 'Market health',
    ask: () => ['marketHealth'],
    read: (data) => data.total_score,
    hook: 'market_health_total',
    ...points,
  },
  cvi: {
    name: 'Volatility of the market, 30 days',
    ask: () => ['cvi'],
    read: (data) => data.cvi_realized_30,
    text: percent,
    unit: '% a year',
  },
  volatility: { ...composite('Stress of volatility', 'volatilityScore'), hook: 'volatility_composite' },
  policy: { ...composite('Policy stress', 'policy'), hook: 'policy_composite' },
  event: { ...composite('Event stress', 'event'), hook: 'event_composite' },
  security: { ...composite('Security stress', 'security'), hook: 'security_composite' },
  meme: { ...composite('Meme froth', 'meme'), hook: 'meme_composite' },
  liquidity: {
    name: 'Liquidity score',
    ask: () => ['liquidity'],
    read: (data) => data.score,
    hook: 'liquidity_score',
    ...points,
  },
  fear_greed: { name: 'Fear and greed', ask: () => ['fearGreed'], read: (data) => data.value, ...points },
  coin_price: {
    name: 'Price',
    isOfCoin: true,
    ask: (coin) => ['candles', [coin, '4h', 30]],
    read: ({ candles }) => candles.at(-1)?.close,
    text: price,
    unit: 'USD',
  },
  coin_regime: {
    name: 'Regime of the next hours',
    isOfCoin: true,
    isWord: true,
    ask: (coin) => ['coinNow', coin],
    read: ({ regime }) => regime?.label,
    text: (label) => stateOf(label).name,
    event: 'regime',
  },
  coin_sure: {
    name: 'Confidence of the regime of the next hours',
    isOfCoin: true,
    ask: (coin) => ['coinNow', coin],
    read: ({ regime }) => regime?.confidence,
    ...share,
  },
  coin_drawdown: {
    name: 'Chance of a fall by more than 5 % in 24 h',
    isOfCoin: true,
    ask: (coin) => ['coinNow', coin],
    read: ({ horizons }) => horizons?.['24h']?.monte_carlo?.p_drawdown_5,
    hook: 'p_drawdown_5',
    ...share,
  },
  coin_colour: {
    name: 'SIGNUM colour',
    isOfCoin: true,
    isWord: true,
    ask: (coin) => ['coinSignum', coin],
    read: ({ color }) => color,
    text: String,
    event: 'signum_color',
  },
  coin_adx: {
    name: 'ADX of SIGNUM',
    isOfCoin: true,
    ask: (coin) => ['coinSignum', coin],
    read: ({ adx }) => adx,
    text: hundred,
    unit: '',
  },
  coin_volatility: {
    name: 'Volatility, 30 days',
    isOfCoin: true,
    ask: (coin) => ['coinVolatility', coin],
    read: (data) => data.rv_gk_30,
    text: percent,
    unit: '% a year',
  },
  coin_volume: {
    name: 'Volume against 30 days',
    isOfCoin: true,
    ask: (coin) => ['coinVolume', coin],
    read: ({ multiplier }) => multiplier,
    text: (x) => `${num(x, 2)}×`,
    unit: 'times',
  },
  coin_gamma: {
    name: 'Gamma score',
    isOfCoin: true,
    ask: (coin) => ['gamma', coin],
    read: ({ coins }, coin) => coins?.[coin]?.regime?.score,
    text: (x) => num(x, 2),
    unit: '0 to 1',
  },
};

/** Title of a number of the market or of a coin. */
export const titleOf = ({ number, coin }) =>
  `${coin === undefined ? '' : `${coin}: `}${NUMBERS[number]?.name ?? number}`;
/** Value of an alert's number in an answer; undefined without a value. */
export const valueOf = ({ number, coin }, result) =>
  result.state === 'ok' && !result.isKept ? (NUMBERS[number]?.read(result.data, coin) ?? undefined) : undefined;
