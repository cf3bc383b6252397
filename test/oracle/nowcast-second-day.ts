/**
 * The simulated day of steps 8 to 10 of "Replay it elsewhere" of `packages/nowcast/README.md` a second time, without code
 * of the library: seeded paths in mirrored pairs, re-scaled to the expected volatility, their quantiles, the exact
 * visit, and the drawdown raw and mapped. `seedrandom` is what the text names.
 */

import seedrandom from 'seedrandom';
import {
  clip,
  normalQuantile,
  square,
  stepped,
  sum,
  type ModelFile,
  type Row,
  type Vector,
  type Volatilities,
} from './nowcast-second.ts';
import { logistic, type LogitFile, type Recalibration } from './nowcast-second-recalibration.ts';

const PATHS = 4_000;
const HOURS = 24;
const REVERSION = 0.05;
const LAMBDA = 2 ** (-1 / 24);
const SHARES = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99];
const FALL = -Math.log(0.95);
const VISITED = 'vol_spike';

interface DrawdownFile {
  readonly scope: string;
  readonly map: LogitFile;
}
/** A model file of any schema, as far as the simulated day reads it. */
export interface DayFile extends ModelFile {
  readonly modelVersion: string;
  /** Left out by `nowcast/1`. */
  readonly monteCarlo?: string;
  readonly residuals: { readonly all: Vector; readonly states: readonly (Vector | null)[] };
  readonly drawdown: DrawdownFile | null;
  readonly coinDrawdown?: DrawdownFile | null;
}
/** Expected volatility that the paths are re-scaled to. */
export interface Scale {
  /** σ of bars. */
  readonly sigma: number;
  readonly deviation: number;
}
/** The next day. Quantiles are percent of the price, in the order of {@link SHARES}. */
export interface Day {
  readonly seed: string;
  readonly quantiles: Vector;
  readonly visit: number;
  readonly frequency: number;
  readonly raw: number;
  readonly mapped: number | null;
}

/** The generator: sfc32 from three words of alea, its outputs as 0 … 2³² − 1. */
function generator(seed: string): () => number {
  const words = seedrandom.alea(seed);
  let a = words.int32();
  let b = words.int32();
  let c = words.int32();
  let counter = 1;
  const next = (): number => {
    const n = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + n) | 0;
    return n >>> 0;
  };
  for (let thrown = 0; thrown < 12; thrown++) next();
  return next;
}

/** The first state whose cumulated probability is above `u`. */
function stateAt(probabilities: Vector, u: number): number {
  let cumulated = 0;
  for (const [state, share] of probabilities.entries()) {
    cumulated += share;
    if (cumulated > u) return state;
  }
  return probabilities.findLastIndex((share) => share > 0);
}

interface Path {
  readonly end: number;
  readonly fall: number;
  readonly visited: boolean;
}

/** One path; `mirrored` takes 1 − u of every draw. */
function pathOf(model: DayFile, row: Row, draws: Vector, mirrored: boolean): Path {
  const { states, transition, labels } = model.hmm;
  const uniform = (i: number): number => (mirrored ? 1 - draws[i]! : draws[i]!);
  const longRun = square(row.volatility!.h720);
  let variance = square(row.volatility!.h24);
  let state = stateAt(row.states, uniform(0));
  let price = 0;
  let peak = 0;
  let fall = 0;
  let visited = false;
  for (let hour = 0; hour < HOURS; hour++) {
    state = stateAt(transition[state]!, uniform(2 * hour + 2));
    visited ||= labels[states[state]!.label] === VISITED;
    const pool = model.residuals.states[state] ?? model.residuals.all;
    const r = pool[Math.floor(uniform(2 * hour + 1) * pool.length)]! * Math.sqrt(variance);
    price += r;
    peak = Math.max(peak, price);
    fall = Math.max(fall, peak - price);
    variance = (1 - REVERSION) * (LAMBDA * variance + (1 - LAMBDA) * r * r) + REVERSION * longRun;
  }
  return { end: price, fall, visited };
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** η of each pair. */
const DEVIATES = Array.from({ length: PATHS / 2 }, (_, k) => normalQuantile(((k + 0.5) * GOLDEN) % 1));

/** √(24·σ² / Σ H_s), 0 where nothing moved. */
function factorOf({ h24, h720 }: Volatilities, sigma: number): number {
  let variance = square(h24);
  let variances = 0;
  for (let s = 0; s < HOURS; s++) {
    variances += variance;
    variance = (1 - REVERSION) * variance + REVERSION * square(h720);
  }
  return variances === 0 ? 0 : sigma * Math.sqrt(HOURS / variances);
}

function pathsOf(model: DayFile, row: Row, seed: string, scale: Scale | null): Path[] {
  const next = generator(seed);
  const factor = scale === null ? 1 : factorOf(row.volatility!, scale.sigma);
  const deviation = scale?.deviation ?? 0;
  return DEVIATES.flatMap((eta) => {
    const draws = Array.from({ length: 1 + 2 * HOURS }, () => (next() + 0.5) / 2 ** 32);
    const by = factor * Math.exp(deviation * eta - square(deviation));
    return [false, true].map((mirrored) => {
      const { end, fall, visited } = pathOf(model, row, draws, mirrored);
      return { end: end * by, fall: fall * by, visited };
    });
  });
}

/** Linear between order statistics: type 7 of Hyndman and Fan. */
function quantileOf(ascending: Vector, share: number): number {
  const place = share * (ascending.length - 1);
  const below = Math.floor(place);
  const low = ascending[below]!;
  return low + (place - below) * ((ascending[below + 1] ?? low) - low);
}

/** 1 − (α·A)_¬S·(A_¬S¬S)^23·1. */
function visitOf(alpha: Vector, { hmm: { transition, states, labels } }: DayFile): number {
  const away = states.map(({ label }) => Number(labels[label] !== VISITED));
  const outside = (shares: Vector): number[] => shares.map((share, k) => share * away[k]!);
  let staying = outside(stepped(alpha, transition));
  for (let hour = 1; hour < HOURS; hour++) staying = outside(stepped(staying, transition));
  return 1 - sum(staying);
}

/** The map of the scope: that of coins is for every coin. */
function mapOf({ drawdown, coinDrawdown }: DayFile, scope: string): LogitFile | null {
  if (scope === 'market') return drawdown?.scope === 'market' ? drawdown.map : null;
  return coinDrawdown?.map ?? (drawdown?.scope === scope ? drawdown.map : null);
}

/**
 * The day after an hour with a bar.
 *
 * @param row the hour, of `replay`.
 * @param scale null of a file of `nowcast/1`, whose paths are not re-scaled.
 * @returns null without a label or a volatility. Whether the hour is published is not asked.
 */
export function dayAfter(
  model: DayFile,
  scope: string,
  row: Row,
  scale: Scale | null,
  recalibration: Recalibration | null,
): Day | null {
  if (row.regime === null || row.volatility === null) return null;
  const seed = `quant|${model.monteCarlo ?? 'monte_carlo/1'}|${model.modelVersion}|${scope}|${row.time}|24h|paths`;
  const paths = pathsOf(model, row, seed, scale);
  const ends = paths.map(({ end }) => end).sort((a, b) => a - b);
  const quantiles = SHARES.map((share, i) => {
    const x = quantileOf(ends, share) * Math.exp(recalibration?.logs[i] ?? 0);
    return 100 * (Math.exp(x) - 1);
  });
  const shareOf = (is: (path: Path) => boolean): number => paths.filter(is).length / PATHS;
  const raw = shareOf(({ fall }) => fall > FALL);
  const map = mapOf(model, scope);
  const p = clip(raw, 0.5 / PATHS, 1 - 0.5 / PATHS);
  return {
    seed,
    quantiles: quantiles.sort((a, b) => a - b),
    visit: visitOf(row.states, model),
    frequency: shareOf(({ visited }) => visited),
    raw,
    mapped:
      map === null ? null : logistic(map.intercept + (recalibration?.shift ?? 0) + map.slope * Math.log(p / (1 - p))),
  };
}
