import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { createUpstreamMeter, OTHER_FIELDS } from '../../../../sources/src/upstream/meter.ts';
import { addMetrics, METRICS_PATH } from '../../../src/operations/metrics.ts';

describe('a meter', () => {
  it('keeps a bounded number of unknown fields, and counts the rest as one', () => {
    const meter = createUpstreamMeter('toy');
    for (let i = 0; i < 1000; i++) meter.drift(`field ${i}`);
    expect([meter.drift('field 0'), meter.drift('field 999'), meter.drift('later')]).toEqual([false, false, false]);
    const { drift } = meter.reading();
    expect(Object.keys(drift).length).toBe(65);
    expect([drift['field 0'], drift[OTHER_FIELDS]]).toEqual([2, 1000 - 64 + 2]);
  });

  it('is read by the metrics at each scrape', async () => {
    const meter = createUpstreamMeter('toy');
    const app = Fastify();
    const health = { now: 0, sources: [], producers: [], feeds: [] } as never;
    addMetrics(app, { health: () => health, upstreams: () => [meter.reading()] });
    const samples = async (): Promise<readonly string[]> => {
      const { body } = await app.inject(METRICS_PATH);
      return body.split('\n').filter((line) => line.startsWith('barograph_upstream_'));
    };
    expect(await samples()).toContain('barograph_upstream_weight_total{source="toy"} 0');
    meter.request('ok');
    meter.request('ok');
    meter.request('rate_limited');
    meter.weight(22);
    meter.drift('a[].b');
    meter.badFrame();
    meter.reconnect();
    meter.gap(1500);
    const expected = [
      'barograph_upstream_requests_total{source="toy",outcome="ok"} 2',
      'barograph_upstream_requests_total{source="toy",outcome="rate_limited"} 1',
      'barograph_upstream_unknown_fields_total{source="toy",field="a[].b"} 1',
      'barograph_upstream_weight_total{source="toy"} 22',
      'barograph_upstream_bad_frames_total{source="toy"} 1',
      'barograph_upstream_reconnects_total{source="toy"} 1',
      'barograph_upstream_gaps_total{source="toy"} 1',
      'barograph_upstream_gap_seconds_total{source="toy"} 1.5',
    ];
    expect(await samples()).toEqual(expected);
    expect(await samples()).toEqual(expected);
  });
});
