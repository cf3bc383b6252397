/// <reference types="node" />

import Fastify from 'fastify';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { HealthAnswer } from '@barograph/contract';
import { addMetrics, METRICS_PATH } from '../../src/operations/metrics.ts';
import { openTracing } from '../../src/operations/tracing.ts';

const NOW = 1_750_000_000_000;
const HEALTH: HealthAnswer = {
  status: 'ok',
  version: '1.2.3',
  uptimeMs: 5000,
  now: NOW,
  clock: 'system',
  signum: { asOf: NOW - 60_000, rows: 3 },
  sources: [
    {
      venue: 'perpdex_perp',
      kind: 'simulated',
      symbols: 3,
      bars: 9,
      interval: '1h',
      lastClose: NOW - 1000,
      pullWeight: 0,
    },
  ],
  producers: [
    {
      name: 'engines',
      status: 'ok',
      cause: null,
      lastSuccess: NOW - 60_000,
      lastFailure: null,
      lagMs: 0,
      isFailing: false,
    },
    {
      name: 'quant',
      lastSuccess: null,
      lastFailure: { at: NOW - 2000, error: 'SourceError' },
      lagMs: null,
      isFailing: true,
      status: 'failing',
      cause: 'perpdex: down',
    },
  ],
  dataSource: 'simulated',
};

function server() {
  const app = Fastify();
  app.get('/things/:name', async () => ({ ok: true }));
  app.get('/broken', async () => {
    throw new Error('broken');
  });
  return app;
}

/** The value of a sample, by its exact name and labels. */
function sample(text: string, name: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  if (line === undefined) throw new Error(`no sample ${name} in\n${text}`);
  return Number(line.split(' ')[1]);
}

describe('metrics', () => {
  it('count answers by route pattern and status, and never by symbol', async () => {
    const app = server();
    addMetrics(app, { health: () => HEALTH });
    for (const url of ['/things/BTC', '/things/ETH', '/broken', '/nowhere']) await app.inject(url);
    const answer = await app.inject(METRICS_PATH);
    expect(answer.headers['content-type']).toContain('text/plain');
    expect(sample(answer.body, 'barograph_http_request_duration_seconds_count{route="/things/:name"}')).toBe(2);
    const name = 'barograph_http_answers_total';
    expect(sample(answer.body, `${name}{route="/things/:name",class="2xx"}`)).toBe(2);
    expect(sample(answer.body, `${name}{route="/broken",class="5xx"}`)).toBe(1);
    expect(sample(answer.body, `${name}{route="none",class="4xx"}`)).toBe(1);
    expect(sample(answer.body, 'barograph_http_statuses_total{status="404"}')).toBe(1);
    expect(sample(answer.body, 'barograph_http_server_errors_total')).toBe(1);
    expect(answer.body).not.toContain('ETH');
  });

  it('tell lag, age, pool and streams as they are when asked', async () => {
    const app = server();
    let streams = 2;
    const metrics = addMetrics(app, {
      health: () => HEALTH,
      snapshots: () => [
        { name: 'signum', asOf: HEALTH.now - 60_000 },
        { name: 'volume', asOf: HEALTH.now - 90_000 },
      ],
      pool: () => ({ total: 5, idle: 3, waiting: 1 }),
      streams: () => streams,
    });
    metrics.jobDone('engines', 'done', 0.2);
    const first = (await app.inject(METRICS_PATH)).body;
    expect(sample(first, 'barograph_source_lag_seconds{venue="perpdex_perp"}')).toBe(1);
    expect(sample(first, 'barograph_snapshot_age_seconds{snapshot="signum"}')).toBe(60);
    expect(sample(first, 'barograph_snapshot_age_seconds{snapshot="volume"}')).toBe(90);
    expect(sample(first, 'barograph_database_connections{state="waiting"}')).toBe(1);
    expect(sample(first, 'barograph_job_duration_seconds_count{job="engines",outcome="done"}')).toBe(1);
    expect(sample(first, 'barograph_open_streams')).toBe(2);
    streams = 0;
    expect(sample((await app.inject(METRICS_PATH)).body, 'barograph_open_streams')).toBe(0);
  });

  it('name every producer with its last success, its last failure, its lag and whether it fails', async () => {
    const app = server();
    addMetrics(app, { health: () => HEALTH });
    const { body } = await app.inject(METRICS_PATH);
    const of = (name: string, producer: string): number => sample(body, `${name}{producer="${producer}"}`);
    expect(of('barograph_producer_last_success_timestamp_seconds', 'engines')).toBe(NOW / 1000 - 60);
    expect(of('barograph_producer_last_failure_timestamp_seconds', 'quant')).toBe(NOW / 1000 - 2);
    expect(of('barograph_producer_lag_seconds', 'engines')).toBe(0);
    expect(of('barograph_producer_failing', 'engines')).toBe(0);
    expect(of('barograph_producer_failing', 'quant')).toBe(1);
    expect(body).not.toContain('last_success_timestamp_seconds{producer="quant"}');
  });

  it('of two hosts in one process stand apart', async () => {
    const [a, b] = [server(), server()];
    addMetrics(a, { health: () => HEALTH });
    addMetrics(b, { health: () => HEALTH });
    await a.inject('/things/x');
    expect((await b.inject(METRICS_PATH)).body).not.toContain('route="/things/:name"');
  });
});

describe('tracing', () => {
  it('is not there unless a collector is named', async () => {
    expect(await openTracing({}, '1')).toBeUndefined();
    expect(await openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, '1')).toBeUndefined();
  });

  it('sends a span per request, in the trace of the caller', async () => {
    const bodies: string[] = [];
    const collector = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        bodies.push(`${request.url ?? ''} ${text}`);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    collector.listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const { port } = collector.address() as AddressInfo;
    const tracing = await openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/` }, '1.2.3');
    const app = server();
    tracing!.addTo(app);
    const trace = 'a'.repeat(32);
    await app.inject({ url: '/things/BTC', headers: { traceparent: `00-${trace}-${'b'.repeat(16)}-01` } });
    await app.inject({ url: '/broken', headers: { traceparent: 'nonsense' } });
    await tracing!.close();
    collector.close();
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toMatch(/^\/v1\/traces /);
    expect(bodies[0]).toContain('GET /things/:name');
    expect(bodies[0]).toContain(trace);
    expect(bodies[0]).toContain('GET /broken');
    expect(bodies[0]).toContain('"stringValue":"barograph"');
  });
});
