/**
 * Thirty days of BTC and ten coins that a host replays from CSV files, in step with its clock: rows, grades and scorecards of its live
 * chain against what Python computes from the same files.
 *
 * `LEDGER_SPEED` is the speed of the replay; by default the month takes less than four minutes. Hours that a busy machine does not publish in
 * their time are not in the chain, and the comparison knows of them: `LEDGER_SPEED=1000` takes 43 minutes and leaves fewer out.
 */

import type { ForecastRow, GradeRow, LedgerRow, QuantScorecardWire } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import type { NowcastArtifact } from '@barograph/nowcast';
import { createMarket, LISTINGS_V1, SIMULATOR_V2 } from '@barograph/simulator';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { call, startHost } from '../host-process.ts';
import { ROOT } from '../workspace.ts';
import { expectAsPython, PYTHON } from './ledger-compared.ts';

const SPEED = Number(process.env['LEDGER_SPEED'] ?? 12_000);
const MODEL = join(ROOT, 'models/nowcast/2026.12.0/model.json');
const DAYS = 30;
/** Behind the replay: a row reads 90 days of bars. */
const FROM = SIMULATOR_V2.start + 95 * DAY_MS;
/** Two days more: the card counts whole days whose last row is due. */
const TO = FROM + (DAYS + 2) * DAY_MS;
const COINS = LISTINGS_V1.filter(({ venue }) => venue === 'perpdex_perp')
  .map(({ symbol }) => symbol)
  .slice(0, 11);

/** Writes the hourly bars of each coin. @returns its files by scope. */
function writeBars(folder: string): Readonly<Record<string, string>> {
  mkdirSync(folder);
  const market = createMarket();
  const files = COINS.map((symbol) => {
    const { time, open, high, low, close, volume, length } = market.candles(symbol, 'perpdex_perp', '1h', SIMULATOR_V2.start, TO); // prettier-ignore
    const lines = Array.from({ length }, (_, i) => [time[i], open[i], high[i], low[i], close[i], volume[i]].join(','));
    const path = join(folder, `${symbol}.csv`);
    writeFileSync(path, ['timestamp,open,high,low,close,volume', ...lines, ''].join('\n'));
    return [symbol, path] as const;
  });
  const bars = Object.fromEntries(files);
  return { ...bars, market: bars['BTC']! };
}

interface Page {
  readonly rows: readonly LedgerRow[];
  readonly next: string | null;
}

const isFull = process.env['BAROGRAPH_FULL'] === '1';

describe.skipIf(!PYTHON || !isFull)('the live ledger against Python (needs python3 and BAROGRAPH_FULL=1)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-live-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it(
    `has the same baselines, grades and scorecards over ${DAYS} days at ${SPEED} times the speed`,
    async () => {
      const bars = writeBars(join(folder, 'bars'));
      expect(Object.keys(bars)).toHaveLength(12);
      const state = join(folder, 'state');
      const replay = ['--data', join(folder, 'bars'), '--from', String(FROM), '--speed', String(SPEED)];
      const host = await startHost([...replay, '--data-dir', state], {}, undefined, false);
      const key = readFileSync(join(state, 'dev-key'), 'utf8').trim();
      const get = async <Reply>(path: string): Promise<Reply> => {
        const { status, body } = await call(`${host.url}/api/v1/${path}`, key);
        expect([path, status]).toEqual([path, 200]);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller names the type
        return body as Reply;
      };
      const clock = async (): Promise<number> => (await get<{ readonly now: number }>('health')).now;
      while ((await clock()) < TO) await setTimeout(1000);
      const rowsOf = async (day: number): Promise<readonly LedgerRow[]> => {
        const rows: LedgerRow[] = [];
        for (let after = ''; ;) {
          const date = new Date(day).toISOString().slice(0, 10);
          const page = await get<Page>(`quant/ledger?date=${date}&limit=2000${after}`);
          rows.push(...page.rows);
          if (page.next === null) return rows;
          after = `&after=${encodeURIComponent(page.next)}`;
        }
      };
      const chain = async (): Promise<readonly LedgerRow[]> => {
        const rows: LedgerRow[] = [];
        for (let day = FROM; day <= TO; day += DAY_MS) rows.push(...(await rowsOf(day)));
        return rows;
      };
      // The clock stands still at the end; what is under way then is written soon after.
      let rows = await chain();
      for (let before = -1; before !== rows.length;) {
        before = rows.length;
        await setTimeout(5000);
        rows = await chain();
      }
      // Reference books are no scope of bars.
      const ofBars = rows.filter(({ scope }) => !scope.startsWith('book:'));
      const forecasts = ofBars.filter((row): row is ForecastRow => row.type === 'forecast');
      const grades = ofBars.filter((row): row is GradeRow => row.type === 'grade');
      const scopes = [...new Set(forecasts.map(({ scope }) => scope))];
      expect(scopes.sort()).toEqual(Object.keys(bars).sort());
      const hours = forecasts.filter(({ scope, horizon }) => scope === 'market' && horizon === '4h');
      process.stderr.write(
        `${hours.length} of ${(TO - FROM) / 3_600_000} hours, ${forecasts.length} rows, ${grades.length} grades\n`,
      );
      // A scorecard with scores, whatever else the machine does.
      expect(hours.length).toBeGreaterThan(3 * DAYS);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a model of this repository
      const { heads } = JSON.parse(readFileSync(MODEL, 'utf8')) as Pick<NowcastArtifact, 'heads'>;
      const now = await clock();
      await expectAsPython({
        forecasts,
        grades,
        bars,
        heads,
        now,
        cardOf: async (scope, horizon) =>
          (await get<QuantScorecardWire>(`quant/scorecard?scope=${scope}&horizon=${horizon}&window=${DAYS}`)).live,
      });
      expect(await host.stop()).toBe(0);
    },
    (TO - FROM) / SPEED + 600_000,
  );
});
