/** Forecast rows and the snapshots that they name: what differs is found, what is no longer there is counted. */

import type { ForecastRow, QuantHead, QuantMarketWire } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import { REGIMES } from '@barograph/nowcast';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distribution, forecastRow, LEDGER_START } from '../../../contract/test/ledger-cases.ts';
import { CommandError } from '../io.ts';
import { sha256 } from '../sha256.ts';
import type { Ask } from './ask-ledger.ts';
import { createSnapshotVerifier } from './verify-snapshots.ts';

const DATE = '2026-01-01';

/** A published hour of the market, as its snapshot has it. */
interface Kept {
  readonly timestamp: number;
  readonly head: Pick<QuantHead, 'market'>;
}

function keptOf(hour: number, next: readonly number[], fall: number): Kept {
  const time = LEDGER_START + hour * HOUR_MS;
  const monteCarlo = { p_drawdown_5: fall, return_quantiles: [{ share: 0.1, percent: -2 - fall }, { share: 0.9, percent: 2 }] }; // prettier-ignore
  const wire = {
    symbol: 'BTC',
    bar_timestamp: time,
    model_version: 'test',
    regime: { label: REGIMES[hour % REGIMES.length]! },
    p_next: next,
    volatility: null,
    liquidation_risk: null,
    funding: null,
    breadth: null,
    monte_carlo: monteCarlo,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields that the ledger reads
  const market = wire as unknown as QuantMarketWire;
  return { timestamp: time + HOUR_MS, head: { market: { '4h': market, '24h': market } } };
}

/** The row of a snapshot, the SHA-256 of its text in it. */
function rowOf({ head }: Kept, hour: number): ForecastRow {
  const { p_next: p, monte_carlo: day, regime } = head.market!['24h'];
  const fall = day!.p_drawdown_5!;
  const round = (value: number): number => Math.round(value * 1e6) / 1e6;
  return forecastRow(hour, {
    horizon: '24h',
    regime: regime!.label,
    snapshot: sha256([JSON.stringify(head), '{"symbol":"BTC"}'].join('\n')),
    forecasts: {
      next_regime: { p: p!.map(round), base: [], n: 0 },
      drawdown: { p: [round(1 - fall), round(fall)], base: [], n: 0 },
      day_quantiles: { shares: [0.1, 0.9], values: [round(-2 - fall), 2], base: null },
    },
  });
}

/** A host that serves snapshots, two rows a page. */
function hostOf(kept: readonly Kept[]): Ask {
  return async (path) => {
    const { searchParams } = new URL(path, 'http://host');
    const [start, end] = [Number(searchParams.get('start')), Number(searchParams.get('end'))];
    const items = kept
      .filter(({ timestamp }) => timestamp >= start && timestamp < end)
      .flatMap(({ timestamp, head }) => [
        { timestamp, is_head: true, data: head },
        { timestamp, is_head: false, data: { symbol: 'BTC' } },
      ]);
    const first = Number(searchParams.get('cursor') ?? 0);
    const next = first + 1 < items.length ? String(first + 1) : null;
    return { items: items.slice(first, first + 1), next_cursor: next };
  };
}

const some = fc.array(fc.tuple(distribution(REGIMES.length), fc.integer({ min: 0, max: 999_999 }).map((n) => n / 1e6)), { minLength: 1, maxLength: 8 }).map((list) => list.map(([next, fall], hour) => keptOf(hour, next, fall))); // prettier-ignore

describe('forecasts and their snapshots', () => {
  it('agree where both were left alone; what is forgotten is counted', async () => {
    await fc.assert(
      fc.asyncProperty(some, fc.nat(), async (kept, forgotten) => {
        const rows = kept.map(rowOf);
        const from = forgotten % (kept.length + 1);
        const verifier = createSnapshotVerifier(hostOf(kept.slice(from)));
        expect(await verifier.day(DATE, rows)).toBeUndefined();
        expect(verifier.counts()).toMatchObject({ compared: kept.length - from, notKept: from, notShown: 0 });
      }),
    );
  });

  it('differ by the name of the field where a number of the row was changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        some,
        fc.nat(),
        fc.constantFrom('next_regime', 'drawdown', 'day_quantiles', 'regime', 'model'),
        async (kept, which, name) => {
          const rows = kept.map(rowOf);
          const at = which % rows.length;
          const { forecasts, regime, ...row } = rows[at]!;
          const other = (values: readonly number[]): readonly number[] => values.with(which % values.length, values[which % values.length]! + 1e-6); // prettier-ignore
          const edited: ForecastRow = {
            ...row,
            regime: name === 'regime' ? REGIMES.find((label) => label !== regime)! : regime,
            ...(name === 'model' ? { model: 'another' } : {}),
            forecasts: {
              ...forecasts,
              ...(name === 'next_regime' || name === 'drawdown' ? { [name]: { ...forecasts[name]!, p: other(forecasts[name]!.p) } } : {}), // prettier-ignore
              ...(name === 'day_quantiles' ? { day_quantiles: { ...forecasts.day_quantiles!, values: other(forecasts.day_quantiles!.values) } } : {}), // prettier-ignore
            },
          };
          const difference = await createSnapshotVerifier(hostOf(kept)).day(DATE, rows.with(at, edited));
          expect(difference).toMatchObject({ date: DATE, id: row.id });
          expect(difference!.reason).toContain(name);
        },
      ),
    );
  });

  it('differ where the snapshot was changed, and where its scope is missing', async () => {
    await fc.assert(
      fc.asyncProperty(some, fc.nat(), async (kept, which) => {
        const at = which % kept.length;
        const entry = kept[at]!;
        const changed = { ...entry, head: { market: { ...entry.head.market!, '4h': { ...entry.head.market!['4h'], model_version: 'another' } } } }; // prettier-ignore
        const rows = kept.map(rowOf);
        const difference = await createSnapshotVerifier(hostOf(kept.with(at, changed))).day(DATE, rows);
        expect(difference).toMatchObject({ id: rows[at]!.id });
        expect(difference!.reason).toContain(`expected a snapshot with the SHA-256 ${rows[at]!.snapshot!}`);
        const stranger = rows.with(at, { ...rows[at]!, scope: 'ETH' });
        expect((await createSnapshotVerifier(hostOf(kept)).day(DATE, stranger))!.reason).toContain('got ETH');
      }),
    );
  });

  it('are counted as not shown by a host that refuses, which is asked once; backfilled rows have none', async () => {
    let requests = 0;
    const verifier = createSnapshotVerifier(async () => {
      requests++;
      throw new CommandError('expected an answer, got 403');
    });
    const kept = [0, 1, 2].map((hour) => keptOf(hour, [1, 0, 0, 0, 0, 0], 0.1));
    expect(await verifier.day(DATE, [...kept.map(rowOf), forecastRow(9)])).toBeUndefined();
    expect(verifier.counts()).toEqual({ compared: 0, notKept: 0, notShown: 3, refusal: 'expected an answer, got 403' });
    expect(requests).toBe(1);
  });
});
