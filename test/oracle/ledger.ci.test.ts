/** The ledger of two months of a simulated market against rows, grades and scorecards that Python computes from CSV files. */

import type { ForecastRow, GradeRow, LedgerRow, QuantScorecardWire } from '@barograph/contract';
import { DAY_MS, HOUR_MS } from '@barograph/core';
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
import { expectAsPython, PYTHON } from './ledger-compared.ts';

/** Scopes with the coin whose bars they are graded by. */
const SCOPES = { market: 'BTC', BTC: 'BTC', ETH: 'ETH', DOGE: 'DOGE' } as const;

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
    const query = {
      origin: 'backfilled',
      day: Date.parse(date),
      limit: 100_000,
      asOf: Number.MAX_SAFE_INTEGER,
    } as const;
    return (await store.ledger.rows('test', query)).map(({ text }) => JSON.parse(text) as LedgerRow);
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
    const compared = { forecasts, grades, bars, heads: model.artifact.heads, now: stage.clock.now(), until };
    await expectAsPython({
      ...compared,
      cardOf: async (scope, horizon) =>
        (await stage.get<QuantScorecardWire>(`quant/scorecard?scope=${scope}&horizon=${horizon}&window=30`)).backfilled,
    });
    await stage.stop();
  });
});
