/** Labels on the simulator, whose cascades and regimes are known: in time, left by the rule, and quiet in quiet weeks. */

import { DAY_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { LIQUIDITY_V1, type LiquidityRegime } from '@barograph/stress';
import { describe, expect, it } from 'vitest';
import { judgeCascade } from './cascade-truth.ts';
import { openSampled, quietWeeks, type SampledRow } from './sampled.ts';

const FULL = process.env['BAROGRAPH_FULL'] === '1';
/** First cascades of each coin that have a month before them. */
const COINS = FULL ? ['BTC', 'ETH', 'SOL', 'DOGE', 'XRP'] : ['BTC', 'SOL'];
const CASCADES = FULL ? 6 : 1;
/** Coins of which quiet weeks are sampled, and of each the first ones. */
const QUIET = FULL ? COINS : ['SOL'];
const WEEKS = FULL ? 4 : 1;
const START = SIMULATOR_V2.start + 31 * DAY_MS;
const ALARMS: ReadonlySet<LiquidityRegime> = new Set([
  'post_cascade_impaired',
  'depth_withdrawal',
  'oi_price_divergence',
]);

const sampled = openSampled(SIMULATOR_V2);

/** Samples at which a label of cascades is left by the exit rule, from what the rows show. */
function exitsByRule(rows: readonly SampledRow[]): readonly number[] {
  const exits: number[] = [];
  let misses = 0;
  let isHeld = false;
  for (const { row } of rows) {
    const fits = row.cascadeAt !== null && row.depth! < LIQUIDITY_V1.impairedBelow * row.depthBaseline!;
    misses = fits ? 0 : misses + 1;
    if (fits) isHeld = true;
    else if (isHeld && misses === LIQUIDITY_V1.exitSamples) {
      exits.push(row.time);
      isHeld = false;
    }
  }
  return exits;
}

describe.each(COINS)('cascades of %s on the simulator', (symbol) => {
  const cascades = sampled.flow.cascades(symbol, START, START + 365 * DAY_MS).slice(0, CASCADES);

  it('are post_cascade_impaired within two samples of the book being impaired, and until three samples without it [#376]', async () => {
    expect(cascades).toHaveLength(CASCADES);
    for (const cascade of cascades) {
      const { onset, lateBy, rows } = await judgeCascade(sampled, cascade);
      // The simulator drains the book that its own closes hit.
      expect(onset).toBeDefined();
      expect(lateBy).toBeLessThanOrEqual(2);
      const left = rows
        .filter(
          ({ row }, i) =>
            i > 0 && rows[i - 1]!.row.regime === 'post_cascade_impaired' && row.regime !== rows[i - 1]!.row.regime,
        )
        .map(({ row }) => row.time);
      expect(left.length).toBeGreaterThan(0);
      expect(left).toEqual(exitsByRule(rows));
    }
  });
});

describe('quiet weeks of the simulator', () => {
  it('are under an alarm in less than 5 % of the samples', async () => {
    let [alarms, all] = [0, 0];
    for (const symbol of QUIET) {
      const weeks = quietWeeks(sampled, symbol, START).slice(0, WEEKS);
      expect(weeks).toHaveLength(WEEKS);
      for (const week of weeks) {
        for await (const { row } of sampled.rows(symbol, week - 29 * DAY_MS, week - 2 * DAY_MS, week + 7 * DAY_MS)) {
          if (row.time < week) continue;
          expect(row.status).toBe('ok');
          all++;
          if (ALARMS.has(row.regime)) alarms++;
        }
      }
    }
    const share = ((100 * alarms) / all).toFixed(2);
    process.stdout.write(`under an alarm in quiet weeks: ${alarms} of ${all} samples, ${share} %\n`);
    expect(all).toBeGreaterThan(5000 * WEEKS * QUIET.length);
    expect(alarms / all).toBeLessThan(0.05);
  });
});
