import { describe, expect, it } from 'vitest';
import { INDICATORS } from './indicators.ts';
import { INDICATOR_GROUPS } from './indicators-groups.ts';
import { INDICATOR_GROUP_SLUGS, type Indicator } from './indicator.ts';
import { REFERENCES } from './references.ts';
import { STRATEGIES } from './strategies.ts';
import { STRATEGY_GROUPS } from './strategies-groups.ts';
import { BACKTEST, STRATEGY_GROUP_SLUGS, type Strategy } from './strategy.ts';
import { closest } from './likeness-of-texts.ts';
import { COMPUTATIONS } from './compute.ts';

const ENTRIES: readonly (Indicator | Strategy)[] = [...INDICATORS, ...STRATEGIES];
/** Strategies that `test/catalogue` runs on the simulator. */
const RAN: readonly string[] = [
  'aroon-dominance',
  'bulk-volume-flow-trend',
  'cci-one-hundred-break',
  'chaikin-money-flow-trend',
  'constant-mix-rebalance',
  'crypto-momentum-null-check',
  'cusum-event-trend',
  'donchian-four-week-rule',
  'double-seven',
  'dual-momentum-switch',
  'efficiency-gated-trend',
  'equal-risk-contribution',
  'ewmac-forecast',
  'extreme-funding-fade',
  'fear-greed-contrarian',
  'funding-trend-confirmation',
  'futures-core-breakout',
  'golden-cross-hold',
  'grid-range-maker',
  'keltner-ten-day-rule',
  'klinger-cross',
  'low-beta-factor',
  'ma-envelope-break',
  'oi-to-volume-speculation',
  'pivot-point-bounce',
  'price-above-two-hundred-day',
  'price-oi-buildup-follow',
  'ratio-eth-btc-range',
  'rsi-two-pullback',
  'supertrend-flip',
  'triple-ma-order',
  'tsi-zero-and-signal',
  'turn-of-month-long',
  'vol-target-overlay',
  'weekly-contrarian-reversal',
];
const slugs = (entries: readonly { readonly slug: string }[]): readonly string[] => entries.map(({ slug }) => slug);
const count = (values: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

describe('the catalogue', () => {
  it('has 187 indicators in 12 groups and 317 strategies in 22, none of them empty [#543] [#544]', () => {
    expect(slugs(INDICATOR_GROUPS)).toEqual(INDICATOR_GROUP_SLUGS);
    expect(slugs(STRATEGY_GROUPS)).toEqual(STRATEGY_GROUP_SLUGS);
    expect([INDICATORS.length, INDICATOR_GROUPS.length]).toEqual([187, 12]);
    expect([STRATEGIES.length, STRATEGY_GROUPS.length]).toEqual([317, 22]);
    const filled = new Set<string>([...INDICATORS, ...STRATEGIES].map(({ group }) => group));
    expect([...INDICATOR_GROUP_SLUGS, ...STRATEGY_GROUP_SLUGS].filter((slug) => !filled.has(slug))).toEqual([]);
  });

  it('gives each slug once, in lower case with hyphens', () => {
    expect([...count(slugs(ENTRIES))].filter(([, times]) => times > 1)).toEqual([]);
    expect(slugs(ENTRIES).filter((slug) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))).toEqual([]);
  });

  it('cites a reference in each entry, and each reference in an entry, in no more than 12 of one kind', () => {
    const known = new Set(REFERENCES.map(({ id }) => id));
    expect(ENTRIES.filter(({ sources }) => sources.length === 0).map(({ slug }) => slug)).toEqual([]);
    const unknown = ENTRIES.flatMap(({ slug, sources }) =>
      sources.filter((id) => !known.has(id)).map((id) => `${slug}: ${id}`),
    );
    expect(unknown).toEqual([]);
    const cited = new Set(ENTRIES.flatMap(({ sources }) => sources));
    expect(REFERENCES.filter(({ id }) => !cited.has(id)).map(({ id }) => id)).toEqual([]);
    for (const entries of [INDICATORS, STRATEGIES]) {
      const uses = count(entries.flatMap(({ sources }) => [...new Set(sources)]));
      expect([...uses].filter(([, times]) => times > 12)).toEqual([]);
    }
  });

  it('has a year and a title for each reference, each once', () => {
    expect([...count(REFERENCES.map(({ id }) => id))].filter(([, times]) => times > 1)).toEqual([]);
    expect(REFERENCES.filter(({ year, title }) => year < 1700 || year > 2026 || title === '')).toEqual([]);
  });

  it('names only indicators that exist, and each strategy at most once a list', () => {
    const known = new Set(slugs(INDICATORS));
    const wrong = STRATEGIES.flatMap(({ slug, indicators }) =>
      indicators.filter((indicator) => !known.has(indicator)).map((indicator) => `${slug}: ${indicator}`),
    );
    expect(wrong).toEqual([]);
    expect(STRATEGIES.filter(({ indicators }) => new Set(indicators).size < indicators.length)).toEqual([]);
  });

  it('says nothing twice: texts are less than .6 alike by word triples', () => {
    const texts = (textOf: (entry: Indicator | Strategy) => string): readonly (readonly [string, string])[] =>
      ENTRIES.map((entry) => [entry.slug, textOf(entry)]);
    expect(closest(texts(({ summary }) => summary)).likeness).toBeLessThan(0.6);
    expect(closest(INDICATORS.map(({ slug, formula }) => [slug, formula])).likeness).toBeLessThan(0.6);
    const rules = STRATEGIES.map(({ slug, entry, exit, sizing }) => [slug, `${entry} ${exit} ${sizing}`] as const);
    expect(closest(rules).likeness).toBeLessThan(0.6);
  });

  it('has no two strategies of one group, indicators, timeframe, entry and exit', () => {
    const shapes = STRATEGIES.map(({ group, indicators, timeframe, entry, exit }) =>
      JSON.stringify([group, [...indicators].sort(), timeframe, entry, exit]),
    );
    expect(new Set(shapes).size).toBe(STRATEGIES.length);
  });

  it('leaves no symbol of a formula undefined that it lists, and no input that the formula does not need', () => {
    const missing = INDICATORS.flatMap(({ slug, formula, symbols, parameters }) =>
      [...Object.keys(symbols), ...Object.keys(parameters)]
        .filter((name) => !formula.includes(name))
        .map((name) => `${slug}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('computes at least 130 indicators, and says why not of each other', () => {
    const by = (kind: Indicator['implementedBy']['by']): readonly string[] =>
      slugs(INDICATORS.filter(({ implementedBy }) => implementedBy.by === kind));
    expect(INDICATORS.length - by('none').length).toBeGreaterThanOrEqual(130);
    expect([...by('catalogue')].sort()).toEqual(Object.keys(COMPUTATIONS).sort());
    const excused = INDICATORS.filter(({ implementedBy }) => implementedBy.by === 'none');
    const suffices = new Set([
      'open',
      'high',
      'low',
      'close',
      'volume',
      'funding',
      'open_interest',
      'peers',
      'benchmark',
    ]);
    expect(
      excused.filter(({ inputs }) => inputs.every((input) => suffices.has(input))).map(({ slug }) => slug),
    ).toEqual([]);
  });

  it('promises nothing', () => {
    const texts = STRATEGIES.map(({ slug, summary, edge }) => `${slug}: ${summary} ${edge}`);
    expect(texts.filter((text) => /guarantee|risk-free|always (wins|profit|earns)|cannot lose/i.test(text))).toEqual(
      [],
    );
    // A strategy that ran names its command; the rules in test/catalogue check which ones may.
    const claims = STRATEGIES.filter(({ backtestStatus }) => backtestStatus !== 'untested');
    expect(claims.filter(({ backtestStatus }) => backtestStatus !== 'naive-backtested')).toEqual([]);
    expect(slugs(claims)).toEqual(slugs(STRATEGIES.filter(({ reproducedBy }) => reproducedBy !== undefined)));
    expect(claims.filter(({ slug, reproducedBy }) => reproducedBy !== `${BACKTEST} ${slug}`)).toEqual([]);
    expect(slugs(claims).toSorted()).toEqual(RAN);
  });
});
