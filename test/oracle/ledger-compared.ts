/** Compares a chain of the ledger with the rows, grades and scorecards that Python computes from CSV files. */

import {
  CLASS_KIND_NAMES,
  CLASS_KINDS,
  type ForecastRow,
  type GradeRow,
  type QuantScorecardWire,
} from '@barograph/contract';
import { REGIMES, type NowcastArtifact } from '@barograph/nowcast';
import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';

export const PYTHON: boolean = spawnSync('python3', ['--version']).status === 0;
const HORIZONS = ['4h', '24h'] as const;
/** Kinds that Python computes. */
const KINDS: ReadonlySet<string> = new Set(['next_regime', 'volatility', 'drawdown']);

/** A chain, and what it is compared by. */
export interface ComparedChain {
  readonly forecasts: readonly ForecastRow[];
  readonly grades: readonly GradeRow[];
  /** CSV file of closes by scope. */
  readonly bars: Readonly<Record<string, string>>;
  readonly heads: NowcastArtifact['heads'];
  /** Clock of the service, epoch ms. */
  readonly now: number;
  /** End of the last hour whose outcome is graded, epoch ms; left out: baselines know what had been graded when a row was recorded. */
  readonly until?: number;
  /** The scorecard of 30 days. */
  readonly cardOf: (scope: string, horizon: string) => Promise<QuantScorecardWire['live']>;
}

interface OracleRow {
  readonly base: Readonly<Record<string, readonly number[]>>;
  readonly cuts: readonly number[] | null;
  readonly followed: GradeRow['followed'] | null;
  readonly grades: Readonly<Record<string, Readonly<Record<string, number | boolean | null>>>>;
  readonly expected_volatility?: {
    readonly base: number | null;
    readonly score: number | null;
    readonly base_score: number | null;
  };
  readonly day_quantiles?: {
    readonly base: readonly number[] | null;
    readonly score: number | null;
    readonly base_score: number | null;
  };
}
interface OracleCard {
  readonly graded: number;
  readonly scores: readonly (readonly [number, number])[];
  readonly calibration: readonly (readonly [number, number, number])[];
}
interface Oracle {
  readonly rows: Readonly<Record<string, OracleRow>>;
  readonly cards: Readonly<Record<string, Readonly<Record<string, OracleCard>>>>;
}

/** Two numbers that are equal within the rounding of rows. */
function expectNear(ours: number | null | undefined, theirs: number | null | undefined, label: string): void {
  if (theirs === null || theirs === undefined) expect(ours ?? null, label).toBeNull();
  else
    expect(Math.abs(ours! - theirs), `${label}: ${ours} and ${theirs}`).toBeLessThan(
      2e-6 * Math.max(1, Math.abs(theirs)),
    );
}
const expectAllNear = (ours: readonly number[], theirs: readonly number[], label: string): void => {
  expect(ours, label).toHaveLength(theirs.length);
  ours.forEach((value, i) => expectNear(value, theirs[i], label));
};

const settledOf = (grade: GradeRow | undefined): number | null =>
  grade === undefined ? null : Date.parse(grade.recorded);

/** Expects every number of the chain to be that of Python. */
export async function expectAsPython(chain: ComparedChain): Promise<void> {
  const { forecasts, grades, bars, heads, now, until, cardOf } = chain;
  const byRow = new Map(grades.map((grade) => [grade.row, grade]));
  // Before Python, which lets nothing else run for a while: a connection that is kept open would end meanwhile.
  const cards: { readonly scope: string; readonly horizon: string; readonly card: QuantScorecardWire['live'] }[] = [];
  for (const scope of Object.keys(bars)) {
    for (const horizon of HORIZONS) cards.push({ scope, horizon, card: await cardOf(scope, horizon) });
  }
  const published = forecasts.map(({ id, scope, horizon, time, recorded, regime, forecasts: forecast }) => ({
    id,
    scope,
    horizon,
    time: Date.parse(time),
    regime,
    p: Object.fromEntries(
      CLASS_KIND_NAMES.flatMap((kind) =>
        !KINDS.has(kind) || forecast[kind] === undefined ? [] : [[kind, forecast[kind].p]],
      ),
    ),
    expected: forecast.expected_volatility?.value ?? null,
    shares: forecast.day_quantiles?.shares ?? [],
    values: forecast.day_quantiles?.values ?? [],
    ...(until === undefined ? { recorded: Date.parse(recorded), settled: settledOf(byRow.get(id)) } : {}),
  }));
  const input = JSON.stringify({ bars, cuts: { '4h': heads.h4.volatilityCuts, '24h': heads.h24.volatilityCuts }, forecasts: published, now, until }); // prettier-ignore
  const ran = spawnSync('python3', [new URL('ledger.py', import.meta.url).pathname], { input, maxBuffer: 2 ** 30 });
  expect(ran.status, ran.stderr.toString()).toBe(0);
  const oracle = JSON.parse(ran.stdout.toString()) as Oracle;

  for (const { id, forecasts: forecastsOfRow } of forecasts) {
    const grade = byRow.get(id);
    if (grade === undefined) continue;
    const theirs = oracle.rows[id]!;
    for (const [kind, base] of Object.entries(theirs.base)) {
      const forecast = forecastsOfRow[kind as keyof typeof CLASS_KINDS]!;
      const { came, hit, ...numbers } = theirs.grades[kind]!;
      const ours = grade.grades[kind as keyof typeof CLASS_KINDS]!;
      expectAllNear(forecast.base, base, `${id} ${kind} base`);
      const classes: readonly string[] =
        kind === 'next_regime' ? REGIMES : CLASS_KINDS[kind as keyof typeof CLASS_KINDS];
      expect([ours.came, ours.hit], `${id} ${kind}`).toEqual([came === null ? null : classes[Number(came)], hit]);
      for (const name of ['said', 'log', 'brier'] as const) expectNear(ours[name], numbers[name] as number | null, `${id} ${kind} ${name}`); // prettier-ignore
      // A rounded baseline moves its score by its error over the probability.
      for (const name of ['base_log', 'base_brier'] as const) expect(Math.abs((ours[name] ?? 0) - Number(numbers[name] ?? 0))).toBeLessThan(1e-3); // prettier-ignore
    }
    if (forecastsOfRow.volatility !== undefined)
      expectAllNear(forecastsOfRow.volatility.cuts!, theirs.cuts!, `${id} cuts`);
    for (const name of ['return', 'volatility', 'fall'] as const) expectNear(grade.followed[name], theirs.followed?.[name], `${id} ${name}`); // prettier-ignore
    if (forecastsOfRow.expected_volatility !== undefined) {
      expectNear(forecastsOfRow.expected_volatility.base, theirs.expected_volatility!.base, `${id} base of volatility`);
      expectNear(grade.grades.expected_volatility!.score, theirs.expected_volatility!.score, `${id} QLIKE`);
    }
    if (forecastsOfRow.day_quantiles === undefined) continue;
    expectAllNear(forecastsOfRow.day_quantiles.base ?? [], theirs.day_quantiles!.base ?? [], `${id} base of quantiles`);
    expectNear(grade.grades.day_quantiles!.score, theirs.day_quantiles!.score, `${id} pinball`);
    expectNear(grade.grades.day_quantiles!.base_score, theirs.day_quantiles!.base_score, `${id} pinball of the base`);
  }

  for (const { scope, horizon, card } of cards) {
    const theirCard = oracle.cards[`${scope}/${horizon}`]!;
    for (const { kind, graded, scores, calibration } of card.kinds.filter((kind) => kind.kind in theirCard)) {
      const theirs = theirCard[kind]!;
      expect(graded, `${scope} ${horizon} ${kind}`).toBe(theirs.graded);
      scores?.forEach(({ mean, baseline }, i) => {
        // a card is rounded
        expect(Math.abs(mean - theirs.scores[i]![0])).toBeLessThan(6e-4);
        expect(Math.abs(baseline - theirs.scores[i]![1])).toBeLessThan(6e-4);
      });
      calibration?.forEach(({ said, happened, rows: count }, i) => {
        const [mean, hit, lines] = theirs.calibration[i]!;
        expect(count).toBe(lines);
        expect(Math.abs(said - mean)).toBeLessThan(6e-3);
        expect(Math.abs(happened - hit)).toBeLessThan(6e-3);
      });
    }
  }
  expect(Object.keys(oracle.cards)).toHaveLength(2 * Object.keys(bars).length);
}
