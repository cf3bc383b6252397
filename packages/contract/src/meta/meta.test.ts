import { describe, expect, it } from 'vitest';
import { CHANGELOG } from '../changelog.ts';
import { health } from './health-row.ts';
import { changelogReply, indexReply } from './operations.ts';
import { ENDPOINT_LIST } from '../operations.ts';
import type { DataSource } from '../parameters.ts';
import type { Tier } from '../tiers.ts';
import { API_VERSION } from '../version.ts';

const indexOf = (operations: typeof ENDPOINT_LIST, dataSource: DataSource, tier: Tier | undefined) =>
  indexReply.encode({ operations, dataSource, tier });

describe('meta encoders', () => {
  it('health gives exactly this JSON', () => {
    const source = {
      venue: 'perpdex_perp',
      kind: 'files',
      symbols: 2,
      bars: 50,
      interval: '1h',
      pullWeight: 20,
    } as const;
    const wire = health.encode({
      status: 'ok',
      version: '0.1.0',
      uptimeMs: 1234.4,
      now: 10_000,
      clock: 'replay',
      signum: { asOf: 9000, rows: 2 },
      sources: [{ ...source, lastClose: 4000 }],
      producers: [
        {
          name: 'engines',
          status: 'ok',
          cause: null,
          lastSuccess: 9000,
          lastFailure: null,
          lagMs: 0,
          isFailing: false,
        },
        {
          name: 'quant',
          lastSuccess: null,
          lastFailure: { at: 9500, error: 'SourceError' },
          lagMs: null,
          isFailing: true,
          status: 'failing',
          cause: 'perpdex: down',
        },
      ],
      dataSource: 'files',
    });
    expect(wire).toEqual({
      status: 'ok',
      version: '0.1.0',
      api_version: API_VERSION,
      uptime_s: 1.234,
      now: 10_000,
      clock: 'replay',
      signum_as_of: 9000,
      signum_rows: 2,
      sources: [
        {
          venue: 'perpdex_perp',
          kind: 'files',
          symbols: 2,
          bars: 50,
          interval: '1h',
          last_bar_at: 4000,
          lag_s: 6,
          pull_weight: 20,
        },
      ],
      producers: [
        {
          name: 'engines',
          status: 'ok',
          cause: null,
          last_success: 9000,
          last_failure: null,
          lag_ms: 0,
          failing: false,
        },
        {
          name: 'quant',
          status: 'failing',
          cause: 'perpdex: down',
          last_success: null,
          last_failure: { at: 9500, error: 'SourceError' },
          lag_ms: null,
          failing: true,
        },
      ],
      data_source: 'files',
      source: 'files',
    });
  });

  it('health says whether the event stream has anything to tell', () => {
    const rest = {
      status: 'ok',
      version: '1',
      uptimeMs: 0,
      now: 0,
      clock: 'manual',
      sources: [],
      producers: [],
    } as const;
    const stream = {
      lastId: 7,
      lastEventAt: 5,
      open: 2,
      priceMoves: 'no_minutes',
      derivativeMoves: 'no_source',
      whaleTransfers: 'not_configured',
    } as const;
    const wire = health.encode({ ...rest, signum: undefined, dataSource: 'files', stream });
    expect(wire.event_stream).toEqual({
      last_id: 7,
      last_event_at: 5,
      open_streams: 2,
      price_moves: 'no_minutes',
      derivative_moves: 'no_source',
      whale_transfers: 'not_configured',
    });
  });

  it('changelog carries api_version and its entries in order [#25]', () => {
    expect(changelogReply.encode({ dataSource: 'live' })).toEqual({
      api_version: API_VERSION,
      entries: CHANGELOG,
      data_source: 'live',
      source: 'live',
    });
  });

  it('[#26] index lists every operation of the table, and what a key of each tier unlocks', () => {
    const unlocked = (tier: Tier | undefined, id: string): boolean =>
      indexOf(ENDPOINT_LIST, 'simulated', tier).endpoints.find((endpoint) => endpoint.id === id)!.unlocked;
    const { endpoints, tier } = indexOf(ENDPOINT_LIST, 'simulated', 'free');
    expect(tier).toBe('free');
    expect(endpoints.map(({ id }) => id).sort()).toEqual(ENDPOINT_LIST.map(([id]) => id).sort());
    const refresh = 'indicators.signum_refresh';
    expect(endpoints.find(({ id }) => id === refresh)).toMatchObject({
      method: 'POST',
      path: '/api/v1/indicators/signum-rgg/refresh',
      access: 'pro',
    });
    const tiers = [undefined, 'free', 'pro', 'pro_plus'] as const;
    expect(tiers.map((tier) => unlocked(tier, refresh))).toEqual([false, false, true, true]);
    expect(tiers.map((tier) => unlocked(tier, 'indicators.signum'))).toEqual([false, true, true, true]);
    expect(tiers.map((tier) => unlocked(tier, 'health.get'))).toEqual([true, true, true, true]);
  });
});
