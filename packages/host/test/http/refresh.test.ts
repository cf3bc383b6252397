/** Refreshes on demand: their owners, and that the lists contain the new results afterwards. */

import { OPERATIONS, TIERS, unlocks, type Operation, type Tier } from '@barograph/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS, UsageError } from '@barograph/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { fewCoins, NOW, testModel } from '../services/quant/test-support.ts';
import { testHost, TIER_GATE } from '../test-support.ts';

/** Requirements that are proven here, by the id of their operation. */
const PROVEN: Readonly<Record<string, string>> = {
  'quant.refresh': '[#448]',
  'indicators.signum_refresh': '[#559]',
  'indicators.technical_refresh': '[#562]',
  'volatility.regime_refresh': '[#386] [#411]',
  'meme.regime_refresh': '[#595]',
};

/** The first list in the folder of a refresh, which shows its rows. */
function listOf({ id, path }: Operation): string {
  const folder = path.slice(0, -'/refresh'.length);
  const list = OPERATIONS.find(
    (one) =>
      (one.path === folder || one.path.startsWith(`${folder}/`)) &&
      Object.keys(one.pathParameters.properties).length === 0 &&
      'items' in ((one.reply as { readonly properties?: object }).properties ?? {}),
  );
  if (list === undefined) throw new UsageError(`"path" expected a list in ${folder} that shows ${id}, got none`);
  return list.path;
}

/** Families that show no list of rows, or need feeds that this market has none of: their own tests refresh them. */
const OF_FEEDS: ReadonlySet<string> = new Set(['event', 'security', 'policy', 'market-health']);

/** Every other refresh of the service: proofs, path, list, and the highest tier that may not ask for it. */
const REFRESHES = OPERATIONS.filter(
  ({ method, path, family }) => method === 'POST' && path.endsWith('/refresh') && !OF_FEEDS.has(family),
).map(
  (one, i) =>
    [PROVEN[one.id] ?? '', one.path, listOf(one), TIERS.findLast((tier) => !unlocks(tier, one.access)), i] as const,
);

/** A full hour with enough days for every engine. Scheduled refreshes run at this hour and 5 minutes after it. */
const HOUR = NOW + 200 * DAY_MS + HOUR_MS;
const START = HOUR - 3 * MINUTE_MS;
const clock = createManualClock(START);
const host = await testHost(fewCoins(), clock, TIER_GATE, testModel());
beforeAll(async () => host.start());
afterAll(async () => host.stop());

interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function ask(method: 'GET' | 'POST', url: string, tier: Tier): Promise<Reply> {
  const reply = await host.server.inject({ method, url, headers: { 'x-api-key': tier } });
  return { status: reply.statusCode, body: reply.json<Reply['body']>() };
}
const asOf = ({ as_of, timestamp }: Reply['body']): unknown => timestamp ?? as_of;

describe('a refresh on demand', () => {
  it.each(REFRESHES)('%s %s recomputes %s, for no %s key', async (_, path, list, tooLow, i) => {
    const read = async (): Promise<Reply['body']> => (await ask('GET', list, 'pro_plus')).body;
    clock.moveTo(START + (i + 1) * 1000);
    const before = await read();
    expect(asOf(before)).toBeLessThan(clock.now());
    if (tooLow !== undefined) expect((await ask('POST', path, tooLow)).status).toBe(403);
    expect(await read()).toEqual(before);

    const lowest = TIERS[tooLow === undefined ? 0 : TIERS.indexOf(tooLow) + 1]!;
    const { status, body } = await ask('POST', path, lowest);
    const after = await read();
    expect([status, asOf(after)]).toEqual([200, clock.now()]);
    const items = after['items'] as readonly unknown[];
    expect(items.length).toBeGreaterThan(0);
    expect(body).toMatchObject({ status: 'recomputed', as_of: clock.now(), rows: expect.any(Number) as number });
    expect(body['rows']).toBeGreaterThanOrEqual(items.length);
  });

  it('is tried for every one that proves a requirement', () => {
    const ids = new Set(OPERATIONS.map(({ id }) => id));
    expect(Object.keys(PROVEN).filter((id) => !ids.has(id))).toEqual([]);
    expect(REFRESHES.filter(([proof]) => proof !== '')).toHaveLength(Object.keys(PROVEN).length);
  });

  it('sees the bars of an hour that has closed since', async () => {
    const list = '/api/v1/indicators/signum-rgg';
    const before = (await ask('GET', list, 'pro_plus')).body;
    clock.moveTo(HOUR + MINUTE_MS);
    expect((await ask('POST', `${list}/refresh`, 'pro')).status).toBe(200);
    const after = (await ask('GET', list, 'pro_plus')).body;
    expect(asOf(after)).toBe(clock.now());
    expect(after['items']).not.toEqual(before['items']);
  });
});
