/** Operations of risk without a host: those of a host that has no feed, those before the first run, tickers as callers spell them. */

import { describe, expect, it } from 'vitest';
import { contextOf, outcomeOf, viewOf } from '../../test/ask.ts';
import { tickerNamed } from '../coin-ticker.ts';
import type { Context } from '../context.ts';
import { event, type EventHead } from '../event/index.ts';
import { policy, type PolicyHead } from '../policy/index.ts';
import { security, type SecurityHead } from '../security/index.ts';
import type { RiskSources } from './risk.ts';

const OPERATIONS = [event, security, policy].flatMap(({ operations }) => operations);
const PATH = { symbol: 'BTC' };
const sources = (has: boolean, hasHeadlines = has): Context['use'] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only port of these operations
  (() => ({ has: () => has, hasHeadlines, feeds: new Set(['pegs']) }) satisfies RiskSources) as Context['use'];
const codeOf = async (context: Context, id: string): Promise<unknown> => {
  const outcome = await outcomeOf(
    OPERATIONS.find((operation) => operation.id === id)!,
    context,
    { path: PATH },
  );
  return outcome.ok ? 200 : outcome.error.body;
};

describe('14 operations of risk', () => {
  it('are there, five of events, five of security, four of policy', () => {
    expect([event, security, policy].map(({ operations }) => operations.length)).toEqual([5, 5, 4]);
  });

  it.each(OPERATIONS.map(({ id }) => id))(
    '%s says that a host has no source, and does not wait for one',
    async (id) => {
      const context = contextOf(() => undefined, { use: sources(false) });
      expect(await codeOf(context, id)).toMatchObject({ detail: { error: 'source_unavailable' } });
    },
  );

  it.each(OPERATIONS.filter(({ method }) => method === 'GET').map(({ id }) => id))(
    '%s is warming up before the first run',
    async (id) => {
      const context = contextOf(() => undefined, { use: sources(true) });
      expect(await codeOf(context, id)).toMatchObject({ detail: { error: 'warming_up' } });
    },
  );

  it('answer with nothing known, as far as the contract allows nothing', async () => {
    const ofEvent: EventHead = {
      unlocks: null,
      prints: null,
      stablecoins: null,
      mints: null,
      rotation: null,
      perps: [],
    };
    const ofSecurity: SecurityHead = { hacks: null, flows: null, episodes: null, headlines: null, perps: [] };
    const ofPolicy: PolicyHead = { media: null, moves: null, rates: null, headlines: null };
    const heads = { event: ofEvent, security: ofSecurity, policy: ofPolicy };
    for (const { id, family } of OPERATIONS.filter(({ method }) => method === 'GET')) {
      const head = Object.entries(heads).find(([name]) => name === family)![1];
      const found = await codeOf(
        contextOf(() => viewOf([], head), { use: sources(true) }),
        id,
      );
      if (id === 'policy.headlines') expect(found).toMatchObject({ detail: { error: 'source_unavailable' } });
      else expect(found).toBe(200);
    }
    const headless = contextOf(() => viewOf([], ofPolicy), { use: sources(true, false) });
    expect(await codeOf(headless, 'policy.headlines')).toMatchObject({
      detail: { message: 'This service has no source of headlines.' },
    });
  });
});

describe('the parts that say nothing', () => {
  it('are named with their feed, and whether this host has a source of it', async () => {
    const head: SecurityHead = { hacks: null, flows: null, episodes: null, headlines: null, perps: [] };
    const context = contextOf(() => viewOf([], head), { use: sources(true) });
    const outcome = await outcomeOf(security.operations[1]!, context);
    expect(outcome).toMatchObject({
      value: {
        value: {
          silent: [
            { part: 'hack', feed: 'hacks', reason: 'no_source' },
            { part: 'flow', feed: 'transfers', reason: 'no_source' },
            { part: 'depeg', feed: 'pegs', reason: 'no_answer' },
          ],
        },
      },
    });
    const speaking = { ...head, hacks: [], flows: [{ symbol: 'ETH', z: 1 }], episodes: [] };
    const full = await outcomeOf(
      security.operations[1]!,
      contextOf(() => viewOf([], speaking), { use: sources(true) }),
    );
    expect(full).toMatchObject({ value: { value: { silent: [] } } });
  });
});

describe('flows, once there is a feed of them', () => {
  it('have the points of the largest, and name it [#625] [#626]', async () => {
    const flows = [
      { symbol: 'ETH', z: 2.5 },
      { symbol: 'SOL', z: -4 },
    ];
    const head: SecurityHead = { hacks: [], flows, episodes: [], headlines: null, perps: [] };
    const context = contextOf(() => viewOf([], head), { use: sources(true) });
    const outcome = await outcomeOf(security.operations[1]!, context);
    if (!outcome.ok) throw new Error('expected an answer');
    expect(outcome.value).toMatchObject({
      // Half way from 25 at 3 to 60 at 5; .3 of it and nothing else.
      value: {
        worst_flow_symbol: 'SOL',
        sub_scores: { hack: 0, flow: 42.5, depeg: 0 },
        composite: 12.8,
        partial: false,
      },
    });
  });
});

describe('a ticker', () => {
  const perps = new Set(['BTC', 'kPEPE', 'KAS', 'USDT']);

  it.each([
    ['BTC', 'BTC', 'BTC'],
    ['btcusdt', 'BTC', 'BTC'],
    ['Btc-Perp', 'BTC', 'BTC'],
    ['pepe', 'PEPE', 'kPEPE'],
    ['kPEPE', 'PEPE', 'kPEPE'],
    ['KPEPE-PERP', 'PEPE', 'kPEPE'],
    ['kas', 'KAS', 'KAS'],
    ['usdt', 'USDT', 'USDT'],
    ['KNOW', 'KNOW', null],
    ['XYZ', 'XYZ', null],
  ])('%s is %s, which %s trades', (name, ticker, pdSymbol) => {
    expect(tickerNamed(perps, name)).toEqual({ ticker, pdSymbol });
  });
});
