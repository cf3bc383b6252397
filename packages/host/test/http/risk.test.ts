/**
 * Event, security and policy risk over HTTP: windows, filters, tiers, feeds with gaps, and scores recomputed from the
 * answers.
 */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import type { RiskRows } from '../../../runtime/test/producers/risk/outlook-source.ts';
import { testHost, TIER_GATE } from '../test-support.ts';
import { derivesItself } from './risk-calculator.ts';
import { FULL, hourly, NAMES, NOW, riskMarket, TODAY } from './risk-market.ts';

const rows: RiskRows = FULL();
const clock = createManualClock(NOW);
const host = await testHost(riskMarket(rows), clock, TIER_GATE);
beforeAll(async () => {
  await host.start();
  await host.ready();
});
afterAll(async () => host.stop());

// oxlint-disable-next-line typescript/no-explicit-any -- tests look at what they get
type Body = any;
async function ask(
  path: string,
  tier = 'pro',
  method: 'GET' | 'POST' = 'GET',
): Promise<{ status: number; body: Body }> {
  const reply = await host.server.inject({ method, url: `/api/v1/${path}`, headers: { 'x-api-key': tier } });
  return { status: reply.statusCode, body: JSON.parse(reply.body) as Body };
}

/** Changes feeds, and computes everything again a second later. */
async function changed(change: RiskRows): Promise<void> {
  Object.assign(rows, FULL(), change);
  clock.moveTo(clock.now() + 1000);
  for (const risk of ['event', 'security', 'policy']) {
    expect((await ask(`${risk}/regime/refresh`, 'pro', 'POST')).status).toBe(200);
  }
}

describe('a free key', () => {
  const DOCUMENTED = new Set(['type', 'date', 'days_until', 'symbols', 'bias', 'magnitude', 'pd_symbol']);
  const isFar = ({ type, date }: Body): boolean =>
    type === 'unlock' && Date.parse(date) > Math.floor(NOW / DAY_MS) * DAY_MS + 7 * DAY_MS;

  it.each(['event/calendar', 'event/regime?window_days=30'])(
    'sees in %s the documented fields alone of unlocks beyond 7 days, and all of every other row',
    async (path) => {
      const listed = ({ items, calendar }: Body): readonly Body[] => items ?? calendar;
      const [free, paid] = [(await ask(path, 'free')).body, (await ask(path)).body];
      const far = listed(paid).filter(isFar);
      expect(far.length).toBeGreaterThan(0);
      expect(listed(free)).toEqual(
        listed(paid).map((row) =>
          isFar(row) ? Object.fromEntries(Object.entries(row).filter(([name]) => DOCUMENTED.has(name))) : row,
        ),
      );
      expect((await ask(path, 'free')).body).toEqual(free);
    },
  );

  it('sees the terms of unlocks within 7 days, and that there are more', async () => {
    const terms = async (tier: string, days: number): Promise<Body> =>
      (await ask(`event/regime?window_days=${days}`, tier)).body.derivation.unlock;
    const [near, free, paid] = [await terms('pro', 7), await terms('free', 30), await terms('pro', 30)];
    expect(paid.terms.length).toBeGreaterThan(near.terms.length);
    expect(free.terms).toEqual(paid.terms.filter((term: Body) => !isFar({ ...term, type: 'unlock' })));
    expect([free.tier_limited, paid.tier_limited]).toEqual([true, undefined]);
    expect((await terms('free', 7)).tier_limited).toBeUndefined();
  });
});

describe('a composite on the wire', () => {
  it('is computed again from the terms of its answer, whatever the window [#614] [#632] [#625]', async () => {
    for (const [risk, windows] of [
      ['event', [1, 2, 7, 30]],
      ['security', [1, 7, 10]],
      ['policy', [1, 2, 45]],
    ] as const) {
      for (const days of windows) {
        const { status, body } = await ask(`${risk}/regime?window_days=${days}`);
        expect([status, body.window_days]).toEqual([200, days]);
        derivesItself(risk, body);
      }
      const { body: usual } = await ask(`${risk}/regime`, 'free');
      const { body: score } = await ask(`${risk}/regime/score`, 'free');
      derivesItself(risk, score);
      for (const name of ['composite', 'band', 'sub_scores', 'weights', 'window_days', 'derivation']) {
        expect(score[name]).toEqual(usual[name]);
      }
    }
  });

  it('has its own window by default, and refuses others [#609] [#620] [#628]', async () => {
    for (const [path, usual, most] of [
      ['event/regime', 7, 30],
      ['event/calendar', 30, 30],
      ['security/regime', 10, 10],
      ['security/events', 10, 10],
      ['policy/regime', 45, 45],
    ] as const) {
      expect((await ask(path)).body.window_days).toBe(usual);
      for (const bad of [0, most + 1, 1.5]) expect((await ask(`${path}?window_days=${bad}`)).status).toBe(422);
    }
  });

  it('is open to any key, but coins and refreshes need Pro [#610] [#612] [#613] [#621] [#623] [#624] [#629] [#631]', async () => {
    for (const path of ['event/regime/score', 'security/regime/score', 'policy/regime/score', 'policy/headlines']) {
      expect((await ask(path, 'free')).status).toBe(200);
    }
    for (const path of ['event/regime/BTC', 'security/regime/BTC']) {
      expect([(await ask(path, 'free')).status, (await ask(path)).status]).toEqual([403, 200]);
    }
    for (const risk of ['event', 'security', 'policy']) {
      expect((await ask(`${risk}/regime/refresh`, 'free', 'POST')).status).toBe(403);
    }
    const before = (await ask('event/regime')).body.as_of;
    clock.moveTo(clock.now() + 1000);
    const { body } = await ask('event/regime/refresh', 'pro', 'POST');
    expect(body).toMatchObject({ status: 'recomputed', as_of: clock.now(), rows: 1 });
    expect((await ask('event/regime')).body.as_of).toBeGreaterThan(before);
  });
});

describe('the calendar of events [#611] [#617]', () => {
  const rowsOf = async (query: string): Promise<readonly Body[]> => (await ask(`event/calendar${query}`)).body.items;

  it('has unlocks, prints, depegs and mints with bias, size and days', async () => {
    const items = await rowsOf('');
    expect(new Set(items.map(({ type }) => type))).toEqual(new Set(['unlock', 'macro_print', 'depeg', 'mint']));
    const SIDES: Readonly<Record<string, string>> = {
      unlock: 'short',
      macro_print: 'neutral',
      depeg: 'risk_flag',
      mint: 'long',
    };
    const { as_of: asOf } = (await ask('event/calendar')).body;
    for (const { type, bias, date, timestamp, days_until: days, magnitude } of items) {
      expect(bias).toBe(SIDES[type]);
      expect(new Date(timestamp).toISOString().slice(0, 10)).toBe(date);
      expect(days).toBeCloseTo((timestamp - asOf) / DAY_MS, 9);
      expect(magnitude).toBeGreaterThanOrEqual(0);
      expect(magnitude).toBeLessThanOrEqual(1);
    }
    const times = items.map(({ timestamp }): number => timestamp);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    // What was dated and has been is gone; an open depeg and a recent mint stay.
    const past = items.filter(({ days_until: days }) => days < 0).map(({ type }) => type);
    expect(new Set(past)).toEqual(new Set(['mint']));
    expect(items.filter(({ type }) => type === 'mint')).toMatchObject([{ magnitude: 0.3, symbols: ['USDT'] }]);
    // Neither 40 days ahead, nor the decision in 44.
    expect(items.every(({ days_until: days }) => days <= 30)).toBe(true);
  });

  it('is filtered by everything that can be asked, joined by and', async () => {
    expect((await rowsOf('?type=unlock')).map(({ symbols }) => symbols[0])).toEqual([
      'PEPE',
      'PEPE',
      'BTC',
      'XYZ',
      'BTC',
    ]);
    expect(await rowsOf('?type=unlock&symbol=btcusdt&window_days=7')).toHaveLength(1);
    expect((await rowsOf('?bias=risk_flag')).map(({ type }) => type)).toEqual(['depeg']);
    expect((await rowsOf('?min_magnitude=0.95')).map(({ name }) => name)).toEqual([
      'PEPE unlock',
      'FOMC rate decision',
      'XYZ unlock',
    ]);
    expect(await rowsOf('?type=mint&bias=short')).toEqual([]);
    for (const bad of ['type=hack', 'bias=up', 'min_magnitude=1.1', 'symbol=']) {
      expect((await ask(`event/calendar?${bad}`)).status).toBe(422);
    }
  });

  it('names the perp of a ticker, and null only where none exists [#618]', async () => {
    const perps = (await rowsOf('?type=unlock')).map(({ date, symbols, pd_symbol: perp }) => [symbols[0], date, perp]);
    const day = (days: number): string => new Date(TODAY + days * DAY_MS).toISOString().slice(0, 10);
    expect(perps).toEqual([
      ['PEPE', day(1), 'kPEPE'],
      ['PEPE', day(2), null], // a second coin of that ticker
      ['BTC', day(3), 'BTC'],
      ['XYZ', day(5), null],
      ['BTC', day(20), 'BTC'],
    ]);
  });

  it('of one coin looks 7 days ahead, at the coin that its perp trades [#612] [#619]', async () => {
    for (const name of ['PEPE', 'pepe', 'kPEPE', 'PEPEUSDT', 'kPEPE-PERP']) {
      const { body } = await ask(`event/regime/${name}`);
      expect(body).toMatchObject({ symbol: 'PEPE', pd_symbol: 'kPEPE', net_bias: 'short', net_magnitude: 1, count: 1 });
      expect(body.nearest_event_days).toBeCloseTo((TODAY + DAY_MS - body.as_of) / DAY_MS, 9);
    }
    expect((await ask('event/regime/XYZ')).body).toMatchObject({
      pd_symbol: null,
      net_bias: 'short',
      net_magnitude: 1,
    });
    // A ten-millionth of the float leans to no side.
    expect((await ask('event/regime/BTC')).body).toMatchObject({ pd_symbol: 'BTC', net_bias: 'neutral', count: 1 });
    expect((await ask('event/regime/USDC')).body).toMatchObject({
      pd_symbol: null,
      net_bias: 'risk_flag',
      nearest_event_days: 0,
    });
    expect((await ask('event/regime/NOSUCH')).body).toMatchObject({
      catalysts: [],
      net_bias: 'neutral',
      net_magnitude: 0,
      nearest_event_days: null,
      pd_symbol: null,
    });
  });

  it('has a rotation of sectors beside the composite [#616]', async () => {
    const { sector_rotation: rotation } = (await ask('event/regime')).body;
    expect([rotation.leaders[0].name, rotation.laggards[0].name, rotation.sectors]).toEqual(['up', 'down', 2]);
    expect((await ask('event/regime/score')).body).not.toHaveProperty('sector_rotation');
  });
});

describe('security events', () => {
  it('are hacks and depegs of the window, the newest first; none of tomorrow [#620] [#622]', async () => {
    const { body } = await ask('security/regime');
    expect(body.hacks.map(({ name }: Body) => name)).toEqual(['Nobody knows', 'Pepe pool', 'Big exchange']);
    expect(body.depegs.map(({ end_timestamp: end }: Body) => end === null)).toEqual([true, false]);
    expect(body.security_headlines).toMatchObject([{ id: 'd', title: 'Bridge drained of millions' }]);
    const names = async (query: string): Promise<unknown> =>
      (await ask(`security/events?${query}`)).body.items.map(({ name }: Body) => name);
    expect(await names('type=hack&window_days=3')).toEqual(['Nobody knows', 'Pepe pool']);
    expect(await names('symbol=kpepe')).toEqual(['Pepe pool']);
    expect(await names('min_severity=0.5')).toEqual(['USDC off its peg', 'Big exchange']);
    expect(await names('type=hack&min_severity=0')).toContain('Nobody knows');
    for (const bad of ['type=mint', 'min_severity=2', 'window_days=11']) {
      expect((await ask(`security/events?${bad}`)).status).toBe(422);
    }
  });

  it('name the largest hack of known loss, and no flow without a feed of flows [#625] [#626]', async () => {
    const { body } = await ask('security/regime/score');
    expect(body.largest_hack).toMatchObject({ name: 'Big exchange', loss_usd: 3e8 });
    expect([body.worst_flow_symbol, body.inputs_available.flow, body.partial]).toEqual([null, false, true]);
    expect(body.weights.hack).toBeCloseTo(0.45 / 0.7, 12);
  });

  it('of one coin look 7 days back [#627]', async () => {
    const of = async (name: string): Promise<Body> => (await ask(`security/regime/${name}`)).body;
    expect(await of('PEPE')).toMatchObject({ bias: 'short', count: 1, pd_symbol: 'kPEPE', window_days: 7 });
    expect((await of('PEPE')).max_severity).toBeCloseTo(0.15 + 0.25 * Math.log10(5), 9);
    // The hack of 8 days ago is not in it.
    expect(await of('BTC')).toMatchObject({ bias: 'neutral', events: [], max_severity: 0, pd_symbol: 'BTC' });
    expect(await of('ETH')).toMatchObject({ bias: 'short', max_severity: null });
    expect(await of('USDC')).toMatchObject({ bias: 'risk_flag', count: 2, pd_symbol: null });
  });
});

describe('policy', () => {
  it('has decisions on rates within the window, nearest first [#634]', async () => {
    const days = async (window: number): Promise<unknown> =>
      (await ask(`policy/regime?window_days=${window}`)).body.rate_catalysts.map(({ days_until: ahead }: Body) =>
        Math.round(ahead),
      );
    expect([await days(1), await days(3), await days(45)]).toEqual([[], [2], [2, 44]]);
  });

  it('has a tilt of headlines, and those of 72 hours in a sidecar [#630] [#633]', async () => {
    const { body } = await ask('policy/headlines');
    // The bakery is not about crypto, the approval is 80 hours old, the ban is of tomorrow.
    expect(body.items).toMatchObject([
      { id: 'a', class: 'restrictive', rule: 'restrict', url: 'https://example.org/a' },
    ]);
    const { confidence, timestamp } = body.items[0];
    const weight = confidence * 2 ** (-(body.as_of - timestamp) / DAY_MS);
    expect(body.headline_tilt).toBeCloseTo(Math.tanh(-weight / 2), 12);
    expect(body.regulatory_pressure).toBeCloseTo(100 * (1 - Math.exp(-weight)), 9);
    const regime = (await ask('policy/regime')).body;
    expect(regime.policy_headlines).toMatchObject({
      regulatory_pressure: body.regulatory_pressure,
      headline_tilt: body.headline_tilt,
    });
    expect(regime.policy_tilt).toBeGreaterThan(body.headline_tilt);
    expect((await ask('policy/regime/score')).body).not.toHaveProperty('policy_headlines');
  });

  it('shows no link that is none', async () => {
    await changed({ headlines: { headlines: [{ ...FULL().headlines!.headlines[1]!, time: NOW - HOUR_MS }] } });
    const { items } = (await ask('policy/headlines')).body;
    expect(items).toHaveLength(1);
    expect(items[0]).not.toHaveProperty('url');
  });
});

const AWAY: RiskRows = Object.fromEntries(NAMES.map((name) => [name, undefined]));

describe('a feed', () => {
  it('that is away is left out, and the others make up for it [#614]', async () => {
    for (const [feed, risk, part] of [
      ['macroCalendar', 'event', 'macro'],
      ['pegs', 'event', 'depeg'],
      ['stablecoins', 'event', 'depeg'],
      ['hacks', 'security', 'hack'],
      ['pegs', 'security', 'depeg'],
      ['media', 'policy', 'gdelt'],
      ['macro', 'policy', 'cross_asset'],
      ['macroCalendar', 'policy', 'rate'],
    ] as const) {
      await changed({ [feed]: undefined });
      const { body } = await ask(`${risk}/regime`);
      expect([part, body.inputs_available[part], body.sub_scores[part], body.partial]).toEqual([
        part,
        false,
        null,
        true,
      ]);
      derivesItself(risk, body);
    }
  });

  it('that answered nothing is available with 0', async () => {
    await changed({ macroCalendar: { releases: [] }, hacks: { hacks: [] } });
    const event = (await ask('event/regime')).body;
    expect([event.sub_scores.macro, event.inputs_available.macro]).toEqual([0, true]);
    const security = (await ask('security/regime')).body;
    expect([security.sub_scores.hack, security.inputs_available.hack, security.hacks]).toEqual([0, true, []]);
    expect((await ask('policy/regime')).body).toMatchObject({ sub_scores: { rate: 0 }, rate_catalysts: [] });
    expect((await ask('security/regime/score')).body.largest_hack).toBeNull();
  });

  it('of releases that has run out does not speak for what is ahead', async () => {
    await changed({ macroCalendar: { releases: FULL().macroCalendar!.releases.slice(0, 1) } });
    expect((await ask('event/regime')).body.inputs_available.macro).toBe(false);
  });

  it('of headlines that is away leaves the tilt null, not 0 [#632]', async () => {
    await changed({ headlines: undefined });
    expect((await ask('policy/regime')).body).toMatchObject({ policy_tilt: null, policy_headlines: null });
    expect((await ask('policy/regime/score')).body.policy_tilt).toBeNull();
    expect((await ask('security/regime')).body.security_headlines).toBeNull();
    const { status, body } = await ask('policy/headlines');
    expect([status, body.detail.error]).toEqual([503, 'source_unavailable']);
    await changed({ headlines: { headlines: [] } });
    expect((await ask('policy/regime')).body).toMatchObject({
      policy_tilt: 0,
      policy_headlines: { regulatory_pressure: 0 },
    });
    expect((await ask('policy/headlines')).body.items).toEqual([]);
  });

  it('all of them away: no composite, and no band', async () => {
    await changed(AWAY);
    for (const risk of ['security', 'policy']) {
      const { body } = await ask(`${risk}/regime`);
      expect([body.composite, body.band, body.partial]).toEqual([null, null, true]);
      derivesItself(risk, body);
    }
    const event = (await ask('event/regime')).body;
    expect(event.composite).toBeCloseTo(event.sub_scores.unlock, 1);
  });

  it('reaches every band, each at its own edge [#615] [#620] [#632]', async () => {
    const hack = (lossUsd: number) => ({ name: 'x', time: NOW, lossUsd, symbols: [] });
    const still = hourly(480, () => 1);
    const pegs = { coins: [{ symbol: 'USDT', publisher: 'x', ...still }] };
    const broken = { coins: [{ symbol: 'USDT', publisher: 'x', ...hourly(480, (i) => (i > 470 ? 0.8 : 1)) }] };
    for (const [band, change] of [
      ['dormant', { hacks: { hacks: [] }, pegs }],
      ['quiet', { hacks: { hacks: [hack(3e6)] }, pegs }],
      ['elevated', { hacks: { hacks: [hack(1e8)] }, pegs }],
      ['heavy', { hacks: { hacks: [hack(1e9), hack(1e9)] }, pegs }],
      ['critical', { hacks: { hacks: [hack(1e9), hack(1e9)] }, pegs: broken }],
    ] as const) {
      await changed(change);
      const { body } = await ask('security/regime');
      expect(body.band).toBe(band);
      derivesItself('security', body);
    }
  });
});
