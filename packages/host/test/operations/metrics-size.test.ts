/** The metrics of a complete host stay small whatever its callers request. */

import { ENDPOINT_LIST } from '@barograph/contract';
import { STATUS_CODES } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import type { Host } from '../../src/compose.ts';
import { METRICS_PATH } from '../../src/operations/metrics.ts';
import { AS_OF, smallMarket, testHost } from '../test-support.ts';

const MOST_BYTES = 500_000;
/** Routes other than operations. */
const OTHERS = [
  '/',
  '/robots.txt',
  '/page/*',
  '/page/session',
  '/docs/*',
  '/docs/api/:family',
  '/llms.txt',
  '/.well-known/x402',
  '/mcp',
  '/metrics',
];
const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'] as const;

let host: Host;
beforeAll(async () => {
  host = await testHost(smallMarket(), createManualClock(AS_OF));
  await host.start();
});
afterAll(async () => host.stop());

const metrics = async (): Promise<string> => (await host.server.inject(METRICS_PATH)).body;

describe('metrics', () => {
  it('have no label for what callers choose: paths, queries, methods, keys, agents', async () => {
    const names = new Set<string>();
    for (let i = 0; i < 2_000; i++) {
      const name = `stranger${i}`;
      names.add(name);
      await host.server.inject({
        method: METHODS[i % METHODS.length]!,
        url: [`/${name}`, `/page/${name}`, `/docs/${name}`, `/api/v1/indicators/signum-rgg/${name}?x=${name}`][i % 4]!,
        headers: { 'x-api-key': name, 'user-agent': name, 'x-request-id': name, 'x-forwarded-for': `10.0.${i >> 8}.1` },
      });
    }
    const text = await metrics();
    expect(text).not.toContain('stranger');
    expect(text.length).toBeLessThan(MOST_BYTES);
  });

  it(`are below ${MOST_BYTES} bytes once every route has answered with every status to every method`, async () => {
    const paths = ENDPOINT_LIST.map(([, { path }]) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
    const all = [...new Set([...paths, ...OTHERS])];
    expect(all.length).toBeGreaterThan(150);
    const { watchers } = host.server;
    for (const route of all) {
      for (const status of Object.keys(STATUS_CODES)) {
        for (const method of METHODS) {
          const about = { requestId: 'x', method, url: '/', headers: {}, route, status: Number(status), ms: 70_000 };
          for (const observe of watchers) observe(about);
        }
      }
    }
    const text = await metrics();
    expect(text).toContain('barograph_http_answers_total{route="/metrics",class="5xx"} ');
    process.stderr.write(`metrics of ${all.length} routes: ${text.length} bytes\n`);
    expect(text.length).toBeLessThan(MOST_BYTES);
  });
});
