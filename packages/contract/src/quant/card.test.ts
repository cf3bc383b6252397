import { describe, expect, it } from 'vitest';
import { quantCard } from './card.ts';
import { CATALOG_FIGURES } from './catalog-figures.ts';
import { quantCatalog } from './catalog.ts';
import { passes } from '../../test/quant-cases.ts';

describe('the card and the catalogue on the wire', () => {
  it('says that no model is loaded, and why [#464]', () => {
    const card = quantCard.encode({
      headline: { live: '', backfilled: '' },
      model: { kind: 'refused', reason: 'tampered', version: 'm-1' },
      runtime: { asOf: null, barTime: null, coins: 0, warming: 0 },
      dataSource: 'files',
    });
    expect(card).toMatchObject({
      version: 'm-1',
      loaded: false,
      runtime_health: { status: 'refused', reason: 'tampered' },
    });
    expect('artifact_sha256' in card).toBe(false);
    expect(passes(quantCard.schema, card)).toBe(true);
  });

  it('keeps the label of every id while the version of the catalogue stays [#447] [#465] [#466] [#467]', () => {
    const { catalog_version, regimes } = quantCatalog.encode({ dataSource: 'files' });
    expect([
      catalog_version,
      ...regimes.map(({ id, label, display_name }) => `${id} ${label}: ${display_name}`),
    ]).toEqual([
      '2026.11.3',
      '0 strong_trend_bull: Strong uptrend',
      '1 strong_trend_bear: Strong downtrend',
      '2 range_low_vol: Quiet range',
      '3 choppy_high_vol: Choppy, high volatility',
      '4 vol_spike: Volatility spike',
      '5 squeeze: Compression',
    ]);
    for (const { claims, evidence, label, algo_basket_stance } of regimes) {
      expect(evidence).toBe('measured');
      expect(claims.map((claim) => `${claim.of} ${claim.evidence}`)).toEqual([
        'volatility measured',
        'drawdown measured',
        'dwell measured',
        'direction none',
      ]);
      for (const { value, low, high } of claims) expect(low <= value && value <= high).toBe(true);
      const { volatility, drawdown } = CATALOG_FIGURES[label];
      expect(algo_basket_stance).toContain(`${volatility[0].toFixed(2)} times`);
      expect(algo_basket_stance).toContain(`${Math.round(100 * drawdown[0])} %`);
    }
    for (const regime of regimes)
      expect([regime.description, regime.algo_basket_stance].every((text) => text !== '')).toBe(true);
    expect(passes(quantCatalog.schema, quantCatalog.encode({ dataSource: 'files' }))).toBe(true);
  });
});
