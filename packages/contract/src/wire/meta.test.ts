import { describe, expect, it } from 'vitest';
import { encodeChangelog, encodeHealth, encodeIndex } from './meta.ts';
import { ENDPOINT_LIST } from '../endpoints.ts';
import { API_VERSION } from '../version.ts';

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
    const wire = encodeHealth({
      status: 'ok',
      version: '0.1.0',
      uptimeMs: 1234.4,
      now: 10_000,
      clock: 'replay',
      signum: { asOf: 9000, rows: 2 },
      sources: [{ ...source, lastClose: 4000 }],
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
      data_source: 'files',
      source: 'files',
    });
  });

  it('changelog carries api_version and its entries in order [#25]', () => {
    const entries = [{ date: '2026-10-08', breaking: true, summary: 's', changes: ['c'] }];
    expect(encodeChangelog(entries, 'live')).toEqual({
      api_version: API_VERSION,
      entries: [{ date: '2026-10-08', breaking: true, summary: 's', changes: ['c'] }],
      data_source: 'live',
      source: 'live',
    });
  });

  it('index lists every operation of the table with its access', () => {
    const { endpoints } = encodeIndex(ENDPOINT_LIST, 'simulated');
    expect(endpoints.map(({ id }) => id).sort()).toEqual(ENDPOINT_LIST.map(([id]) => id).sort());
    expect(endpoints.find(({ id }) => id === 'indicators.signum_refresh')).toMatchObject({
      method: 'POST',
      path: '/api/v1/indicators/signum-rgg/refresh',
      access: 'pro',
      unlocked: true,
    });
  });
});
