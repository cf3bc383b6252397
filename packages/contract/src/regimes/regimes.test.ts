import { createCycle, CYCLE_TAXONOMY, CYCLE_V1, type CycleReport, type HistoryEntry } from '@barograph/cycle';
import { DAY_MS } from '@barograph/core';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { contextOf, jsonOf, viewOf } from '../../test/ask.ts';
import type { Context } from '../context.ts';
import { basketsReply } from './baskets.ts';
import { cycleCurrent } from './current-row.ts';
import { cycleHistoryEntry } from './history-row.ts';
import { cycleHistory, regimesHistory, windowOf } from './history.ts';
import { cycleRegimes } from './list.ts';

const NOW = Date.UTC(2026, 8, 1);

/** A report that needs no history but two days: a shock. */
function shock() {
  const cycle = createCycle(CYCLE_V1);
  for (let i = 0; i < 40; i++) {
    const close = 100 + (i % 2);
    const btc = { time: NOW + (i - 40) * DAY_MS, open: close, high: close, low: close, close, volume: 1 };
    cycle.day({ btc, coins: [] });
  }
  const report = cycle.refresh(NOW, { price: 80, low: 78 });
  if (report === undefined) throw new Error('expected a report');
  return { cycle, report };
}

const passes = (schema: object, value: unknown): boolean =>
  new Ajv({ strict: false }).validate(schema, JSON.parse(JSON.stringify(value)));

describe('the current long-horizon regime on the wire', () => {
  const { report } = shock();
  const encoded = (report: CycleReport) => cycleCurrent.encode({ report, dataSource: 'files', committedAt: NOW });
  const wire = cycleCurrent.encode({ report, dataSource: 'files', committedAt: NOW });

  it('says what the engine says [#518] [#520]', () => {
    expect(passes(cycleCurrent.schema, wire)).toBe(true);
    expect(wire).toMatchObject({
      id: 1,
      name: 'Structural Shock',
      rationale: 'Structural Shock: BTC -21 % in a day.',
      raw: { id: 1, name: 'Structural Shock', matches_committed: true },
      pending: null,
      stability: { held_s: 0, dwell_floor_s: 7200, locked_for_s: 7200, raw_agreement: 1, confirmations_against: 0 },
      in_regime_since: '2026-09-01T00:00:00.000Z',
      since_anchor: 'coverage_start',
      as_of: '2026-09-01T00:00:00.000Z',
      data_source: 'files',
    });
    expect(wire.evidence?.[0]).toEqual({
      kind: 'shock',
      name: 'r1',
      value: report.signals.r1,
      op: '<',
      threshold: -0.1,
      threshold_upper: null,
      membership: report.evidence[0]?.membership,
      weight: null,
      side: 'for',
      text: 'BTC -21 % in a day',
    });
    // A stored answer from before it was kept is one still.
    expect(passes(cycleCurrent.schema, { ...wire, evidence: undefined })).toBe(true);
    expect(wire.signals['r1']).toBe(report.signals.r1);
    expect(wire.signals['b200']).toBeNull();
    expect(wire.signal_times['r1']).toBe(NOW);
    expect(Object.keys(wire.raw.scores)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
    expect(wire.thresholds.find(({ signal }) => signal === 'r1')).toMatchObject({
      regime: 1,
      effect: 'keeps',
      cutoff: -0.1,
    });
    expect('stage' in wire || 'euphoria_score' in wire).toBe(false);
  });

  it('comes with the taxonomy: ten ids, names, descriptions, durations and biases [#517] [#524]', () => {
    const list = cycleRegimes.encode({ current: wire, dataSource: 'files' });
    expect(passes(cycleRegimes.schema, list)).toBe(true);
    expect(list.regimes.map(({ id, name }) => `${id} ${name}`)).toEqual([
      '1 Structural Shock',
      '2 Established Bear',
      '3 Capitulation',
      '4 Bottoming',
      '5 Early Recovery',
      '6 BTC-Led Bull',
      '7 Broadening Bull',
      '8 Broad Bull',
      '9 Speculative Euphoria',
      '10 Distribution / Deleveraging',
    ]);
    for (const regime of list.regimes) expect(Object.values(regime).every((value) => value !== '')).toBe(true);
    expect(cycleRegimes.encode({ current: null, dataSource: 'files' }).current).toBeNull();
  });

  it('has stage and euphoria_score where the engine has them [#521]', () => {
    const distribution = encoded({ ...report, regime: 10, stage: 'active_deleveraging' });
    expect(distribution.stage).toBe('active_deleveraging');
    const euphoriaScore = { label: 'blow_off', altExpansion: null, blowOff: 0.7 } as const;
    const euphoria = encoded({ ...report, regime: 9, euphoriaScore });
    expect(euphoria.euphoria_score).toEqual({ label: 'blow_off', alt_expansion: null, blow_off: 0.7 });
    expect(passes(cycleCurrent.schema, distribution) && passes(cycleCurrent.schema, euphoria)).toBe(true);
  });
});

describe('the history on the wire', () => {
  const entry: HistoryEntry = {
    id: 3,
    regime: 10,
    anchor: 'live',
    committedAt: NOW - DAY_MS,
    endedAt: null,
    dwellSeconds: 86_400,
    rationale: 'Distribution / Deleveraging.',
    stage: 'early_distribution',
    firstObservedAt: NOW - DAY_MS,
    lastObservedAt: NOW,
    observations: 97,
  };
  const parts = {
    history: [cycleHistoryEntry.encode(entry)],
    from: NOW - DAY_MS,
    to: NOW,
    limit: 5000,
    samples: 97,
    archiveStart: NOW - 2 * DAY_MS,
    truncated: false,
    dataSource: 'files',
    available: undefined,
  } as const;

  it('gives exactly this JSON [#522] [#523]', () => {
    expect(cycleHistory.encode(parts)).toEqual({
      history: [
        {
          id: 3,
          regime: 10,
          anchor: 'live',
          name: 'Distribution / Deleveraging',
          committed_at: '2026-08-31T00:00:00.000Z',
          ended_at: null,
          dwell_seconds: 86_400,
          rationale: 'Distribution / Deleveraging.',
          stage: 'early_distribution',
          first_observed_at: '2026-08-31T00:00:00.000Z',
          last_observed_at: '2026-09-01T00:00:00.000Z',
          observations: 97,
        },
      ],
      count: 1,
      from: '2026-08-31T00:00:00.000Z',
      to: '2026-09-01T00:00:00.000Z',
      limit: 5000,
      samples: 97,
      coverage_start: '2026-08-07T00:00:00.000Z',
      archive_start: '2026-08-30T00:00:00.000Z',
      truncated: false,
      data_source: 'files',
      source: 'files',
    });
    expect(passes(cycleHistory.schema, cycleHistory.encode(parts))).toBe(true);
  });
});

describe('the history of a window', () => {
  const spell = (regime: 2 | 3 | 4, from: number, to: number | null): HistoryEntry => ({
    id: regime,
    regime,
    anchor: 'live',
    committedAt: NOW + from * DAY_MS,
    endedAt: to === null ? null : NOW + to * DAY_MS,
    dwellSeconds: 86_400,
    rationale: 'A regime.',
    firstObservedAt: NOW,
    lastObservedAt: NOW,
    observations: 1,
  });
  const spells = [spell(2, 0, 2), spell(3, 2, 4), spell(4, 4, null)].map(cycleHistoryEntry.encode);
  const view = viewOf(spells, { archiveStart: NOW });
  /** A refresh a day, for six days. */
  const all = Array.from({ length: 6 }, (_, i) => NOW + i * DAY_MS);
  const archive = { samples: async (from: number, to: number) => all.filter((time) => time >= from && time < to) };
  const context = contextOf(() => view, { now: () => NOW + 6 * DAY_MS, use: (() => archive) as Context['use'] });
  const ask = async (limit: number) => {
    const found = await jsonOf<{
      readonly history: readonly { readonly regime: number }[];
      readonly truncated: boolean;
      readonly samples: number;
      readonly coverage_start: string;
    }>(regimesHistory, context, { query: { from: String(NOW), limit } });
    return { ...found, regimes: found.history.map(({ regime }) => regime) };
  };

  it('is whole when the limit holds all refreshes, and else lacks the recent end and says so [#523]', async () => {
    const coverage = { coverage_start: '2026-08-07T00:00:00.000Z' };
    expect(await ask(6)).toMatchObject({ regimes: [2, 3, 4], samples: 6, truncated: false, ...coverage });
    expect(await ask(5)).toMatchObject({ regimes: [2, 3, 4], samples: 5, truncated: true, ...coverage });
    expect(await ask(2)).toMatchObject({ regimes: [2], samples: 2, truncated: true, ...coverage });
  });
});

describe('the query of the history', () => {
  it('is 30 days before now when nothing is sent, and at most 400 days long [#530]', () => {
    expect(windowOf({ limit: 5000 }, NOW)).toEqual({
      ok: true,
      value: { from: NOW + 1 - 30 * DAY_MS, to: NOW + 1, limit: 5000 },
    });
    const long = windowOf({ from: '2020-01-01', to: String(NOW), limit: 1 }, 0);
    expect(long).toEqual({ ok: true, value: { from: NOW - 400 * DAY_MS, to: NOW, limit: 1 } });
  });

  it.each([
    [{ from: 'soon' }, 'from', 'expected ISO-8601 or unix ms'],
    [{ to: 'later' }, 'to', 'expected ISO-8601 or unix ms'],
    [{ from: '2026-01-02', to: '2026-01-02' }, 'from', 'expected a moment before to'],
  ])('refuses %j', (query, parameter, msg) => {
    const answer = windowOf({ ...query, limit: 1 }, NOW);
    expect(answer.ok).toBe(false);
    if (answer.ok) return;
    expect(answer.error.body).toEqual({ detail: [{ loc: ['query', parameter], msg, type: 'moment' }] });
  });
});

describe('the baskets on the wire', () => {
  it('are 50 in 6 groups A–F [#532]', () => {
    const wire = basketsReply.encode({ dataSource: 'files' });
    expect(passes(basketsReply.schema, wire)).toBe(true);
    expect([wire.group_count, wire.basket_count]).toEqual([6, 50]);
    expect(wire.groups.map(({ id }) => id).join('')).toBe('ABCDEF');
    expect(CYCLE_TAXONOMY.length).toBe(10);
  });
});
