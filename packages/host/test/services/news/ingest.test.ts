import { DAY_MS, HOUR_MS, MINUTE_MS, ok } from '@barograph/core';
import { SIMULATOR_V2, type SimulatorConfig } from '@barograph/simulator';
import {
  entityTable,
  NEWS_V1,
  NEWS_V2,
  newsEvents,
  type NewsFunnelSnapshot,
  type NewsItem,
} from '@barograph/stress/news';
import { describe, expect, it } from 'vitest';
import { openMarket } from '../../../../sources/src/market/market.ts';
import type { NewsReports } from '../../../../sources/src/market/news-reports.ts';
import { createSimulatedSource } from '../../../../sources/src/simulated/source.ts';
import type { Source } from '../../../../sources/src/market/source.ts';
import { newsIngestProducer } from '../../../../runtime/src/producers/news/ingest.ts';
import type { NewsHour, NewsKept } from '../../../../store/src/news.ts';
import { memoryStates } from '../../test-support.ts';
import { toySource } from '../../../../sources/test/market/toy-source.ts';
import { runAt, tablesOf } from '../../../../runtime/test/test-support.ts';

const START = SIMULATOR_V2.start;
const AT = START + 20 * DAY_MS;
const NAMES = new Set(['BTC', 'ETH', 'LINK', 'DOGE']);
/** DOGE is listed and LINK goes while the test looks. */
const config: SimulatorConfig = {
  ...SIMULATOR_V2,
  listings: SIMULATOR_V2.listings
    .filter(({ symbol, venue }) => venue === 'perpdex_perp' && NAMES.has(symbol))
    .map((one) => ({
      ...one,
      listedAfter: one.symbol === 'DOGE' ? 20 * DAY_MS + 2 * HOUR_MS : 0,
      delistedAfter: one.symbol === 'LINK' ? 20 * DAY_MS + 4 * HOUR_MS : null,
    })),
};
const simulated = createSimulatedSource(config);

/** Runs of a producer of their own over a source, and what they kept. */
function ingestOf(source: Source, states = memoryStates()) {
  const kept: (NewsKept & { readonly at: number })[] = [];
  const tables = tablesOf({ news: async (news, { asOf: at }) => kept.push({ ...news, at }) });
  const run = runAt(newsIngestProducer(), { source: openMarket([source]), states, tables });
  return { kept, states, run, events: () => kept.flatMap(({ events }) => events) };
}

const idsOf = (events: readonly { readonly id: string; readonly revision: number }[]) =>
  events.map(({ id, revision }) => `${id} ${revision}`);

async function reportsOf(from: number, asOf: number): Promise<NewsReports> {
  const answer = await simulated.feeds.news!.pull({ from, asOf });
  if (!answer.ok) throw new Error('expected reports');
  return answer.value.rows;
}

describe('ingest of news on the simulator', () => {
  it('[#417] takes two weeks at its first run, and equals the funnel over all items at once', async () => {
    const { kept, run, events } = ingestOf(simulated);
    await run(AT);
    expect(kept).toHaveLength(1);
    const { reports, sources } = await reportsOf(AT - 14 * DAY_MS, AT);
    const batch = newsEvents(
      reports.map(({ item }) => item),
      entityTable(['BTC', 'ETH', 'LINK']),
    );
    expect(events()).toEqual(batch.events);
    expect(events().length).toBeGreaterThan(10);
    expect(events().every(({ impactScore }) => impactScore >= 0.45)).toBe(true);
    const items = kept[0]!.sources.reduce((sum, { counts }) => sum + counts.items, 0);
    expect(items).toBe(reports.length);
    expect(sources.map(({ name }) => name)).toContain('hacklist.example');
    expect(reports.some(({ source }) => source === 'hacklist.example')).toBe(true);
  });

  it('[#56] judges its reader by the truth of the simulator: each report but copies once, and traps rarely qualify', async () => {
    const { kept, run } = ingestOf(simulated);
    await run(AT);
    const { reports } = await reportsOf(AT - 14 * DAY_MS, AT);
    const verdicts = Object.values(kept[0]!.judged ?? {});
    const sum = (name: keyof (typeof verdicts)[number]) => verdicts.reduce((all, one) => all + one[name], 0);
    expect(sum('reports')).toBe(reports.filter(({ truth }) => truth?.isCopy === false).length);
    expect(sum('events')).toBeLessThanOrEqual(sum('qualified'));
    expect(sum('coreQualified')).toBeLessThanOrEqual(sum('core'));
    expect(sum('qualified')).toBeGreaterThan(20);
    expect(sum('events') / sum('qualified')).toBeGreaterThan(0.8);
  });

  it('[#426] counts every item of an hour once: ingested is the sum of its ends', async () => {
    const { kept, run } = ingestOf(simulated);
    await run(AT - 6 * HOUR_MS);
    for (let at = AT - 6 * HOUR_MS + 7 * MINUTE_MS; at <= AT; at += 7 * MINUTE_MS) await run(at);
    const hours = new Map<number, NewsHour>();
    for (const { hours: changed } of kept) for (const one of changed) hours.set(one.hour, one);
    let sum = 0;
    for (const { counts } of hours.values()) {
      const { ingested, ...ends } = counts;
      expect(ingested).toBe(Object.values(ends).reduce((all, one) => all + one, 0));
      sum += ingested;
    }
    const { reports } = await reportsOf(AT - 6 * HOUR_MS - 14 * DAY_MS, kept.at(-1)!.at);
    expect(sum).toBe(reports.length);
  });

  it('[#420] lists and delists by its own look at the universe, each once, also over a restart', async () => {
    const first = ingestOf(simulated);
    for (let at = AT; at <= AT + 3 * HOUR_MS; at += 30 * MINUTE_MS) await first.run(at);
    const second = ingestOf(simulated, first.states);
    for (let at = AT + 3 * HOUR_MS; at <= AT + 8 * HOUR_MS; at += 30 * MINUTE_MS) await second.run(at);
    const told = [...first.events(), ...second.events()].filter(({ matchMode }) => matchMode === 'universe');
    expect(told.map(({ symbol, category, source }) => [symbol, category, source])).toEqual([
      ['DOGE', 'listing', 'perpdex-perp'],
      ['LINK', 'delisting', 'perpdex-perp'],
    ]);
    expect(told[0]!.time).toBeGreaterThanOrEqual(AT + 2 * HOUR_MS);
    expect(told[0]!.time).toBeLessThanOrEqual(AT + 4 * HOUR_MS);
  });

  it('reads no text of a state that nobody has gone on from', async () => {
    const { run, states } = ingestOf(simulated);
    await run(AT - 30 * MINUTE_MS);
    for (let at = AT - 29 * MINUTE_MS; at <= AT; at += MINUTE_MS) await run(at);
    expect(states.saves.length).toBeGreaterThan(1);
    expect(states.texts.reduce((sum, one) => sum + one)).toBe(0);
    const other = ingestOf(simulated, states);
    await other.run(AT + HOUR_MS);
    expect(states.texts.at(-1)).toBe(1);
    await run(AT + 2 * HOUR_MS);
    expect(states.texts.at(-1)).toBe(1);
  });

  it('run by run, with a restart in between, keeps what one run keeps', async () => {
    const whole = ingestOf(simulated);
    await whole.run(AT - HOUR_MS);
    await whole.run(AT);
    const first = ingestOf(simulated);
    await first.run(AT - HOUR_MS);
    for (let at = AT - 50 * MINUTE_MS; at < AT - 20 * MINUTE_MS; at += MINUTE_MS) await first.run(at);
    const second = ingestOf(simulated, first.states);
    for (let at = AT - 20 * MINUTE_MS; at <= AT; at += MINUTE_MS) await second.run(at);
    expect(idsOf([...first.events(), ...second.events()])).toEqual(idsOf(whole.events()));
  });

  it('goes on from the state of the first reader, and tells nothing of before a second time', async () => {
    const earlier = memoryStates();
    const states = memoryStates();
    const saveTexts: typeof states.saveTexts = async (given) => {
      // As the build before has written it.
      for (const { json, configVersion, ...about } of given) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the producer
        const held = JSON.parse(typeof json === 'string' ? json : Buffer.from(json).toString()) as { readonly funnel: NewsFunnelSnapshot }; // prettier-ignore
        const state = { ...held, funnel: { ...held.funnel, config: NEWS_V1 } };
        if (about.asOf < AT) await earlier.save([{ ...about, configVersion: configVersion.replace(NEWS_V2.version, NEWS_V1.version), state }]); // prettier-ignore
      }
      return states.saveTexts(given);
    };
    const first = ingestOf(simulated, { ...states, saveTexts });
    await first.run(AT - HOUR_MS);
    const second = ingestOf(simulated, earlier);
    await first.run(AT);
    await second.run(AT);
    expect(second.kept).toEqual(first.kept.slice(1));
    // Its own state is the one that it goes on from.
    const third = ingestOf(simulated, earlier);
    await first.run(AT + HOUR_MS);
    await third.run(AT + HOUR_MS);
    expect(third.kept).toEqual(first.kept.slice(2));
  });

  it('keeps the same once where two replicas lead in turn, and each remembers its own time as leader [#426]', async () => {
    const whole = ingestOf(simulated);
    const replicas = [ingestOf(simulated)];
    replicas.push(ingestOf(simulated, replicas[0]!.states));
    for (let i = 0; i <= 24; i++) {
      await whole.run(AT - DAY_MS + i * HOUR_MS);
      await replicas[Math.floor(i / 3) % 2]!.run(AT - DAY_MS + i * HOUR_MS);
    }
    const inOrder = replicas.flatMap(({ kept }) => kept).toSorted((a, b) => a.at - b.at);
    expect(idsOf(inOrder.flatMap(({ events }) => events))).toEqual(idsOf(whole.events()));
    // Each hour is counted as one leader alone counts it.
    const hoursOf = (kept: readonly NewsKept[]) => new Map(kept.flatMap(({ hours }) => hours.map((one) => [one.hour, one.counts]))); // prettier-ignore
    expect(hoursOf(inOrder)).toEqual(hoursOf(whole.kept));
  });
});

describe('ingest of news from a source that is outside', () => {
  const item = (id: string, title: string, seenAt: number): NewsItem => {
    return { id, title, url: null, domain: 'paper.example', tier: 1, time: seenAt - MINUTE_MS, seenAt };
  };
  const HACK = 'Attackers drain $80 million in Bitcoin from Harbor Bridge';

  function newsSource(items: () => readonly NewsItem[], listings?: Parameters<typeof toySource>[1]): Source {
    const from = toySource(simulated, listings);
    return {
      ...from,
      feeds: {
        ...from.feeds,
        news: {
          pull: async ({ from: after, asOf }) => {
            const seen = items().filter(({ seenAt }) => seenAt > after && seenAt <= asOf);
            const about = { url: 'https://paper.example/rss', tier: 1, category: null } as const;
            const state = { name: 'paper', about, lastSuccessAt: asOf, lastErrorAt: null, lastError: null };
            const counts = { items: items().length, notModified: 0, dropped: {} };
            const reports = seen.map((one) => ({ source: 'paper', item: one }));
            return ok({ rows: { reports, sources: [{ ...state, run: 'r', counts }] }, asOf });
          },
        },
      },
    };
  }

  it('drops an identifier that comes again with another text after a restart, and counts it for its source', async () => {
    let items = [item('paper:1', HACK, AT - MINUTE_MS)];
    const first = ingestOf(newsSource(() => items));
    await first.run(AT);
    expect(first.events()).toHaveLength(1);
    items = [item('paper:1', 'SEC charges Ethereum issuer with fraud', AT + MINUTE_MS)];
    const second = ingestOf(
      newsSource(() => items),
      first.states,
    );
    await second.run(AT + 2 * MINUTE_MS);
    expect(second.events()).toEqual([]);
    expect(second.kept[0]!.conflicts).toEqual({ paper: 1 });
  });

  it('goes on with the perps that it knows while the venue is away, and delists none of them', async () => {
    let isAway = false;
    const listings: Parameters<typeof toySource>[1] = {
      listings: async (listed) => {
        if (isAway) return [];
        return listed;
      },
    };
    const items = [item('paper:1', HACK, AT + 2 * HOUR_MS)];
    const { run, events } = ingestOf(newsSource(() => items, listings));
    await run(AT);
    isAway = true;
    await run(AT + 2 * HOUR_MS);
    isAway = false;
    await run(AT + 3 * HOUR_MS - MINUTE_MS);
    expect(events().filter(({ category }) => category === 'delisting')).toEqual([]);
    expect(events().map(({ symbol }) => symbol)).toContain('BTC');
  });

  it('knows a renamed perp as the same one', async () => {
    let isRenamed = false;
    const listings: Parameters<typeof toySource>[1] = {
      listings: async (listed) =>
        listed.map((one) => (isRenamed && one.symbol === 'ETH' ? { ...one, symbol: 'ETHX', formerly: 'ETH' } : one)),
    };
    const source = newsSource(() => [], listings);
    const contexts: typeof source.feeds.contexts = {
      pull: async (query) => {
        const answer = await simulated.feeds.contexts!.pull(query);
        if (!answer.ok) return answer;
        const perps = answer.value.rows.perps.map((one) =>
          isRenamed && one.symbol === 'ETH' ? { ...one, symbol: 'ETHX' } : one,
        );
        return ok({ ...answer.value, rows: { perps } });
      },
    };
    const { run, events, kept } = ingestOf({ ...source, feeds: { ...source.feeds, contexts } });
    await run(AT);
    isRenamed = true;
    await run(AT + HOUR_MS);
    expect(events()).toEqual([]);
    expect(kept).toHaveLength(2);
  });
});
