/** Out-of-sample scores of models on the coins of a panel, per refit. */

import { COIN_SCOPE_V1, createHmm, type Horizon, mixTransitions } from '@barograph/nowcast';
import { fitConcentration } from '../coin-concentration.ts';
import type { Panel } from './panel.ts';
import { scoreCoin, transitionsBefore, type CoinModel, type CoinScores } from './score-coin.ts';
import { addTallies, calibrationError, type Tally } from './tally.ts';

/** Numbers of the test of coins. */
export interface CoinTestConfig {
  readonly version: `coin_test/${string}`;
  /** Hours between scored forecasts; label changes are counted every hour. */
  readonly stride: number;
  /** Minimum training hours with full features, for a coin to be tested. */
  readonly leastHours: number;
}

/** Numbers of the test of coins, version 1. */
export const COIN_TEST_V1: CoinTestConfig = Object.freeze({
  version: 'coin_test/1',
  stride: 6,
  leastHours: 60 * 24,
});

/**
 * Transition rules: the coin's own, mixed with the pooled ones by the panel's or the standard concentration; or pooled only.
 */
export const COIN_MIXTURES = ['fitted', 'standard', 'pooled'] as const;

/** Name of a rule that mixes a coin's transitions with the pooled ones. */
export type CoinMixture = (typeof COIN_MIXTURES)[number];

type CoinForecast = 'direct' | 'chain' | 'markov' | 'marginal';

const byForecast = <Value>(valueOf: (forecast: CoinForecast) => Value): Readonly<Record<CoinForecast, Value>> => ({
  direct: valueOf('direct'),
  chain: valueOf('chain'),
  markov: valueOf('markov'),
  marginal: valueOf('marginal'),
});

/** Sums over the coins that were tested between two refits. */
export interface CoinBlock {
  /** Pseudo-count of the pooled transitions in a coin's own, hours. */
  readonly concentration: number;
  /** Places in the panel of the coins that had enough hours. */
  readonly tested: readonly number[];
  /** Hours, label changes, and log losses in nats by forecast. */
  readonly mixtures: Readonly<
    Record<
      CoinMixture,
      {
        readonly hours: number;
        readonly flips: number;
        readonly nextRegime: Readonly<Record<Horizon, Readonly<Record<CoinForecast, Tally>>>>;
      }
    >
  >;
}

/**
 * Scores every coin of a panel in the hours of a block.
 *
 * @param trainedTo end of training, including the coins' transitions and baselines; epoch ms.
 * @param config parameters. @default COIN_TEST_V1
 * @example
 * const { artifact } = model;
 * const coins = [observe(hours, artifact.features, { har: HAR_V1 })];
 * const span = { trainedTo: hours.time[1_000], from: hours.time[1_100], to: hours.time[1_400] };
 * const coinModel = { ...artifact, parameters: artifact.hmm, coinsHar: [artifact.har!.pooled] };
 * testCoins(coinModel, { coins }, span, { ...COIN_TEST_V1, leastHours: 500 }).tested; // → [ 0 ]
 */
export function testCoins(
  model: CoinModel,
  { coins }: Panel,
  { trainedTo, from, to }: { readonly trainedTo: number; readonly from: number; readonly to: number },
  config: CoinTestConfig = COIN_TEST_V1,
): CoinBlock {
  const pooled = createHmm(model.parameters);
  const counts = coins.map((coin) => transitionsBefore(model, coin, trainedTo));
  const concentration = fitConcentration(pooled, counts);
  const { stride, leastHours } = config;
  const scored = (mixture: CoinMixture): readonly (CoinScores | null)[] =>
    coins.map((coin, i) => {
      const scope = mixture === 'standard' ? COIN_SCOPE_V1 : { version: 'coin_scope/fitted' as const, concentration };
      const { transition } = mixTransitions(pooled, mixture === 'pooled' ? null : counts[i]!, scope);
      return scoreCoin(model, coin, { trainedTo, from, to, stride, leastHours, transition, har: model.coinsHar?.[i] });
    });
  const own = scored('fitted');
  const all = { fitted: own, standard: scored('standard'), pooled: scored('pooled') };
  const sums = (list: readonly (CoinScores | null)[]) => {
    const known = list.filter((scores) => scores !== null);
    const next = (horizon: Horizon): Readonly<Record<CoinForecast, Tally>> =>
      byForecast((forecast) => addTallies(known.map((scores) => scores[horizon].nextRegime[forecast])));
    return {
      hours: known.reduce((sum, { hours }) => sum + hours, 0),
      flips: known.reduce((sum, { flips }) => sum + flips, 0),
      nextRegime: { h4: next('h4'), h24: next('h24') },
    };
  };
  return {
    concentration,
    tested: own.flatMap((scores, i) => (scores === null ? [] : [i])),
    mixtures: { fitted: sums(all.fitted), standard: sums(all.standard), pooled: sums(all.pooled) },
  };
}

/** Log losses in nats; `ece` is the calibration error of the likeliest label, ten bins. */
export interface CoinMetrics {
  readonly version: CoinTestConfig['version'];
  /** Number of coins tested in any block. */
  readonly coins: number;
  readonly blocks: number;
  /** First and last concentration. */
  readonly concentration: readonly [number, number];
  readonly mixtures: Readonly<Record<CoinMixture, CoinMixtureMetrics>>;
}

/** Scores of one rule of mixture. */
export interface CoinMixtureMetrics {
  readonly hours: number;
  readonly flipsPerDay: number;
  /** Log loss in nats and calibration error 0…1, by horizon and forecast. */
  readonly nextRegime: Readonly<
    Record<Horizon, Readonly<Record<CoinForecast, { readonly logLoss: number; readonly ece: number }>>>
  >;
}

/**
 * Null when no coin was tested in any block.
 * @param config parameters. @default COIN_TEST_V1
 *
 * @example
 * const { artifact } = model;
 * const coins = [observe(hours, artifact.features, { har: HAR_V1 })];
 * const span = { trainedTo: hours.time[1_000], from: hours.time[1_100], to: hours.time[1_400] };
 * const config = { ...COIN_TEST_V1, leastHours: 500 };
 * const coinModel = { ...artifact, parameters: artifact.hmm, coinsHar: [artifact.har!.pooled] };
 * const block = testCoins(coinModel, { coins }, span, config);
 * coinMetrics([block], config)?.mixtures.fitted.hours; // → 300
 */
export function coinMetrics(
  blocks: readonly CoinBlock[],
  { version }: CoinTestConfig = COIN_TEST_V1,
): CoinMetrics | null {
  const known = blocks.filter(({ tested }) => tested.length > 0);
  if (known.length === 0) return null;
  const metricsOf = (mixture: CoinMixture): CoinMixtureMetrics => {
    const parts = known.map(({ mixtures }) => mixtures[mixture]);
    const hours = parts.reduce((sum, part) => sum + part.hours, 0);
    const scores = (horizon: Horizon): CoinMixtureMetrics['nextRegime'][Horizon] =>
      byForecast((forecast) => {
        const tally = addTallies(parts.map(({ nextRegime }) => nextRegime[horizon][forecast]));
        return { logLoss: tally.loss / tally.rows, ece: calibrationError(tally) };
      });
    return {
      hours,
      flipsPerDay: (24 * parts.reduce((sum, { flips }) => sum + flips, 0)) / hours,
      nextRegime: { h4: scores('h4'), h24: scores('h24') },
    };
  };
  return {
    version,
    coins: new Set(known.flatMap(({ tested }) => tested)).size,
    blocks: known.length,
    concentration: [known[0]!.concentration, known.at(-1)!.concentration],
    mixtures: { fitted: metricsOf('fitted'), standard: metricsOf('standard'), pooled: metricsOf('pooled') },
  };
}
