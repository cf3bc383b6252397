import { firstNotJson } from '@barograph/testkit';
import { describe, expect, it } from 'vitest';
import type { NowcastArtifact } from './artifact/artifact.ts';
import { explain, type ExplainOptions } from './explain.ts';
import { FEATURES } from './features/features.ts';
import type { NowcastPoint } from './nowcast/point.ts';
import { headStatus } from './heads/head-status.ts';
import type { HeadProvenance } from './heads/outlook.ts';
import { historyQuality } from './nowcast/quality.ts';

const artifact = {
  modelVersion: 'm1',
  heads: { h4: { rows: 7_000 }, h24: { rows: 6_000 } },
  training: { headsVersion: 'heads/2', to: 1_700_000_000_000, rows: 30_000 },
} as unknown as NowcastArtifact;
const options: ExplainOptions = { artifact, scope: 'market', horizon: 'h24' };

const forecast = {
  nextRegime: [1, 0, 0, 0, 0, 0],
  nextRegimeSource: 'direct',
  direction: [0.2, 0.2, 0.2, 0.2, 0.2],
  volatility: [0.25, 0.25, 0.25, 0.25],
} as const;

const point: NowcastPoint = {
  time: 0,
  regime: {
    label: 'squeeze',
    rawConfidence: 0.6,
    confidence: 0.45,
    candles: 3,
    since: null,
    pending: { label: 'vol_spike', count: 1, needed: 2 },
    challenger: 'vol_spike',
    lead: -0.3,
    path: null,
    floorArmed: false,
  },
  now: [0.01, 0.02, 0.03, 0.04, 0.3, 0.6],
  forecasts: { h4: { ...forecast, nextRegimeSource: 'chain' }, h24: forecast },
  volatility: null,
  quality: historyQuality(2_000, 0),
  explain: { features: [1, 2, 3, 4, 5, 6, 7, null], states: [0.25, 0.75], logLikelihood: -1.5 },
};
const warming: NowcastPoint = { ...point, regime: null, now: null, forecasts: null };

describe('the explain block', () => {
  it('names z-scores, posteriors, machine, confidences and provenance [#454]', () => {
    const direct: HeadProvenance = { source: 'direct', version: 'heads/2', trainedTo: 1_700_000_000_000, n: 6_000 };
    expect(explain(point, options)).toEqual({
      featureZ: {
        trend24: 1,
        trend72: 2,
        volatilityRatio: 3,
        volatilityRank: 4,
        efficiency24: 5,
        bandwidth48: 6,
        shock6: 7,
        volume: null,
      },
      statePosteriors: [0.25, 0.75],
      labelPosteriors: [0.01, 0.02, 0.03, 0.04, 0.3, 0.6],
      hysteresisState: {
        incumbent: 'squeeze',
        challenger: 'vol_spike',
        lead: -0.3,
        path: 'none',
        floorArmed: false,
        pending: { label: 'vol_spike', count: 1, needed: 2 },
      },
      rawConfidence: 0.6,
      calibratedConfidence: 0.45,
      headsProvenance: { nextRegime: direct, direction: direct, volatility: direct },
      headsStatus: {
        nextRegime: headStatus('nextRegime', 'market', 'h24', direct),
        direction: headStatus('direction', 'market', 'h24', direct),
        volatility: headStatus('volatility', 'market', 'h24', direct),
        drawdown: headStatus('drawdown', 'market', 'h24', { source: null, reason: 'no map' }),
      },
      logLikelihoodStep: -1.5,
    });
  });

  it('is null in what warming leaves open, and still tells features and states', () => {
    expect(explain(warming, options)).toMatchObject({
      featureZ: { trend24: 1, volume: null },
      statePosteriors: [0.25, 0.75],
      labelPosteriors: null,
      hysteresisState: null,
      rawConfidence: null,
      calibratedConfidence: null,
      headsProvenance: { nextRegime: null, direction: null, volatility: null },
    });
  });

  it('has mixture weights for a coin only [#454]', () => {
    const weights = { coin: 0.2, pooled: 0.8, rows: [0.1, 0.3] };
    expect('transitionMixtureWeights' in explain(point, options)).toBe(false);
    expect(explain(point, { ...options, transitionMixtureWeights: weights }).transitionMixtureWeights).toBe(weights);
  });

  it('tells the horizon’s own sources: the chain is of the model, learnt from its rows', () => {
    expect(explain(point, { ...options, horizon: 'h4' }).headsProvenance).toMatchObject({
      nextRegime: { source: 'chain', version: 'm1', n: 30_000 },
      direction: { source: 'direct', n: 7_000 },
    });
  });

  it('a head that says nothing has no provenance, others are added by name', () => {
    const silent = { ...forecast, direction: null, volatility: null };
    const funding = { source: 'prior', version: 'funding/1', trainedTo: null, n: null } as const;
    const { headsProvenance } = explain(
      { ...point, forecasts: { h4: silent, h24: silent } },
      { ...options, otherHeads: { funding, breadth: null } },
    );
    expect(headsProvenance).toMatchObject({ direction: null, volatility: null, funding, breadth: null });
  });

  it.each(['floor', 'override', 'margin'] as const)('tells the path of a flip: %s', (path) => {
    const flipped = { ...point, regime: { ...point.regime!, path } };
    expect(explain(flipped, options).hysteresisState?.path).toBe(path);
  });

  it('is plain JSON, with every feature, and adds nothing to what it is given', () => {
    for (const given of [point, warming]) {
      const before = JSON.stringify(given);
      const block = explain(given, options);
      expect(firstNotJson(block)).toBeUndefined();
      expect(Object.keys(block.featureZ)).toEqual([...FEATURES]);
      expect(JSON.stringify(given)).toBe(before);
    }
  });
});
