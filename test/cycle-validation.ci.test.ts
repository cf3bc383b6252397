/** The long-horizon classifier on real history against commonly accepted market phases. */

import { DAY_MS } from '@barograph/core';
import { COMMIT_DAILY_V1, commitMachine, cycleDays, LONG_REGIME_V1, LONG_REGIME_V2, rawRead } from '@barograph/cycle';
import { describe, expect, it } from 'vitest';
import { marketHistory, missingHistory } from './cycle-history.ts';
import { referenceDays } from './cycle-reference.ts';
import { CYCLE_WINDOWS, measureWindows, windowsTable } from './cycle-windows.ts';

/**
 * Windows that the folder's coins do not pass. Its universe is another than the one that the cutoffs were chosen on, and
 * Bitcoin's days come from another source; the rules are left as they are.
 */
const MISSED = new Set(['2022 bear', '2023-24 led by BTC', '2024-12 broad']);

describe.skipIf(missingHistory !== undefined)('real history (needs ../shared/data)', () => {
  it('is found in every window but the named ones', async () => {
    const measured = measureWindows(cycleDays(await marketHistory()));
    expect(measured.length).toBe(CYCLE_WINDOWS.length);
    const failed = measured.filter(({ passed }) => !passed).map(({ window }) => window.name);
    expect(new Set(failed), windowsTable(measured)).toEqual(MISSED);
    // most misses are a neighbouring regime
    for (const { share } of measured) expect(share).toBeGreaterThan(0.6);
  });

  it('is found in every window by the signals of the reference series, with the rules of either version', () => {
    for (const rules of [LONG_REGIME_V1, LONG_REGIME_V2]) {
      const { initial, step } = commitMachine(COMMIT_DAILY_V1);
      let state = initial;
      const reference = referenceDays().map(({ date, signals }) => {
        const time = Date.parse(date);
        const next = step(state, { at: time + DAY_MS, raw: rawRead(signals, rules).regime });
        state = next.state;
        const { committed } = next.output;
        return { time, report: committed === null ? undefined : { regime: committed } };
      });
      const measured = measureWindows(reference);
      expect(measured.filter(({ passed }) => !passed).map(({ window }) => window.name)).toEqual([]);
    }
  });
});
