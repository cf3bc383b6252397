/**
 * Law of tiers: a value that occurs once in a paid answer occurs in no answer of a lower tier, in any operation,
 * format, tool or example, unless a document gives it to that tier (`given.ts`).
 */

import { SERVICE } from '@barograph/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hearAll, ROUTES, routesOf, type Heard, type Who } from './asked.ts';
import { GIVEN, givenBy } from './given.ts';
import { leaksOf, type Leak } from './leaks.ts';
import { startMarket } from './market.ts';
import { PLANTED } from './planted.ts';

const LOWER = ['nobody', 'free', 'pro'] as const satisfies readonly Who[];
const planted = Object.values(PLANTED).map(({ operation }) => operation);
const isPlanted = (of: string): boolean => of.startsWith('planted.');

/** Paid operations without a value that can be recognised. */
const SILENT = [
  // a link that is signed for each caller
  'quant.regimes_history',
  // labels by day
  'quant.timeline',
  'regimes.reconstructed',
  // a constant text
  'baskets',
  // few of a coin: its rows are those of the calendar, which every key is given
  'event.regime_symbol',
  'security.regime_symbol',
  // rounded, of the operator's own inputs
  'composites.list',
  'composites.get',
  // no day of it in the archive of this market
  'backtesting.pd_trade_flow',
  // not asked: see `isAsked`
  'backtesting.daily_snapshots',
  'stream.live',
  'webhooks.list',
];

let market: Awaited<ReturnType<typeof startMarket>>;
let paid: readonly Heard[] = [];
const leaks = new Map<Who, readonly Leak[]>();

beforeAll(async () => {
  market = await startMarket(planted);
  paid = await hearAll(market.host, SERVICE.operations, 'pro_plus', true);
  for (const who of LOWER) {
    const heard = await hearAll(market.host, [...SERVICE.operations, ...planted], who);
    leaks.set(who, leaksOf(paid, heard));
  }
}, 600_000);
afterAll(async () => market.stop());

it('is asked of every route of the host', () => {
  expect(routesOf(market.host).filter((path) => !ROUTES.includes(path))).toEqual([]);
});

it('is asked of operations, the past, other forms, tools and events', async () => {
  const heard = await hearAll(market.host, SERVICE.operations, 'free');
  const count = (part: string): number => heard.filter(({ question, placed }) => question.includes(part) && placed.length > 0).length; // prettier-ignore
  expect([count('as_of=') > 10, count('format=csv') > 10, count('tool ') > 40]).toEqual([true, true, true]);
  expect(count('/stream/recent')).toBeGreaterThan(0);
});

describe('what is paid for', () => {
  it('has values that can be recognised, in every paid dataset', () => {
    const silent = SERVICE.operations
      .filter(({ access, method, fileType }) => access.startsWith('pro') && method === 'GET' && fileType === undefined)
      .map(({ id }) => id)
      .filter((id) => !paid.some((one) => one.of === id && one.placed.length > 0));
    expect(silent).toEqual(SILENT);
  });

  it.each(LOWER)('is told to %s by nothing but what a document gives', (who) => {
    const told = leaks.get(who)!.filter((one) => !isPlanted(one.told) && givenBy(one) === undefined);
    const shown = told.map(({ told: place, paid: of, question }) => `${place} tells ${of} (${question})`);
    expect([...new Set(shown)].slice(0, 40)).toEqual([]);
  });

  it('is given nowhere that nothing is told', () => {
    const all = LOWER.flatMap((who) => leaks.get(who)!.filter((one) => !isPlanted(one.told)));
    const used = new Set(all.map((one) => givenBy(one)));
    expect(GIVEN.filter((one) => !used.has(one))).toEqual([]);
  });

  it.each(Object.entries(PLANTED))('is found where it is planted: %s', (_, { operation, tells }) => {
    const found = leaks.get('free')!.filter((one) => one.told.startsWith(`${operation.id} `));
    expect(found.map((one) => one.paid.split(' ')[0])).toContain(tells);
  });
});
