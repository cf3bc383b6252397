/** Text page that explains an hour of the nowcast, from its features to its label. */

import type { QuantParts } from '@barograph/contract';
import {
  DIRECTION_EVIDENCE_V2,
  REGIMES,
  type Forecast,
  type Horizon,
  type NowcastModel,
  type PublishedRegime,
  type Scope,
} from '@barograph/nowcast';

const hourOf = (time: number): string => `${new Date(time).toISOString().slice(0, 16)}Z`;
const share = (p: number): string => `${(100 * p).toFixed(1)} %`;
const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
const YEAR_HOURS = 365 * 24;
/** States shown, most likely first. */
const STATES = 5;
const PATHS: Readonly<Record<NonNullable<PublishedRegime['path']>, string>> = {
  floor: 'the label before had fallen below the floor',
  override: 'the challenger passed the override',
  margin: 'the challenger led long enough',
};

/** Yields the lines of the page. @param horizon horizon of the forecasts shown. */
export function* nowcastExplanation(
  { symbol, point, explain, hysteresis }: QuantParts,
  { artifact }: NowcastModel,
  scope: Scope,
  horizon: '4h' | '24h',
): Generator<string> {
  const { regime, now, quality } = point;
  yield `${hourOf(point.time)}  ${symbol} as ${scope === 'market' ? 'the market' : 'a coin'}: ${regime?.label ?? 'no regime is published'}\n`;
  yield `History  ${quality.hours} h since its windows began${flagsOf(quality)}\n`;
  if (regime !== null) yield* machineOf(regime, hysteresis);

  yield* expectedLine(point);
  yield* recalibrationLine(explain);

  yield '\nFeatures, in robust deviations from their median in training\n';
  const widest = Math.max(...Object.keys(explain.featureZ).map(({ length }) => length));
  for (const [name, z] of Object.entries(explain.featureZ)) {
    yield `  ${name.padEnd(widest + 2)}${z === null ? 'undefined' : signed(z)}\n`;
  }
  yield '\nLatent states, filtered\n';
  const states = explain.statePosteriors
    .map((p, k) => ({ p, k, label: REGIMES[artifact.hmm.states[k]!.label]! }))
    .sort((a, b) => b.p - a.p);
  for (const { p, k, label } of states.slice(0, STATES)) yield `  ${`${k} ${label}`.padEnd(24)}${share(p)}\n`;
  if (now === null) return;
  yield '\nLabels, now';
  const forecast = point.forecasts?.[horizon === '4h' ? 'h4' : 'h24'];
  yield forecast === undefined ? '\n' : ` and in ${horizon}\n`;
  for (const [id, label] of REGIMES.entries()) {
    const ahead = forecast === undefined ? '' : share(forecast.nextRegime[id]!).padStart(10);
    yield `  ${label.padEnd(24)}${share(now[id]!).padStart(8)}${ahead}\n`;
  }
  if (forecast !== undefined) yield directionLine(forecast, scope, horizon === '4h' ? 'h4' : 'h24');
}

/** Line on the next day's expected volatility; empty when the model has no volatility forecast. */
function* expectedLine({ expectedVolatility }: QuantParts['point']): Generator<string> {
  if (expectedVolatility === undefined || expectedVolatility === null) return;
  const { h24, derivatives } = expectedVolatility;
  const inputs = derivatives ? 'bars, funding and open interest' : 'bars alone';
  yield `Expects  ${(100 * h24 * Math.sqrt(YEAR_HOURS)).toFixed(1)} % volatility a year over the next 24 h, from ${inputs}\n`;
}

/** Line on how far recalibration moved the next day's forecasts; empty without recalibration. */
function* recalibrationLine({ recalibration }: QuantParts['explain']): Generator<string> {
  if (recalibration === undefined) return;
  const { outcomes, quantiles, drawdown } = recalibration;
  const factors = quantiles
    .filter(({ share: own }) => own <= 0.05 || own >= 0.95)
    .map(({ share: own, factor }) => `${own} ×${factor.toFixed(2)}`);
  yield `Learnt   ${outcomes} outcomes move the quantiles of the next day by ${factors.join(', ')} and the odds of a fall by ×${Math.exp(drawdown).toFixed(2)}\n`;
}

function flagsOf({
  newListing,
  warmingUp,
  insufficientHistory,
  settled,
  sparse,
}: QuantParts['point']['quality']): string {
  const flags = { newListing, warmingUp, insufficientHistory, sparse, unsettled: !settled };
  const names = Object.entries(flags).flatMap(([name, on]) => (on ? [name] : []));
  return names.length === 0 ? '' : `; ${names.join(', ')}`;
}

function* machineOf(regime: PublishedRegime, config: QuantParts['hysteresis']): Generator<string> {
  const { candles, since, pending, challenger, lead, path, floorArmed, rawConfidence, confidence } = regime;
  yield `Since    ${since === null ? 'before the first hour' : hourOf(since)}, ${candles} h${path === null ? '' : `; changed in this hour: ${PATHS[path]}`}\n`;
  yield `Sure     ${share(rawConfidence)}, of which hindsight confirms ${share(confidence)}\n`;
  yield `Against  ${challenger}, ${signed(lead)} from it; it takes +${config.margin} for ${config.bars} h, or ${share(config.override)}\n`;
  yield pending === null
    ? 'Pending  nothing\n'
    : `Pending  ${pending.label}, ${pending.count} of ${pending.needed} h\n`;
  if (floorArmed)
    yield `Floor    below ${share(config.incumbentFloor)}: the likeliest label of the next hour takes over\n`;
}

function directionLine({ withheld }: Forecast, scope: Scope, horizon: Horizon): string {
  const { mean, low, high } = DIRECTION_EVIDENCE_V2.gains[scope][horizon];
  const gain = `gain over base rates ${mean.toFixed(4)} nats (${low.toFixed(4)} … ${high.toFixed(4)})`;
  return withheld === undefined
    ? `\nDirection  a forecast, ${gain}\n`
    : `\nDirection  unavailable, ${withheld}: ${gain}\n`;
}
