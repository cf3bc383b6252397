import { DAY_MS, HOUR_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createEtfFlows } from './etf.ts';
import { createMarket } from './market.ts';
import { createNews } from './news.ts';
import { NEWS_SIMULATOR_V1 } from './news-config.ts';
import { createTransfers } from './transfers.ts';

const market = createMarket();
const { start } = market.config;
const [from, to] = [start + 10 * DAY_MS, start + 16 * DAY_MS];
const news = createNews(market);

describe('simulated news', () => {
  const stories = news.stories(from, to);
  const reports = news.reports(from, to);

  it('say of which hours they were made: those of moves are far out, the others calm', () => {
    expect(stories.filter(({ moved }) => moved).length).toBeGreaterThan(3);
    expect(stories.filter(({ moved }) => !moved).length).toBeGreaterThan(5);
    for (const { symbol, time, moved, deviations } of stories) {
      const hour = time - (time % HOUR_MS);
      const bars = market.candles(symbol, 'perpdex_perp', '1h', hour - DAY_MS, hour + HOUR_MS);
      const change = Array.from(bars.close, (close, i) => Math.log(close / bars.open[i]!));
      const deviation = Math.sqrt(change.slice(0, 24).reduce((sum, value) => sum + value * value, 0) / 24);
      expect(deviations).toBeCloseTo(change[24]! / deviation, 10);
      const { move, calm } = NEWS_SIMULATOR_V1;
      expect(moved ? Math.abs(deviations) >= move : Math.abs(deviations) < calm).toBe(true);
    }
  });

  it('are reported at once and later, by several publishers, each once, and copied word by word', () => {
    expect(new Set(reports.map(({ id }) => id)).size).toBe(reports.length);
    for (const story of stories.filter(({ time }) => time < to - DAY_MS)) {
      const own = reports.filter((report) => report.story?.id === story.id);
      expect(own[0]).toMatchObject({ time: story.time, isCopy: false });
      expect(new Set(own.map(({ domain }) => domain)).size).toBe(own.length);
    }
    expect(reports.every(({ time, seenAt }) => seenAt >= time && seenAt <= time + 5 * 60_000)).toBe(true);
    expect(reports.some(({ isCopy }) => isCopy)).toBe(true);
    expect(reports.some(({ story }) => story === null)).toBe(true);
  });

  it('do not depend on what was asked before, nor on how', () => {
    const other = createNews(createMarket());
    other.reports(to, to + DAY_MS);
    const middle = from + 2.37 * DAY_MS;
    expect([...other.reports(from, middle), ...other.reports(middle, to)]).toEqual(reports);
    expect(createNews(createMarket({ ...market.config, seed: 'x' })).reports(from, to)).not.toEqual(reports);
    expect(news.reports(0, start)).toEqual([]);
    expect(() => news.reports(to, from)).toThrow(/to/);
  });
});

describe('simulated money', () => {
  it('transfers are the same however they are asked, and fund flows come on the day after a weekday', () => {
    const transfers = createTransfers(market);
    const whole = transfers.transfers(from, to);
    const middle = from + 1.5 * DAY_MS;
    expect([...createTransfers(createMarket()).transfers(from, middle), ...transfers.transfers(middle, to)]).toEqual(
      whole,
    );
    expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
    const flows = createEtfFlows(market);
    const days = flows('btc', from, from + 60 * DAY_MS);
    expect(days.length).toBeGreaterThan(35);
    for (const { time, day, funds, netFlowUsd } of days) {
      expect(time).toBe(day + 27 * HOUR_MS);
      expect([0, 6]).not.toContain(new Date(day).getUTCDay());
      expect(netFlowUsd).toBe(Object.values(funds).reduce((sum, flow) => sum + flow, 0));
    }
    expect(flows('eth', from, from + 60 * DAY_MS).map(({ day }) => day)).toEqual(days.map(({ day }) => day));
    expect(() => createNews(market, { ...NEWS_SIMULATOR_V1, calm: 9 })).toThrow(/news.move/);
  });
});
