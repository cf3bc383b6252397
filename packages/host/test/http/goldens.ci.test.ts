/**
 * Frozen answers: status, headers and body of every operation on the simulator at one time, for each tier and at the
 * bounds of each parameter. Served bytes change only on purpose: `npm run accept` rewrites them, and the diff of
 * `fixtures/goldens` is part of the change. Complete bodies are in `.results/goldens`, so that two runs can be
 * compared.
 */

import { apiDocument } from '@barograph/contract';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { testModel } from '../services/quant/test-support.ts';
import { TIER_GATE, simulatedMarket, testHost } from '../test-support.ts';
import { PROBED, triesOf, urlOf } from './table.cases.ts';

const NOW = Date.UTC(2025, 8, 2, 10, 23, 30);
const TIERS = ['free', 'pro', 'pro_plus'] as const;
const FOLDER = new URL('../../../../fixtures/goldens/', import.meta.url);
const BODIES = new URL('../../../../.results/goldens/', import.meta.url);
const isWriting = process.env['BAROGRAPH_GOLDENS'] === 'write';
const ON_PURPOSE = 'run npm run accept, then read the diff';

/** Headers that belong to one request or connection, or to the library. */
/** Its answer is the moment and the commit of the build. */
const OF_BUILD = 'wiki.stats';
const FLEETING = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);
/** Operations that take or return real time, contain an unguessable link, or are the subject of the second test. */
const isOwn = (id: string): boolean =>
  id.endsWith('refresh') || id.startsWith('health') || id === 'quant.regimes_history' || id === 'openapi';
const hash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

interface Golden {
  readonly method: string;
  readonly url: string;
  readonly tier: string;
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

const ASKED = PROBED.filter(([id]) => !isOwn(id) && id !== OF_BUILD).flatMap(([, endpoint]) => {
  const { method } = endpoint;
  const plain = TIERS.map((tier) => ({ method, tier, url: urlOf(endpoint) }));
  const bounds = triesOf(endpoint)
    .filter(({ value, status }) => status === 200 || value === '' || value.endsWith('x'))
    .map(({ name, value }) => ({ method, tier: 'pro_plus', url: urlOf(endpoint, { [name]: value }) }));
  const scoped = endpoint.path.includes('{symbol}')
    ? ['ETH', 'eth', 'BTCUSDT', 'NOPE', 'kBONK'].flatMap((symbol) =>
        ['free', 'pro_plus'].map((tier) => ({ method, tier, url: endpoint.path.replace('{symbol}', symbol) })),
      )
    : [];
  return [...plain, ...bounds, ...scoped];
});

const host = await testHost(simulatedMarket(), createManualClock(NOW), TIER_GATE, testModel());
beforeAll(async () => {
  rmSync(BODIES, { recursive: true, force: true });
  mkdirSync(BODIES, { recursive: true });
  await host.start();
});
afterAll(async () => host.stop());

async function take({ method, url, tier }: (typeof ASKED)[number]): Promise<Golden> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a method of the table
  const reply = await host.server.inject({ method: method as 'GET', url, headers: { 'x-api-key': tier } });
  const headers = Object.entries(reply.headers)
    .filter(([name]) => !FLEETING.has(name))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .sort()
    .join('\n');
  // The one field of an envelope that is of the request.
  const body = reply.body.replace(/,"request_id":"[^"]*"/, '');
  writeFileSync(
    new URL(`${hash(`${method} ${url} ${tier}`)}.txt`, BODIES),
    `${method} ${url} (${tier})\n${headers}\n\n${body}\n`,
  );
  return { method, url, tier, status: reply.statusCode, headers: hash(headers), body: hash(body) };
}

/**
 * The structure of the document: without prose and examples, and with the members of every object by name, for the order
 * of properties means nothing.
 */
function structure(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(structure);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json)
      .filter(([name, value]) => !PROSE.has(name) || (name === 'description' && typeof value === 'object'))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [
        name,
        name === 'required' && Array.isArray(value) ? value.map(String).sort() : structure(value),
      ]),
  );
}
const PROSE = new Set(['description', 'summary', 'example', 'examples']);

function frozen(name: string): string {
  return readFileSync(new URL(name, FOLDER), 'utf8');
}

describe('frozen answers', () => {
  it(`of ${ASKED.length} requests`, async () => {
    const taken: Golden[] = [];
    for (const one of ASKED) taken.push(await take(one));
    const text = `${taken.map((one) => JSON.stringify(one)).join('\n')}\n`;
    if (isWriting) {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(new URL('answers.ndjson', FOLDER), text);
    }
    expect(text.split('\n'), ON_PURPOSE).toEqual(frozen('answers.ndjson').split('\n'));
  });

  it('of the OpenAPI document', () => {
    const text = `${JSON.stringify(structure(apiDocument()), undefined, 1)}\n`;
    writeFileSync(new URL('openapi.json', BODIES), text);
    if (isWriting) writeFileSync(new URL('openapi.json', FOLDER), text);
    expect(text, ON_PURPOSE).toBe(frozen('openapi.json'));
  });
});
