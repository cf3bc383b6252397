import { HOUR_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { createManualClock } from '../../../sources/src/clock.ts';
import { AS_OF, refreshOf, smallMarket } from '../test-support.ts';
import { createHealth } from '../../../runtime/src/producers/health.ts';

describe('health', () => {
  it('is warming before rows, ok with them, degraded when bars are late or a producer fails', async () => {
    const source = smallMarket();
    const store = createMemorySnapshotStore();
    const clock = createManualClock(AS_OF);
    let isFailing = false;
    const quant = { name: 'quant', lastSuccess: AS_OF, lastFailure: null, lagMs: 0 };
    const health = createHealth({
      source,
      clock,
      store,
      version: '1',
      pullWeight: () => 60,
      producers: () => [{ ...quant, isFailing, status: isFailing ? 'failing' : 'ok', cause: null }],
    });
    expect(health()).toMatchObject({ status: 'warming', signum: undefined });
    // A failed producer does not wait for the rest: the host does not stay in warm-up.
    isFailing = true;
    expect(health().status).toBe('degraded');
    isFailing = false;
    await refreshOf(source, clock, store).all();
    expect(health()).toMatchObject({ status: 'ok', signum: { asOf: AS_OF, rows: 5 }, clock: 'manual' });
    isFailing = true;
    expect(health().status).toBe('degraded');
    isFailing = false;
    clock.moveTo(AS_OF + 1.5 * HOUR_MS + 1);
    expect(health().status).toBe('ok');
    clock.moveTo(AS_OF + 3 * HOUR_MS);
    expect(health().status).toBe('degraded');
  });

  it('tells of the event stream', () => {
    const [source, clock, store] = [smallMarket(), createManualClock(AS_OF), createMemorySnapshotStore()];
    const stream = {
      lastId: 3,
      lastEventAt: null,
      open: 0,
      priceMoves: 'no_minutes',
      derivativeMoves: 'no_source',
      whaleTransfers: 'not_configured',
    } as const;
    const inputs = { source, clock, store, version: '1', pullWeight: () => 0, producers: () => [] };
    expect(createHealth({ ...inputs, stream: () => stream })().stream).toEqual(stream);
  });

  it('tells of each venue what it has and how late it is', () => {
    const source = smallMarket();
    const clock = createManualClock(AS_OF);
    const store = createMemorySnapshotStore();
    const health = createHealth({ source, clock, store, version: '1', pullWeight: () => 60, producers: () => [] });
    const lastClose = AS_OF - HOUR_MS / 2;
    expect(health().sources).toMatchObject([
      { venue: 'perpdex_perp', kind: 'files', symbols: 4, interval: '1h', lastClose, pullWeight: 60 },
      { venue: 'cexa_spot', symbols: 4, lastClose, pullWeight: 0 },
    ]);
  });
});
