/** The ledger of two months of a simulated market against rows, grades and scorecards that Python computes from CSV files. */

import {
  CLASS_KIND_NAMES,
  CLASS_KINDS,
  type ForecastRow,
  type GradeRow,
  type LedgerRow,
  type QuantScorecardWire,
} from '@barograph/contract';
import { DAY_MS, HOUR_MS } from '@barograph/core';
import { REGIMES } from '@barograph/nowcast';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openStage, START, type LedgerStage } from '../../packages/host/test/services/ledger/stage.ts';
import { BACKFILL_PRODUCER, createBackfill } from '../../packages/runtime/src/backfill/producer.ts';
import { endOf } from '../../packages/runtime/src/producers/ledger/grading.ts';
import { pastLedger } from '../../packages/runtime/src/producers/ledger/past.ts';
import { marketReader } from '../../packages/runtime/src/market-reader.ts';
import { runnerOf } from '../../packages/runtime/test/test-support.ts';

const PYTHON = spawnSync('python3', ['--version']).status === 0;
/** Scopes with the coin whose bars they are graded by. */
const SCOPES = { market: 'BTC', BTC: 'BTC', ETH: 'ETH', DOGE: 'DOGE' } as const;
const HORIZONS = ['4h', '24h'] as const;

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
  ours.forEach((one, i) => expectNear(one, theirs[i], label));
};

/** Writes the hourly closes of a coin. */
async function csvOf({ market }: LedgerStage, coin: string, folder: string): Promise<string> {
  const end = START + 4 * DAY_MS;
  const listing = (await market.listings(end)).find(({ symbol, venue }) => symbol === coin && venue === 'perpdex_perp');
  const bars = await marketReader(market).closedBars(listing!, '1h', 0, end);
  const lines = Array.from(bars!.time, (time, i) => `${time},${bars!.close[i]}`);
  const path = join(folder, `${coin}.csv`);
  writeFileSync(path, ['timestamp,close', ...lines, ''].join('\n'));
  return path;
}

/** Everything of the backfilled chain. */
async function chainOf({ store }: LedgerStage): Promise<readonly LedgerRow[]> {
  const days = await store.ledger.digests('test', { origin: 'backfilled', from: 0, to: START + 9 * DAY_MS });
  const rows = days.map(async ({ date }) => {
    const asked = {
      origin: 'backfilled',
      day: Date.parse(date),
      limit: 100_000,
      asOf: Number.MAX_SAFE_INTEGER,
    } as const;
    return (await store.ledger.rows('test', asked)).map(({ text }) => JSON.parse(text) as LedgerRow);
  });
  return (await Promise.all(rows)).flat();
}

describe.skipIf(!PYTHON)('the ledger against Python (needs python3)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has the same baselines, grades and scorecards, from CSV files', async () => {
    // Nothing was published: the chain goes on to the last whole day.
    const stage = await openStage(-1);
    const { store, market, clock, model } = stage;
    clock.put(START + 4 * DAY_MS);
    const { engineStates: states, observations, tables } = store;
    const backfill = createBackfill([
      pastLedger(model, { store: store.ledger, timeline: 'test', artifact: model.artifact }),
    ]);
    const runner = runnerOf([backfill.producer], clock, {
      source: market,
      timeline: 'test',
      states,
      observations,
      tables,
    });
    while ((await runner.run(BACKFILL_PRODUCER)).isUnfinished);
    await runner.stop();
    const rows = (await chainOf(stage)).filter(({ scope }) => scope in SCOPES);
    const forecasts = rows.filter((row): row is ForecastRow => row.type === 'forecast');
    const grades = rows.filter((row): row is GradeRow => row.type === 'grade');
    const until = Math.max(...forecasts.map(({ time }) => Date.parse(time))) + HOUR_MS;
    const ended = forecasts.filter((row) => endOf(row) <= until);
    expect(grades.length).toBe(ended.length);
    expect(grades.filter(({ scope }) => scope === 'market').length).toBeGreaterThan(2 * 24 * 30);

    const bars: Record<string, string> = {};
    for (const [scope, coin] of Object.entries(SCOPES)) bars[scope] = await csvOf(stage, coin, folder);
    const { heads } = model.artifact;
    const published = forecasts.map(({ id, scope, horizon, time, regime, forecasts: said }) => ({
      id,
      scope,
      horizon,
      time: Date.parse(time),
      regime,
      p: Object.fromEntries(
        CLASS_KIND_NAMES.flatMap((kind) => (said[kind] === undefined ? [] : [[kind, said[kind].p]])),
      ),
      expected: said.expected_volatility?.value ?? null,
      shares: said.day_quantiles?.shares ?? [],
      values: said.day_quantiles?.values ?? [],
    }));
    const input = JSON.stringify({ bars, cuts: { '4h': heads.h4.volatilityCuts, '24h': heads.h24.volatilityCuts }, forecasts: published, now: stage.clock.now(), until }); // prettier-ignore
    const ran = spawnSync('python3', [new URL('ledger.py', import.meta.url).pathname], { input, maxBuffer: 2 ** 30 });
    expect(ran.status, ran.stderr.toString()).toBe(0);
    const oracle = JSON.parse(ran.stdout.toString()) as Oracle;

    const byRow = new Map(grades.map((grade) => [grade.row, grade]));
    for (const { id, forecasts: said } of ended) {
      const [theirs, grade] = [oracle.rows[id]!, byRow.get(id)!];
      for (const [kind, base] of Object.entries(theirs.base)) {
        const forecast = said[kind as keyof typeof CLASS_KINDS]!;
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
      if (said.volatility !== undefined) expectAllNear(said.volatility.cuts!, theirs.cuts!, `${id} cuts`);
      for (const name of ['return', 'volatility', 'fall'] as const) expectNear(grade.followed[name], theirs.followed?.[name], `${id} ${name}`); // prettier-ignore
      if (said.expected_volatility !== undefined) {
        expectNear(said.expected_volatility.base, theirs.expected_volatility!.base, `${id} base of volatility`);
        expectNear(grade.grades.expected_volatility!.score, theirs.expected_volatility!.score, `${id} QLIKE`);
      }
      if (said.day_quantiles === undefined) continue;
      expectAllNear(said.day_quantiles.base ?? [], theirs.day_quantiles!.base ?? [], `${id} base of quantiles`);
      expectNear(grade.grades.day_quantiles!.score, theirs.day_quantiles!.score, `${id} pinball`);
      expectNear(grade.grades.day_quantiles!.base_score, theirs.day_quantiles!.base_score, `${id} pinball of the base`);
    }

    for (const scope of Object.keys(SCOPES)) {
      for (const horizon of HORIZONS) {
        const card = await stage.get<QuantScorecardWire>(`quant/scorecard?scope=${scope}&horizon=${horizon}&window=30`);
        for (const { kind, graded, scores, calibration } of card.backfilled.kinds) {
          const theirs = oracle.cards[`${scope}/${horizon}`]![kind]!;
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
    }
    expect(Object.keys(oracle.cards)).toHaveLength(8);
    await stage.stop();
  });
});
