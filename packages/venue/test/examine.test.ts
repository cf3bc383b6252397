/** Examination of sources against a loopback venue: all is well, and each change of a payload is named. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../sources/src/clock.ts';
import { examineSource, type Finding } from '../../sources/src/examine.ts';
import { readFaultOrder } from '../src/fault-order.ts';
import { openVenue, type Venue } from '../src/venue.ts';

const NOW = Date.UTC(2025, 5, 18, 12);
const clock = createManualClock(NOW);
let venue: Venue;
let loopback: string;
beforeAll(async () => {
  venue = openVenue({ clock, speed: 0, seed: 'examine', coins: 2, pairs: 12 });
  loopback = (await venue.listen('127.0.0.1', 0)).replace('/perpdex', '');
});
afterAll(async () => venue.close());

/** Findings but those that all is well, with the faults that were ordered. */
async function found(id: string, ...orders: readonly object[]): Promise<readonly Finding[]> {
  for (const order of orders) {
    const read = readFaultOrder({ for: 1000, ...order });
    if (!read.ok || !venue.fault(read.value).ok) throw new Error(JSON.stringify(read));
  }
  const { findings } = await examineSource(id, { loopback, clock, patienceMs: 2000 });
  clock.moveTo(clock.now() + 2000);
  return findings.filter(({ verdict }) => verdict !== 'ok');
}
const named = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ what, verdict, detail }) => `${what} ${verdict}: ${detail}`);

describe('an examination', () => {
  it.each(['cexa', 'dexb', 'cexb', 'options', 'stablecoins', 'fear_greed'])(
    'of %s finds nothing while all is well',
    async (id) => {
      const { findings, samples } = await examineSource(id, { loopback, clock, patienceMs: 2000 });
      expect(findings.length).toBeGreaterThan(0);
      expect(named(findings.filter(({ verdict }) => verdict !== 'ok'))).toEqual([]);
      expect(samples.every(({ source, body }) => source === id && body.length >= 2)).toBe(true);
    },
  );

  it('asks the second perp exchange for bars too, which a host never does', async () => {
    const { findings } = await examineSource('dexb', { loopback, clock, patienceMs: 2000 });
    expect(findings.find(({ what }) => what === 'pairBars')?.verdict).toBe('ok');
  });

  it('names a field that is gone, one that has another name, and one that is new', async () => {
    expect(named(await found('dexb', { kind: 'missing', request: 'tickers' }))).toContain(
      '/v5/market/tickers missing_field: result.list[].symbol',
    );
    const renamed = named(await found('cexa', { kind: 'renamed', request: 'premiumIndex' }));
    expect(renamed).toContain('/fapi/v1/premiumIndex missing_field: [].symbol');
    expect(renamed).toContain('/fapi/v1/premiumIndex new_field: [].symbolRenamed');
    expect(named(await found('dexb', { kind: 'added', request: 'tickers' }))).toEqual([
      '/v5/market/tickers new_field: result.list[].driftedField',
    ]);
  });

  it('names what is refused, restricted, or no answer at all', async () => {
    const at = (verdict: string) => (findings: readonly Finding[]) =>
      findings.filter((one) => one.verdict === verdict).map(({ what }) => what);
    expect(at('refused')(await found('dexb', { kind: '429', request: 'tickers' }))).toContain('/v5/market/tickers');
    expect(at('restricted')(await found('options', { kind: '451' })).length).toBeGreaterThan(0);
    expect(at('failing')(await found('dexb', { kind: 'malformed', request: 'tickers' }))).toContain(
      '/v5/market/tickers',
    );
  });

  it('says of a source without its key that nobody was asked', async () => {
    const { findings } = await examineSource('etf', { loopback, clock });
    expect(findings).toEqual([
      { source: 'etf', what: 'etf', verdict: 'not_configured', detail: 'it needs a key or an address', ms: null },
    ]);
    await expect(examineSource('nobody')).rejects.toThrow('"source" expected one of perpdex, cexa');
  });
});
