/** `barograph verify` on a host's ledger: checks its forecasts against the reader's bars. */

import { utcDate, type ForecastRow, type LedgerRow } from '@barograph/contract';
import { DAY_MS, HOUR_MS, sliceCandles } from '@barograph/core';
import { REGIMES } from '@barograph/nowcast';
import { createMarket } from '@barograph/simulator';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { CommandError } from '../packages/barograph/src/io.ts';
import { csv, run, temporaryFolder } from '../packages/barograph/src/test-support.ts';
import type { Ask } from '../packages/barograph/src/verify/ask-ledger.ts';
import { createBarsVerifier } from '../packages/barograph/src/verify/verify-bars.ts';
import { verifyLedger } from '../packages/barograph/src/verify/verify-ledger.ts';
import { SIMULATOR_V2 } from '../packages/simulator/src/config.ts';
import { openStage, START } from '../packages/host/test/services/ledger/stage.ts';
import { fewCoinsConfig } from '../packages/host/test/services/quant/test-support.ts';

const HOURS = 54;
const stage = await openStage(HOURS);
afterAll(async () => stage.stop());
const bars = createMarket(fewCoinsConfig()).candles('BTC', 'perpdex_perp', '1h', SIMULATOR_V2.start, START + HOURS * HOUR_MS); // prettier-ignore
const { model } = stage.model;
const modelOf = async (version: string) => (version === model.artifact.modelVersion ? model : undefined);
const DAY = Math.floor(START / DAY_MS) * DAY_MS;
const rows = await stage.allRows();
const day = '2026-01-01';
const ofMarket = rows.filter((row): row is ForecastRow => row.type === 'forecast' && row.scope === 'market');
const KINDS = ['next_regime', 'volatility', 'drawdown', 'day_quantiles'] as const;
const skillOf = (kind: (typeof KINDS)[number], rows: readonly LedgerRow[] = ofMarket): number =>
  rows.filter((row) => row.type === 'forecast' && row.forecasts[kind] !== undefined).length;

/** The host over HTTP. */
const ask: Ask = async (path) => {
  const answer = await stage.host.server.inject({ method: 'GET', url: `/api/v1/${path}`, headers: { 'x-api-key': 'pro_plus' } }); // prettier-ignore
  if (answer.statusCode === 200) return answer.json();
  throw new CommandError(`got ${answer.statusCode}`);
};

describe('forecasts made again from bars', () => {
  it('are those of a host that nobody edited, every one of the market', async () => {
    const verifier = createBarsVerifier(bars, modelOf);
    const query = { origin: 'live', from: DAY, to: DAY + DAY_MS, bars: verifier } as const;
    expect((await verifyLedger(ask, query)).difference).toBeUndefined();
    const whole = createBarsVerifier(bars, modelOf);
    expect(await whole.day(day, rows)).toBeUndefined();
    for (const kind of KINDS) {
      const coins = skillOf(kind, rows) - skillOf(kind);
      expect(skillOf(kind), kind).toBeGreaterThan(HOURS);
      expect(whole.counts().get(kind), kind).toEqual({ same: skillOf(kind), unreached: 0, undetermined: coins });
    }
  });

  it('are counted apart while their state depends on where the bars begin, and are no difference', async () => {
    for (const begin of [1, 30 * 24, 60 * 24, bars.length - 10]) {
      const verifier = createBarsVerifier(sliceCandles(bars, begin, bars.length), modelOf);
      expect(await verifier.day(day, ofMarket), String(begin)).toBeUndefined();
      for (const kind of KINDS) {
        const { same, unreached, undetermined } = verifier.counts().get(kind)!;
        expect([same + unreached, undetermined], `${kind} ${begin}`).toEqual([skillOf(kind), 0]);
        if (begin === bars.length - 10) expect(same).toBe(0);
      }
    }
  });

  it('are not determined where the model is not at hand', async () => {
    const verifier = createBarsVerifier(bars, async () => undefined);
    expect(await verifier.day(day, ofMarket)).toBeUndefined();
    expect(verifier.counts().get('next_regime')).toEqual({
      same: 0,
      unreached: 0,
      undetermined: skillOf('next_regime'),
    });
  });

  // Sixty days are too few to tell whether a volatility state has forgotten earlier bars.
  it('differ where a row was changed, whatever its digest says', async () => {
    const edits: Readonly<Record<string, (row: ForecastRow) => ForecastRow>> = {
      next_regime: (row) => ({ ...row, forecasts: { ...row.forecasts, next_regime: { ...row.forecasts.next_regime!, p: [1, 0, 0, 0, 0, 0] } } }), // prettier-ignore
      regime: (row) => ({ ...row, regime: REGIMES.find((regime) => regime !== row.regime)! }),
    };
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: ofMarket.length - 1 }),
        fc.constantFrom(...Object.keys(edits)),
        async (at, name) => {
          const edited = ofMarket.with(at, edits[name]!(ofMarket[at]!));
          const difference = await createBarsVerifier(bars, modelOf).day(day, edited);
          expect(difference?.id).toBe(ofMarket[at]!.id);
          expect(difference?.reason).toContain(name);
        },
      ),
      { numRuns: 6 },
    );
  });

  it('are made by the command, which tells what bars did not determine', async () => {
    const { make, remove, put } = temporaryFolder();
    make();
    const url = await stage.host.server.listen({ host: '127.0.0.1', port: 0 });
    const file = put('bars.csv', csv(bars));
    const flags = [
      '--url',
      url,
      '--from',
      utcDate(DAY),
      '--to',
      utcDate(DAY + DAY_MS),
      '--key',
      'pro_plus',
      '--bars',
      file,
    ];
    const { out, err } = await run(['verify', ...flags]);
    remove();
    expect(err).toBe('');
    // The test's model is not shipped.
    for (const kind of KINDS)
      expect(out).toMatch(new RegExp(`^${kind} made again from bars 0, .*not determined by bars [1-9]`, 'm'));
    expect(out).toContain('no difference');
  });
});
