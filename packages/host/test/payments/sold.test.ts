/** Sales on the test ledger, through the server: prices, refusals, one charge and one answer for each payment. */

import {
  ARCHIVE_TYPE_NAMES,
  ARCHIVE_TYPES,
  ENDPOINT_LIST,
  PLANS,
  PROBLEM_STATUS,
  PLAN_NAMES,
  REQUEST_PRICES,
  usdcUnits,
  type Bazaar,
  type PlanName,
  type SoldDocument,
} from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderBlobs } from '../../../runtime/src/archive/folder-blobs.ts';
import { createManualClock, type ManualClock } from '../../../sources/src/clock.ts';
import type { Host } from '../../src/compose.ts';
import { createLog } from '../../../store/src/log.ts';
import { PAYMENTS_V1 } from '../../../payments/src/config.ts';
import { TEST_RAIL } from '../../../payments/src/ledger.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { ask, codeOf, NOW, replica, type Reply } from '../accounts/test-support.ts';
import { startTestServer, type TestServer } from '../../../store/test/test-support.ts';
import { doorCases } from './doors.cases.ts';
import { archiveToSell, buyFile, FILES } from './sold-files.ts';
import { opened, paying, type Signing } from './test-support.ts';
import { answerCases } from './answers.cases.ts';
import { balance, FILE, fileLine, files, RICH, rich, PASS, signing, type Shop } from './buyer.ts';
import { refusedCases } from './refused.cases.ts';
import { paymentsOf } from '../payments-of.ts';

const logged: string[] = [];
let server: TestServer;
let store: Store;
let wall: ManualClock;
let host: Host;
let other: Host;
beforeAll(async () => {
  server = await startTestServer();
  const url = await server.database();
  store = await server.open(url);
  wall = createManualClock(NOW);
  const log = createLog('trace', { write: (line) => logged.push(line) });
  const more = { payments: paymentsOf({ kind: 'test' }), soldFiles: files, log } as const;
  host = replica(store, wall, undefined, more);
  other = replica(await server.open(url), wall, undefined, more);
});
afterAll(async () => {
  await host.server.close();
  await other.server.close();
  await server.closeStores();
  await server.stop();
});

const shop = (): Shop => ({ host, store, wall });
const buy = async (plan: PlanName, more: Partial<Signing> = {}): Promise<Reply> =>
  ask(
    host,
    'POST /payments/agent-subscribe',
    await paying(signing(shop(), usdcUnits(PLANS[plan].usd), more), { body: { plan } }),
  );
const FEED = '/market-intelligence/liquidations';

describe('a price', () => {
  it('is named by 402 with header and body, for version 1 and 2 [#93] [#99] [#137]', async () => {
    const { status, headers, body } = await ask(host, 'POST /payments/agent-subscribe', { body: { plan: 'pass_1h' } });
    expect(status).toBe(402);
    expect(body).toMatchObject({
      detail: { error: 'x402' },
      x402Version: 1,
      accepts: [
        {
          scheme: 'exact',
          network: TEST_RAIL.v1Network,
          amount: '1500000',
          maxAmountRequired: '1500000',
          payTo: TEST_RAIL.payTo,
          asset: TEST_RAIL.asset,
        },
      ],
    });
    expect(opened(headers['payment-required'])).toMatchObject({
      x402Version: 2,
      resource: { url: 'https://example.org/api/v1/payments/agent-subscribe' },
      accepts: [{ network: TEST_RAIL.network, amount: '1500000', payTo: TEST_RAIL.payTo }],
    });
    expect(headers['cache-control']).toBe('no-store');
  });

  it.each(PLAN_NAMES)('of %s is that of the list [#90]', async (plan) => {
    const { body } = await ask(host, 'POST /payments/agent-subscribe', { body: { plan } });
    expect(body).toMatchObject({ accepts: [{ amount: usdcUnits(PLANS[plan].usd).toString() }] });
  });

  it.each(Object.keys(REQUEST_PRICES))(
    'of %s is named to no key; a wrong key stays 401 [#112] [#113] [#114] [#115] [#116] [#117] [#444] [#644] [#645]',
    async (price) => {
      const path = price.replace('{asset}', 'sol');
      const { status, body } = await ask(host, `GET ${path}`);
      expect(status).toBe(402);
      expect(body).toMatchObject({ accepts: [{ amount: usdcUnits(REQUEST_PRICES[price]!.usd).toString() }] });
      expect(await ask(host, `GET ${path}`, { key: 'bg_live_wrong' })).toMatchObject({ status: 401 });
    },
  );

  it.each(ARCHIVE_TYPE_NAMES)('of a file of %s is named once the file is found', async (type) => {
    expect((await ask(host, fileLine(type))).body).toMatchObject({
      accepts: [{ amount: usdcUnits(ARCHIVE_TYPES[type].usd).toString() }],
    });
    const gone =
      'month' in ARCHIVE_TYPES[type] || type.endsWith('_deep') ? { month: '2026-09' } : { date: '2026-11-16' };
    expect(await ask(host, fileLine(type, gone))).toMatchObject({ status: 404 });
    expect(await ask(host, fileLine(type, { surplus: '1' }))).toMatchObject({ status: 402 });
    const superfluous = type === 'snapshots' ? { bundle: 'klines' } : { snapshot_type: 'positioning' };
    expect(await ask(host, fileLine(type, superfluous))).toMatchObject({ status: 422 });
  });

  it.each(['2026-02-30', '..', '../2026-11-17', '2026-11-17%2F..'])('is not named for the day %s', async (date) => {
    expect(await ask(host, fileLine('klines', { date }))).toMatchObject({ status: 422 });
  });
});

describe('discovery', () => {
  const isValid = (bazaar: Bazaar, info: object): boolean =>
    new Ajv2020({ strict: false }).validate(bazaar.schema, info);
  const sold = ENDPOINT_LIST.filter(([, { payable }]) => payable !== undefined);

  it('lists everything that is sold, at the prices of the table', async () => {
    const reply = await host.server.inject('/.well-known/x402');
    expect(reply.statusCode).toBe(200);
    const document = reply.json<SoldDocument>();
    expect(document).toMatchObject({ version: 1, networks: [{ network: TEST_RAIL.network, payTo: TEST_RAIL.payTo }] });
    expect(document.resources).toEqual(document.items.map(({ resource }) => resource));
    expect(document.items.map(({ id, prices_usd }) => [id, prices_usd])).toEqual(
      sold.map(([id, { payable }]) => [id, payable!.prices]),
    );
    for (const { resource, method, extensions } of document.items) {
      const { info } = extensions.bazaar;
      expect(isValid(extensions.bazaar, info), resource).toBe(true);
      expect(isValid(extensions.bazaar, { ...info, input: { ...info.input, method: 'PUSH' } })).toBe(false);
      // Without a payment it is offered, or asks for what the document names.
      const { pathname } = new URL(resource);
      const payload = method === 'POST' ? { payload: info.input['body'] as object } : {};
      const url = `${pathname}?${new URLSearchParams(info.input['queryParams'] as Record<string, string>).toString()}`;
      const offered = await host.server.inject({ method: method as 'GET', url, ...payload });
      expect([402, 404], `${url} ${offered.body}`).toContain(offered.statusCode);
    }
  });

  it('comes with every 402, small enough to be sent back in a header', async () => {
    for (const price of Object.keys(REQUEST_PRICES)) {
      const { headers } = await ask(host, `GET ${price.replace('{asset}', 'sol')}`);
      const header = headers['payment-required'] as string;
      expect(header.length, price).toBeLessThan(PAYMENTS_V1.headerBytes / 2);
      const { resource, extensions } = opened(header) as {
        resource: Record<string, unknown>;
        extensions: { bazaar: Bazaar };
      };
      expect(resource).toMatchObject({ serviceName: 'Barograph' });
      expect(isValid(extensions.bazaar, extensions.bazaar.info), price).toBe(true);
      const { pathParams } = extensions.bazaar.info.input;
      expect(pathParams).toEqual(price.includes('{asset}') ? { asset: 'sol' } : undefined);
      expect(extensions.bazaar.routeTemplate).toBe(
        price.includes('{asset}') ? `/api/v1${price.replace('{asset}', ':asset')}` : undefined,
      );
    }
  });
});

describe('a payment', () => {
  beforeAll(async () => {
    const filled = await ask(host, 'POST /payments/test-balance', { body: { address: rich.address, usd: '999999.5' } });
    expect(filled).toMatchObject({ status: 200, body: { balance_usd: '999999.5' } });
    await store.testLedger.fill(rich.address.toLowerCase(), RICH);
  });

  it.each(PLAN_NAMES)(
    'buys a key of %s that holds for its duration, with the limits of its tier [#73] [#77] [#78] [#90] [#97] [#100]',
    async (plan) => {
      const before = await balance(shop(), rich.address);
      const { status, body, headers } = await buy(plan, { version: plan.length % 2 === 0 ? 1 : 2 });
      expect(status).toBe(200);
      const { tier, hours, usd } = PLANS[plan];
      expect(before - (await balance(shop(), rich.address))).toBe(usdcUnits(usd));
      expect(body).toMatchObject({
        plan,
        price_usd: usd,
        test: true,
        tier,
        tier_expires_at: wall.now() + hours * HOUR_MS,
      });
      const key = String(body['api_key']);
      expect(key).toMatch(/^bg_test_/);
      const receipt = opened(headers['payment-response']);
      expect(receipt).toMatchObject({ success: true, payer: rich.address.toLowerCase() });
      expect(headers['x-payment-response']).toBe(headers['payment-response']);
      expect(headers['cache-control']).toBe('private, no-store');
      expect(headers['etag']).toBeUndefined();
      const [daily, perMinute] = tier === 'pro' ? [10_000, 30] : [50_000, 120];
      expect((await ask(other, 'GET /auth/keys/me', { key })).body).toMatchObject({
        tier,
        daily_limit: daily,
        per_minute_limit: perMinute,
      });
    },
  );

  it('ends with its pass: the tier is free then', async () => {
    const key = String((await buy('pass_1h')).body['api_key']);
    wall.moveTo(wall.now() + HOUR_MS);
    expect((await ask(host, 'GET /auth/keys/me', { key })).body).toMatchObject({ tier: 'free' });
  });

  it('buys one file, which a key of Pro Plus gets for nothing and a lower one not [#95] [#98]', async () => {
    const paid = await ask(host, fileLine('klines'), await paying(signing(shop(), usdcUnits('0.25'))));
    expect(paid).toMatchObject({ status: 200, body: { file: FILE.name, sha256: 'ab', data_type: 'klines' } });
    const plus = String((await buy('pass_1h_plus')).body['api_key']);
    const before = await balance(shop(), rich.address);
    const both = await ask(host, fileLine('klines'), await paying(signing(shop(), usdcUnits('0.25')), { key: plus }));
    expect(both).toMatchObject({ status: 200, body: { file: FILE.name } });
    expect(await balance(shop(), rich.address)).toBe(before);
    const pro = String((await buy('pass_1h')).body['api_key']);
    expect(await ask(host, fileLine('klines'), { key: pro })).toMatchObject({ status: 403 });
    expect(await ask(host, fileLine('klines'), { key: 'bg_live_no' })).toMatchObject({ status: 401 });
  });

  it('is not charged for an answer that fails, and can be used again', async () => {
    const before = await balance(shop(), rich.address);
    const asked = await paying(signing(shop(), usdcUnits('0.01')));
    // Nothing is computed here: the answer is 503.
    const failed = await ask(host, `GET ${FEED}`, asked);
    expect([failed.status, codeOf(failed)]).toEqual([503, 'source_unavailable']);
    expect(failed.headers['payment-response']).toBeUndefined();
    expect(await balance(shop(), rich.address)).toBe(before);
    expect(codeOf(await ask(host, `GET ${FEED}`, asked))).toBe('source_unavailable');
  });

  it('that comes again is answered as before, and charged once, on either replica, until its key is used [#73] [#97]', async () => {
    const asked = await paying(signing(shop(), PASS), { body: { plan: 'pass_1h' } });
    const before = await balance(shop(), rich.address);
    const replies = await Promise.all(
      Array.from({ length: 10 }, async (_, i) =>
        ask(i % 2 === 0 ? host : other, 'POST /payments/agent-subscribe', asked),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => body['api_key'])).size).toBe(1);
    expect(before - (await balance(shop(), rich.address))).toBe(PASS);
    // A stranger who reads the signature off the chain gets nothing.
    const stranger = await ask(host, 'POST /payments/agent-subscribe', { ...asked, from: '203.0.113.7' });
    expect([stranger.status, codeOf(stranger)]).toEqual([409, 'payment_replayed']);
    // Nor does anyone once the key was used.
    await ask(host, 'GET /coins', { key: String(replies[0]!.body['api_key']) });
    expect(codeOf(await ask(other, 'POST /payments/agent-subscribe', asked))).toBe('payment_replayed');
  });

  it('that bought a thing buys no other', async () => {
    const asked = await paying(signing(shop(), usdcUnits('15')), { body: { plan: 'pass_7d' } });
    expect(await ask(host, 'POST /payments/agent-subscribe', asked)).toMatchObject({ status: 200 });
    const again = await ask(host, 'POST /payments/agent-subscribe', { ...asked, body: { plan: 'pass_1d_plus' } });
    expect([again.status, codeOf(again)]).toEqual([409, 'payment_replayed']);
  });

  it('is kept sealed: neither signature nor key is in the database or the log', async () => {
    const asked = await paying(signing(shop(), PASS), { body: { plan: 'pass_1h' } });
    const { body } = await ask(host, 'POST /payments/agent-subscribe', asked);
    const { signature } = opened(asked.headers!['payment-signature'])['payload'] as { readonly signature: string };
    const rows = await store.db.selectFrom('payments').selectAll().execute();
    const kept = rows.map((row) => `${JSON.stringify(row)} ${row.answer?.toString('latin1') ?? ''}`).join('\n');
    for (const secret of [signature.slice(2), String(body['api_key']), asked.headers!['payment-signature']!]) {
      expect(kept).not.toContain(secret);
      expect(logged.join('\n')).not.toContain(secret);
    }
    expect(rows.length).toBeGreaterThan(0);
    expect(logged.length).toBeGreaterThan(0);
  });
});

refusedCases(shop);
answerCases(shop);

describe('the archive', () => {
  let folder: string;
  let own: Store;
  let archive: Host;
  beforeAll(async () => {
    await store.testLedger.fill(rich.address.toLowerCase(), RICH);
    folder = await mkdtemp(join(tmpdir(), 'barograph-sold-'));
    const blobs = folderBlobs(folder);
    own = await server.open(await server.database());
    const clock = createManualClock(await archiveToSell(own, blobs, 2, wall));
    await own.testLedger.fill(rich.address.toLowerCase(), RICH);
    archive = replica(own, wall, undefined, { payments: paymentsOf({ kind: 'test' }), files: blobs, clock });
  });
  afterAll(async () => {
    await archive.server.close();
    await rm(folder, { recursive: true });
  });

  it.each(FILES)('[#118] [#642] [#%i] sells a file of %s by its parameters', async (...file) => {
    const left = async (): Promise<bigint> => own.testLedger.balance(rich.address.toLowerCase());
    const before = await left();
    await buyFile(archive, file, async (line, units) => ask(archive, line, await paying(signing(shop(), units))));
    expect(before - (await left())).toBe(usdcUnits(ARCHIVE_TYPES[file[1]].usd));
  });

  it('names no price of a month whose bars cannot be whole', async () => {
    const month = 'data_type=klines_deep&exchange=perpdex&symbol=BTC&interval=1d&month=2026-03';
    expect(await ask(archive, `GET /backtesting/archives/purchase?${month}`)).toMatchObject({ status: 404 });
  });

  it('gives strangers with links of their own making no place, and a link no more than a key', async () => {
    // Links of one file and second are the same.
    wall.moveTo(wall.now() + 60_000);
    const line = 'GET /backtesting/archives/purchase?data_type=klines&exchange=perpdex&symbol=BTC&date=2026-03-31';
    const { body } = await ask(archive, line, await paying(signing(shop(), usdcUnits('0.25'))));
    const url = new URL(String(body['download_url']));
    const open = async (): Promise<number> =>
      (await archive.server.inject({ method: 'GET', url: `${url.pathname}${url.search}` })).statusCode;
    const statuses = await Promise.all(Array.from({ length: 21 }, open));
    expect(statuses.filter((one) => one === 200)).toHaveLength(20);
    expect(statuses.filter((one) => one === 429)).toHaveLength(1);
    // Both places are taken: a forged link is refused at once, and never waits.
    const places = await Promise.all([
      own.archivePlaces.take(() => undefined),
      own.archivePlaces.take(() => undefined),
    ]);
    expect(places).not.toContain(undefined);
    url.searchParams.set('signature', '0'.repeat(64));
    expect(await open()).toBe(PROBLEM_STATUS.unknown_link);
    for (const place of places) await place?.giveBack();
  });
});

describe('a host that takes no payments', () => {
  it('keeps 401 on what is sold by the answer, and says so where keys are sold', async () => {
    const closed = replica(store, wall, undefined, { soldFiles: files });
    const subscribe = await ask(closed, 'POST /payments/agent-subscribe', { body: { plan: 'pass_1h' } });
    expect([subscribe.status, codeOf(subscribe)]).toEqual([503, 'payments_disabled']);
    for (const line of [`GET ${FEED}`, 'GET /quant/market', fileLine('klines')]) {
      expect(await ask(closed, line), line).toMatchObject({
        status: 401,
        body: { detail: { mint_url: '/api/v1/auth/keys' } },
      });
    }
    const fill = await ask(closed, 'POST /payments/test-balance', { body: { address: rich.address, usd: '1' } });
    expect(codeOf(fill)).toBe('payments_disabled');
    await closed.server.close();
  });
});

doorCases(() => ({ host, store }));
