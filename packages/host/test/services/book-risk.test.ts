import { HOUR_MS, sliceCandles } from '@barograph/core';
import { riskPanel } from '@barograph/risk';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { describe, expect, it, vi } from 'vitest';
import { testModel } from './quant/test-support.ts';
import { filesMarket, series, slowSource } from '../test-support.ts';
import { realDeadlines } from '../../../sources/test/deadlines.ts';
import { advancePanels } from '../../../runtime/src/producers/book-risk/advance.ts';
import { createManualClock } from '../../../sources/src/clock.ts';
import { createRiskPanels, RISK_PANELS_V1 } from '../../../runtime/src/producers/book-risk/panels.ts';

const { start } = SIMULATOR_V2;
const HOURS = 600;
const market = createMarket(SIMULATOR_V2);
const COINS = ['BTC', 'ETH', 'SOL', 'DOGE'];
const bars = new Map(
  COINS.map((coin) => [coin, market.candles(coin, 'perpdex_perp', '1h', start, start + HOURS * HOUR_MS)]),
);
const source = filesMarket(COINS.map((coin) => series(coin, 'perpdex_perp', bars.get(coin)!)));
const loaded = testModel();
const silent = (): void => undefined;

describe('the panel of a host', () => {
  it('is that of all bars, made at once or hour by hour, and reads only hours that are new', async () => {
    const asked = slowSource(source, async () => undefined);
    const panels = createRiskPanels(loaded, asked, silent, { ...RISK_PANELS_V1, hours: 500 });
    for (const hour of [400, 401, 450, HOURS]) {
      asked.asked.length = 0;
      const panel = (await panels.at(start + hour * HOUR_MS + 90_000))!;
      const names = panel.coins.map(({ coin }) => coin);
      expect(names.toSorted()).toEqual(COINS.toSorted());
      const coins = names.map((coin) => ({ coin, bars: sliceCandles(bars.get(coin)!, 0, hour) }));
      const whole = riskPanel({
        coins,
        market: sliceCandles(bars.get('BTC')!, 0, hour),
        model: loaded.model,
        hours: 500,
      });
      expect(panel).toEqual(whole);
      expect(asked.asked).toHaveLength(COINS.length + 1);
      expect(await panels.at(start + hour * HOUR_MS + 180_000)).toBe(panel);
      expect(asked.asked).toHaveLength(COINS.length + 1);
    }
    const windows = asked.asked.map(({ window }) => (window.kind === 'range' ? window.from : NaN));
    expect(windows).toEqual(windows.map(() => start + 450 * HOUR_MS));
  });

  it('takes the perps of the largest volume, and goes on without one that brings no bars', async () => {
    const errors: unknown[] = [];
    const broken = slowSource(source, async ({ symbol }) => {
      if (symbol === 'ETH') throw new Error('down');
    });
    const config = { ...RISK_PANELS_V1, coins: 2, keptCoins: 2 };
    const first = (await createRiskPanels(loaded, source, silent, config).at(start + HOURS * HOUR_MS))!;
    expect(first.coins).toHaveLength(2);
    const all = (await createRiskPanels(loaded, broken, (error) => void errors.push(error)).at(
      start + HOURS * HOUR_MS,
    ))!;
    expect(all.coins.map(({ coin }) => coin).toSorted()).toEqual(['BTC', 'DOGE', 'SOL']);
    expect(errors).toHaveLength(1);
  });

  it('asks a perp that brought no bars again after a minute, not before', async () => {
    let isDown = true;
    const source0 = slowSource(source, async ({ symbol }) => {
      if (isDown && symbol === 'ETH') throw new Error('down');
    });
    const panels = createRiskPanels(loaded, source0, silent);
    const now = start + HOURS * HOUR_MS;
    expect((await panels.at(now))!.coins).toHaveLength(3);
    isDown = false;
    const asked = source0.asked.length;
    expect((await panels.at(now + 59_000))!.coins).toHaveLength(3);
    expect(source0.asked).toHaveLength(asked);
    expect((await panels.at(now + 60_000))!.coins).toHaveLength(4);
    expect(source0.asked).toHaveLength(asked + 1);
  });

  it('is there before anybody asks, after the start and after each full hour', async () => {
    const asked = slowSource(source, async () => undefined);
    const panels = createRiskPanels(loaded, asked, silent);
    const clock = createManualClock(start + 500 * HOUR_MS + 90_000);
    const stopping = new AbortController();
    await advancePanels(panels, clock, stopping.signal, Promise.resolve());
    expect(asked.asked).toHaveLength(COINS.length + 1);
    for (const [minutes, hours] of [
      [1, 0],
      [59, 0],
      [62, 1],
      [122, 2],
    ] as const) {
      clock.moveTo(start + (500 * 60 + minutes) * 60_000);
      await vi.waitFor(() => expect(asked.asked).toHaveLength((COINS.length + 1) * (hours + 1)));
    }
    stopping.abort();
    clock.moveTo(start + 510 * HOUR_MS);
    await new Promise(setImmediate);
    expect(asked.asked).toHaveLength((COINS.length + 1) * 3);
  });

  it('reads no more of the market once the host stops', async () => {
    const stopping = new AbortController();
    const asked = slowSource(source, async ({ symbol }) => void (symbol === 'ETH' && stopping.abort()));
    const panels = createRiskPanels(loaded, asked, silent, undefined, stopping.signal);
    expect(await panels.at(start + HOURS * HOUR_MS)).toBeUndefined();
    expect(asked.asked.at(-1)!.symbol).toBe('ETH');
    const reads = asked.asked.length;
    await panels.at(start + (HOURS + 1) * HOUR_MS);
    expect(asked.asked).toHaveLength(reads);
  });

  it('has none before the first hour, and the one before where the new hours do not come in time', async () => {
    realDeadlines();
    let isDown = false;
    const stuck = slowSource(source, async () => (isDown ? new Promise(() => undefined) : undefined));
    const panels = createRiskPanels(loaded, stuck, silent, { ...RISK_PANELS_V1, waitMs: 1 });
    const other = createRiskPanels(loaded, filesMarket([]), silent);
    expect(await other.at(start + HOURS * HOUR_MS)).toBeUndefined();
    let panel = await panels.at(start + 300 * HOUR_MS);
    while (panel === undefined) panel = await panels.at(start + 300 * HOUR_MS);
    isDown = true;
    expect(await panels.at(start + 301 * HOUR_MS)).toBe(panel);
  });
});
