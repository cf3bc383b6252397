import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { createMarket, createNews } from '@barograph/simulator';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NEWS_V2 } from './config.ts';
import { entityTable } from './entities.ts';
import { createNewsFunnel, NEWS_OUTCOMES, newsEvents, type NewsFunnelSnapshot } from './funnel.ts';
import type { NewsItem } from './item.ts';
import { latestNews } from './story.ts';
import { universeDiff } from './universe-diff.ts';

const START = Date.UTC(2024, 3, 10, 12);
const table = entityTable(['BTC', 'ETH', 'SOL', 'ARB', 'NEAR']);
const report = (
  title: string,
  minutes: number,
  domain: string = 'a.example',
  more: Partial<NewsItem> = {},
): NewsItem => ({
  id: `${title}|${domain}|${minutes}`,
  title,
  url: null,
  domain,
  tier: 2,
  time: START + minutes * MINUTE_MS,
  seenAt: START + minutes * MINUTE_MS,
  ...more,
});

describe('the funnel', () => {
  it('takes the kind of the source where a title says none; what is noise, or says another, stays what it is', () => {
    const from = (title: string, minutes: number): NewsItem =>
      report(title, minutes, 'hacks.example', { kind: 'hack' });
    const { events, funnel } = newsEvents(
      [
        from('Ethereum bridge of Harbor: an account of the night', 0),
        from('Bitcoin price prediction for May', 1),
        from('SEC sues issuer of Solana fund', 2),
        report('Arbitrum bridge of Harbor: an account of the night', 3),
      ],
      table,
    );
    expect(events.map(({ symbol, category }) => [symbol, category])).toEqual([
      ['ETH', 'hack'],
      ['SOL', 'regulatory'],
    ]);
    expect(funnel.counts(START, 1)).toMatchObject({
      ingested: 4,
      dropped_noise: 1,
      dropped_no_catalyst: 1,
      qualified: 2,
    });
  });

  it('[#417] keeps what reaches the threshold and gives nothing below it', () => {
    const { events, funnel } = newsEvents(
      [
        report('Bridge exploited, Ethereum drained of $80 million', 0),
        report('Solana foundation partners with bank', 1),
        report('Why bitcoin could double', 2),
        report('Bitcoin price prediction for May', 3),
        report('Grain exports rise in April', 4),
        report('Widget maker hacked, $5 million gone', 5),
      ],
      table,
    );
    expect(events).toMatchObject([
      { symbol: 'ETH', category: 'hack', corroboration: 1, revision: 1, source: 'a.example' },
    ]);
    expect(events.every(({ impactScore }) => impactScore >= NEWS_V2.threshold)).toBe(true);
    expect(funnel.counts(START + HOUR_MS, 24)).toEqual({
      ingested: 6,
      dropped_noise: 1,
      dropped_no_catalyst: 2,
      dropped_no_entity: 1,
      dropped_below_threshold: 1,
      qualified: 1,
    });
    expect([...funnel.coverage(START + HOUR_MS, 24)]).toEqual([['ETH', 1], ['SOL', 1], ['BTC', 1]]); // prettier-ignore
  });

  it('[#418] counts independent domains within six hours, and copies never', () => {
    const hack = 'Bridge exploited, Ethereum drained of $80 million';
    const items = [
      report(hack, 0),
      report(`${hack}!`, 10, 'copy.example'),
      report('Attackers empty Ethereum bridge of $80 million in heist', 20, 'b.example'),
      report('More stolen: Ethereum bridge counts its losses', 30, 'b.example'),
      report('Ethereum bridge hack: what was stolen tonight', 400, 'c.example'),
    ];
    const { events } = newsEvents(items, table);
    expect(events.map(({ revision, corroboration, source, knownAt }) => [revision, corroboration, source, (knownAt - START) / MINUTE_MS])).toEqual([
      [1, 1, 'a.example', 0],
      [2, 2, 'a.example', 20],
      [1, 1, 'c.example', 400],
    ]); // prettier-ignore
    const [first, second] = events;
    expect(second!.impactScore).toBeGreaterThan(first!.impactScore);
    expect([second!.id, second!.time]).toEqual([first!.id, first!.time]);
    expect(latestNews(events).map(({ corroboration }) => corroboration)).toEqual([2, 1]);
  });

  it('lets a second source lift a story that one could not', () => {
    const first = report('Solana foundation partners with bank', 0, 'a.example', { tier: 1 });
    const second = report('Bank teams up with Solana developers', 30, 'b.example');
    const funnel = createNewsFunnel(table);
    expect(funnel.item(first)).toEqual({ outcome: 'dropped_below_threshold', events: [], isRead: true });
    expect(funnel.item(second)).toMatchObject({
      outcome: 'qualified',
      events: [
        { symbol: 'SOL', corroboration: 2, revision: 1, time: START, source: 'a.example', knownAt: second.seenAt },
      ],
    });
  });

  it('counts a report once however often a feed repeats it, and drops an identifier with another text', () => {
    const funnel = createNewsFunnel(table);
    const one = report('SEC sues Ethereum developers', 0);
    expect(funnel.item(one).outcome).toBe('qualified');
    expect(funnel.item({ ...one, seenAt: one.seenAt + HOUR_MS }).outcome).toBe('repeated');
    expect(funnel.item({ ...one, title: 'Nothing of that was true', seenAt: one.seenAt + HOUR_MS }).outcome).toBe(
      'conflict',
    );
    expect(funnel.counts(START + HOUR_MS, 24).ingested).toBe(1);
    expect(() => funnel.item(report('Late one arrives', -60))).toThrow(/in the order of arrival/);
  });

  it('makes a title of many coins one about the market', () => {
    const { events } = newsEvents([report('SEC sues over BTC, Ethereum, Solana and ARB sales', 0)], table);
    expect(events.map(({ symbol, matchMode }) => [symbol, matchMode])).toEqual([['MARKET', 'market']]);
  });

  it('[#420] takes listings from two universes, and from no title', () => {
    const [before, after] = [new Set(['BTC', 'MATIC']), new Set(['BTC', 'HYPE'])];
    const where = { venue: 'perpdex', domain: 'perpdex.example', at: START };
    const items = universeDiff(before, after, where);
    expect(newsEvents(items, table).events.map(({ symbol, category, matchMode, bias }) => [symbol, category, matchMode, bias])).toEqual([
      ['MATIC', 'delisting', 'universe', -1],
      ['HYPE', 'listing', 'universe', 1],
    ]); // prettier-ignore
    expect(universeDiff(null, after, where)).toEqual([]);
    expect(universeDiff(before, new Set(), where)).toEqual([]);
    expect(newsEvents([report('Exchange lists ARB and Solana pairs', 0)], table).events).toEqual([]);
  });

  it('[#420] takes a contract of thousands for the coin that it has thousands of', () => {
    const where = { venue: 'perpdex', domain: 'perpdex.example', at: START };
    const told = (before: readonly string[], after: readonly string[]): readonly string[] =>
      universeDiff(new Set(before), new Set(after), where).map(({ stated }) => `${stated!.category} ${stated!.symbol}`);
    expect(told(['BTC', 'PEPE'], ['BTC', 'kPEPE'])).toEqual([]);
    expect(told(['BTC', '1000PEPE'], ['BTC', 'PEPE', 'kPEPE'])).toEqual([]);
    expect(told(['BTC'], ['BTC', '1000PEPE', 'PEPE'])).toEqual(['listing 1000PEPE']);
    expect(told(['BTC', 'SHIB1000'], ['BTC'])).toEqual(['delisting SHIB1000']);
    // Names that resemble a multiple.
    expect(told(['INCH', 'X', 'IL', 'NC'], ['INCH', 'X', 'IL', 'NC', '1INCH', '1000X', '1MIL', 'KNC'])).toEqual([
      'listing 1000X',
      'listing 1INCH',
      'listing 1MIL',
      'listing KNC',
    ]);
  });

  it('forgets after two days, and stays small', () => {
    const funnel = createNewsFunnel(table, { ...NEWS_V2, memoryItems: 50 });
    for (let i = 0; i < 300; i++) funnel.item(report(`Number ${i} hacked, Ethereum number ${i * 7919} stolen`, i));
    expect(funnel.snapshot().known.length).toBeLessThanOrEqual(51);
    funnel.item(report('Bridge of Ethereum hacked', 4 * 24 * 60));
    expect(funnel.snapshot().stories).toHaveLength(1);
    expect(funnel.snapshot().known).toHaveLength(1);
  });
});

describe('on the simulator', () => {
  const market = createMarket();
  const news = createNews(market);
  const from = market.config.start + 12 * DAY_MS;
  const perps = market.config.listings.filter(({ venue }) => venue === 'perpdex_perp').map(({ symbol }) => symbol);
  const universe = entityTable(perps);
  const reports = news.reports(from, from + 6 * DAY_MS);
  const items = reports.map(({ story: _, isCopy: __, ...item }): NewsItem => item);
  const batch = newsEvents(items, universe);

  it('[#426] sums at every hour: ingested is all that was dropped, and what qualified', () => {
    for (let hour = 0; hour <= 6 * 24; hour += 5) {
      const { ingested, ...rest } = batch.funnel.counts(from + hour * HOUR_MS, 24);
      expect(ingested).toBe(NEWS_OUTCOMES.reduce((sum, name) => sum + rest[name], 0));
    }
    expect(batch.funnel.counts(from + 7 * DAY_MS, 190).ingested).toBe(reports.length);
  });

  it('says one by one, through a stop and a restart, what it says of all in any order', () => {
    const ordered = items.toSorted((a, b) => a.seenAt - b.seenAt || a.time - b.time || (a.id < b.id ? -1 : 1));
    let funnel = createNewsFunnel(universe);
    const stream = ordered.flatMap((item, i) => {
      if (i % 40 === 7) {
        const saved = JSON.parse(JSON.stringify(funnel.snapshot())) as NewsFunnelSnapshot;
        funnel = createNewsFunnel(universe, NEWS_V2, saved);
      }
      return funnel.item(item).events;
    });
    expect(stream).toEqual(batch.events);
    expect(stream.length).toBeGreaterThan(5);
    fc.assert(
      fc.property(fc.shuffledSubarray(items, { minLength: items.length }), (shuffled) => {
        expect(newsEvents(shuffled, universe).events).toEqual(batch.events);
      }),
      { numRuns: 3 },
    );
    expect(() => createNewsFunnel(universe, { ...NEWS_V2, threshold: 0.5 }, funnel.snapshot())).toThrow(/snapshot/);
  });

  it('drops every copy, and gives what qualifies the symbol and kind it was made as', () => {
    const funnel = createNewsFunnel(universe);
    const judged = reports
      .toSorted((a, b) => a.seenAt - b.seenAt)
      .map(({ story, isCopy, ...item }) => ({ story, isCopy, verdict: funnel.item(item) }));
    const copies = judged.filter(({ isCopy }) => isCopy);
    expect(copies.length).toBeGreaterThan(3);
    expect(copies.every(({ verdict }) => verdict.outcome === 'dropped_noise')).toBe(true);
    const made = judged.filter(({ story, verdict }) => story !== null && verdict.events.length > 0);
    expect(made.length).toBeGreaterThan(5);
    for (const { story, verdict } of made) {
      expect(verdict.events.map(({ symbol, category }) => `${symbol} ${category}`)).toContain(
        `${story!.symbol} ${story!.category}`,
      );
    }
  });
});
