/** The wiki: its pages, the build that refuses broken ones, and searches with the page that must be found. */

import { generatedPages, indexOf, openWiki, type WikiFilters, type WikiPage } from '@barograph/catalogue/wiki';
import { FEATURES } from '@barograph/contract';
import * as fc from 'fast-check';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wikiFiles, wikiPages, type WikiFile } from '../packages/catalogue/build-wiki.ts';
import { ROOT } from './workspace.ts';

const FILES = wikiFiles(join(ROOT, 'docs/wiki/concepts'), generatedPages());
const PAGES = wikiPages(FILES);
const STAMP = { builtAt: 1, sourceCommit: 'unknown' };
const INDEX = indexOf(PAGES, STAMP);
const WIKI = openWiki(INDEX);

/** Last part of the path of each page that a search finds. */
const found = (q: string, limit: number): readonly string[] =>
  WIKI.search({ q, limit }).found.map(({ page }) => page.path.split('/').at(-1)!.replace('.md', ''));

/** Words, and the page that must be the first. */
const FIRST: readonly (readonly [string, string])[] = [
  ['rsi', 'relative-strength-index'],
  ['relative strength index', 'relative-strength-index'],
  ['macd', 'macd'],
  ['adx', 'average-directional-index'],
  ['ATR', 'average-true-range'],
  ['vwap', 'volume-weighted-average-price'],
  ['TRIN', 'arms-index'],
  ['arms index', 'arms-index'],
  ['bollinger bands', 'bollinger-bands'],
  ['keltner channels', 'keltner-channels'],
  ['ichimoku cloud', 'ichimoku-cloud'],
  ['hurst exponent', 'hurst-exponent'],
  ['hull moving average', 'hull-moving-average'],
  ['kaufman adaptive', 'kaufman-adaptive-moving-average'],
  ['parabolic sar', 'parabolic-sar'],
  ['garch volatility', 'garch-volatility'],
  ['yang zhang', 'yang-zhang-volatility'],
  ['on balance volume', 'on-balance-volume'],
  ['money flow index', 'money-flow-index'],
  ['mcclellan oscillator', 'mcclellan-oscillator'],
  ['puell multiple', 'puell-multiple'],
  ['mvrv ratio', 'mvrv-ratio'],
  ['vpin', 'vpin'],
  ['kyle lambda', 'kyle-lambda'],
  ['amihud', 'amihud-illiquidity'],
  ['put call ratio', 'put-call-ratio'],
  ['funding dispersion', 'funding-dispersion'],
  ['premium index', 'premium-index'],
  ['micro price', 'micro-price'],
  ['golden cross', 'golden-cross-hold'],
  ['darvas box', 'darvas-box-entry'],
  ['wyckoff spring', 'wyckoff-spring'],
  ['covered call', 'covered-call-systematic'],
  ['gamma scalping', 'gamma-scalping'],
  ['triangular arbitrage', 'triangular-quote-arbitrage'],
  ['hierarchical risk parity', 'hierarchical-risk-parity'],
  ['kelly', 'fractional-kelly-sizing'],
  ['twap', 'twap-slices'],
  ['halloween', 'halloween-switch'],
  ['turtle soup', 'turtle-soup'],
  ['quarterly cash and carry', 'cash-and-carry-quarterly'],
  ['delta hedged straddle', 'delta-hedged-short-straddle'],
  ['liquidation cascade', 'liquidation-cascade-fade'],
  ['bollinger squeeze breakout', 'bollinger-squeeze-breakout'],
  ['bolinger bands', 'bollinger-bands'],
  ['market health', 'market-health'],
  ['null', 'null-rule'],
  ['nowcast', 'nowcast'],
  ['long-horizon regime', 'long-horizon-regime'],
  ['security risk', 'security-risk'],
  ['silent feeds', 'silent-feeds'],
];

/** Words of a wider sense, and a page that must be among the first three. */
const AMONG_THREE: readonly (readonly [string, string])[] = [
  ['funding carry', 'cross-section-funding-carry'],
  ['trend colour', 'signum-rgg'],
  ['volatility estimator high low', 'parkinson-volatility'],
  ['cointegration of a pair', 'cointegration-residual'],
  ['market making inventory', 'inventory-bound-asymptotic'],
  ['stablecoin peg', 'stablecoin-peg-arbitrage'],
  ['hidden markov', 'hidden-markov-allocation'],
  ['dema crossover', 'dema-crossover'],
  ['hash ribbons miners', 'hash-ribbons'],
  ['fear greed', 'fear-greed-contrarian'],
  ['meme coins regime', 'meme-regime'],
  ['look ahead', 'no-later-bars'],
];

describe('the search of the wiki', () => {
  it('has 60 questions', () => expect(FIRST.length + AMONG_THREE.length).toBeGreaterThanOrEqual(60));
  it.each(FIRST)('%s: first is %s', (q, slug) => expect(found(q, 3)[0]).toBe(slug));
  it.each(AMONG_THREE)('%s: among three is %s', (q, slug) => expect(found(q, 3)).toContain(slug));

  it('of funding reaches a strategy, its indicators, a source and a command', () => {
    const { page } = WIKI.search({ q: 'funding', type: ['strategy'], limit: 1 }).found[0]!;
    const links = [...page.markdown.matchAll(/\]\(\.\.\/\.\.\/(indicators\/[^)]+)\)/g)].map(([, path]) => path!);
    expect(links.length).toBeGreaterThan(0);
    expect(page.markdown).toContain('## Sources');
    expect(WIKI.page(links[0]!)!.markdown).toContain('npx barograph indicator');
  });

  it.each([
    ['.*+?^${}()|[]\\/'],
    ['😀'.repeat(200)],
    ['the of and to'],
    [''],
    ['a '.repeat(100)],
    ['funding '.repeat(25)],
  ])('answers %j', (q) => {
    const { found: pages, total } = WIKI.search({ q, limit: 10 });
    expect(pages.length).toBe(Math.min(10, total));
  });

  it('passes the filters that a scan passes', () => {
    const labels = PAGES.flatMap(({ strategy }) => (strategy === null ? [] : [strategy]));
    const any = <T>(values: readonly T[]) =>
      fc.option(fc.uniqueArray(fc.constantFrom(...new Set(values)), { minLength: 1, maxLength: 3 }), {
        nil: undefined,
      });
    const filters = fc.record({
      type: any([...PAGES.map(({ type }) => type), 'nope']),
      tag: any(PAGES.flatMap(({ tags }) => tags)),
      category: any(PAGES.map(({ category }) => category)),
      backtestStatus: any(['untested', 'live']),
      horizon: any(labels.map(({ horizon }) => horizon)),
      strategyType: any(labels.map(({ strategyType }) => strategyType)),
      complexity: any(labels.map(({ complexity }) => complexity)),
      crowdingRisk: any(labels.map(({ crowdingRisk }) => crowdingRisk)),
      market: any(labels.flatMap(({ markets }) => markets)),
    });
    const valuesOf = (page: WikiPage): Readonly<Record<keyof WikiFilters, readonly string[]>> => ({
      type: [page.type],
      tag: page.tags,
      category: [page.category],
      backtestStatus: page.strategy === null ? [] : [page.strategy.backtestStatus],
      horizon: page.strategy === null ? [] : [page.strategy.horizon],
      strategyType: page.strategy === null ? [] : [page.strategy.strategyType],
      complexity: page.strategy === null ? [] : [page.strategy.complexity],
      crowdingRisk: page.strategy === null ? [] : [page.strategy.crowdingRisk],
      market: page.strategy?.markets ?? [],
    });
    fc.assert(
      fc.property(filters, fc.constantFrom('', 'funding', 'trend volume'), (given, q) => {
        const set = Object.entries(given).filter(([, values]) => values !== undefined) as [
          keyof WikiFilters,
          string[],
        ][];
        const among = q === '' ? PAGES : WIKI.search({ q, limit: Infinity }).found.map(({ page }) => page);
        const expected = among.filter((page) => {
          const values = valuesOf(page);
          return set.every(([name, wanted]) => wanted.some((value) => values[name].includes(value)));
        });
        const answer = WIKI.search({ q, limit: Infinity, ...Object.fromEntries(set) });
        expect(answer.total).toBe(expected.length);
        expect(new Set(answer.found.map(({ page }) => page.path))).toEqual(new Set(expected.map(({ path }) => path)));
      }),
      { numRuns: 60 },
    );
  });

  it('is of an index that is the same bytes whatever the order of the files', () => {
    expect(JSON.stringify(indexOf(wikiPages(FILES.toReversed()), STAMP))).toBe(JSON.stringify(INDEX));
  });
});

describe('the pages of the wiki', () => {
  it('are those of the catalogue and 19 of concepts, each with a licence beside them', () => {
    expect(PAGES.filter(({ type }) => type === 'concept')).toHaveLength(19);
    expect(PAGES).toHaveLength(generatedPages().size + 19);
  });

  it('name only operations that there are', () => {
    const paths = new Set(FEATURES.flatMap(({ operations }) => operations.map(({ path }) => path)));
    const wrong = PAGES.flatMap(({ path, markdown }) =>
      [...markdown.matchAll(/`GET (\/api\/v1[^`?]*)`/g)]
        .map(([, link]) => link!)
        .filter((link) => !paths.has(link))
        .map((link) => `${path}: ${link}`),
    );
    expect(wrong).toEqual([]);
  });

  it('promise nothing, and have figures only where a source states them', () => {
    const promising = PAGES.filter(({ markdown }) =>
      /guarantee|risk-free profit|always (wins|profit|earns)|cannot lose/i.test(markdown),
    );
    expect(promising.map(({ path }) => path)).toEqual([]);
    const stated = PAGES.filter(({ strategy }) => (strategy?.expectedSharpe ?? null) !== null);
    for (const { markdown } of stated) expect(markdown).not.toContain('No cited source states a result');
  });
});

describe('the build of the wiki', () => {
  const concept = (more: string, body = ''): WikiFile => ({
    path: 'concepts/a.md',
    text: `---\ntitle: "A"\ntype: "concept"\nstatus: "written"\ncategory: "rule"\ntags: []\nsummary: "S"\n${more}\n---\n\n${body}\n`,
  });
  const good = 'updated: "2026-11-23"';

  it('reads a page', () => expect(wikiPages([concept(good)])[0]).toMatchObject({ title: 'A', strategy: null }));

  it.each<[string, readonly WikiFile[], string]>([
    ['no front matter', [{ path: 'a.md', text: '# A\n' }], 'a.md:1: expected front matter'],
    ['YAML that is none', [concept(`${good}\nx: [`)], 'concepts/a.md:'],
    [
      'a title that is no text',
      [{ ...concept(good), text: concept(good).text.replace('"A"', '3') }],
      'concepts/a.md:2: "title"',
    ],
    ['no date', [concept('')], 'concepts/a.md:1: "updated" expected a text'],
    ['a date that there is not', [concept('updated: "2026-02-30"')], 'concepts/a.md:8: "updated" expected a date'],
    [
      'two of one path',
      [concept(good), { ...concept(good), path: 'Concepts/A.md' }],
      'Concepts/A.md:1: expected a path of its own',
    ],
    ['a dead link', [concept(good, '[b](b.md)')], 'concepts/a.md:11: link expected a page, got b.md'],
    ['a link out of the wiki', [concept(good, '[b](../../README.md)')], 'concepts/a.md:11: link expected a page'],
    [
      'an unknown indicator',
      [concept(`${good}\nindicators: ["nope"]`)],
      'concepts/a.md:9: "indicators" expected slugs',
    ],
    [
      'a reference without year',
      [concept(`${good}\nreferences: ["wilder"]`)],
      'concepts/a.md:9: "references" expected references',
    ],
    [
      'a strategy without labels',
      [{ ...concept(good), text: concept(good).text.replace('"concept"', '"strategy"') }],
      '"backtest-status"',
    ],
  ])('refuses %s, with file and line', (_, files, message) => {
    expect(() => wikiPages(files)).toThrow(message);
  });
});
