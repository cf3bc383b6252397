/**
 * Payments on a local chain, with the client SDK of x402 in both versions, settled by the host itself; and the chain's
 * record of payments with an unknown outcome.
 */

import { PLAN_NAMES, PLANS, REQUEST_PRICES, usdcUnits, type PlanName } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import { SIMULATOR_V2, type SimulatorConfig } from '@barograph/simulator';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../../../store/src/secret.ts';
import { folderBlobs } from '../../../runtime/src/archive/folder-blobs.ts';
import { createManualClock, createSystemClock } from '../../../sources/src/clock.ts';
import type { Host } from '../../src/compose.ts';
import { createLog } from '../../../store/src/log.ts';
import { openMarket } from '../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../sources/src/simulated/source.ts';
import { createChainSettler, createStanding } from '../../../payments/src/chain.ts';
import { PAYMENTS_V1 } from '../../../payments/src/config.ts';
import { createResolver } from '../../../payments/src/resolver.ts';
import type { Settler } from '../../../payments/src/settler.ts';
import type { Rail } from '../../../payments/src/terms.ts';
import { DAYS, FIRST_DAY, MINUTES } from '../archive/samples.ts';
import { testModel } from '../services/quant/test-support.ts';
import { railOf } from '../../../payments/src/rails.ts';
import type { Hex } from '../../../payments/src/payment.ts';
import { domainOf } from '../../../payments/src/signature.ts';
import type { Store } from '../../../store/src/open-store.ts';
import type { TestServer } from '../../../store/test/test-support.ts';
import { ask, codeOf, replica, type Reply } from '../accounts/test-support.ts';
import {
  NO_CHAIN,
  SETTLING_ACCOUNT,
  SETTLING_KEY,
  startChain,
  type LocalChain,
} from '../../../payments/test/local-chain.ts';
import { archiveToSell, buyFile, FILES } from './sold-files.ts';
import { AUTHORIZATION_TYPES, keyOf, opened, paying, wallet, type Wallet } from './test-support.ts';
import { library } from '../../../../test/apart.ts';
import { paymentsOf } from '../payments-of.ts';

const PAY_TO = wallet(77).address;
const rail = railOf('base-sepolia', PAY_TO);
const payerKey = keyOf(Number(process.hrtime.bigint() % 1_000_000n) + 1000);
const IS_FULL = process.env['BAROGRAPH_FULL'] === '1';
/** A market of few coins with everything that is sold, and a moment of it. */
const COINS = new Set(['BTC', 'ETH', 'SOL', 'DOGE', 'XRP', 'LINK', 'USDC']);
const FEW: SimulatorConfig = {
  ...SIMULATOR_V2,
  listings: SIMULATOR_V2.listings.filter(({ coin }) => COINS.has(coin)),
};
const MOMENT = Date.UTC(2025, 8, 2, 10, 23, 30);
/** All ten take a while: every test run buys one of each version. */
const BOUGHT: readonly PlanName[] = IS_FULL ? PLAN_NAMES : ['pass_1h', 'monthly_plus'];

/** The parts of the SDK of x402 and of viem in use. */
interface Sdk {
  readonly x402Client: { readonly fromConfig: (config: object) => object };
  readonly x402HTTPClient: new (client: object) => {
    getPaymentRequiredResponse(header: (name: string) => string | undefined, body: unknown): { x402Version: number };
    createPaymentPayload(wanted: object): Promise<object>;
    encodePaymentSignatureHeader(payload: object): Record<string, string>;
  };
}
interface Scheme {
  readonly registerExactEvmScheme: (client: object, parts: { readonly signer: object }) => object;
}
interface Accounts {
  readonly privateKeyToAccount: (
    key: Hex,
  ) => Omit<Wallet, 'signTypedData'> & { signTypedData(data: object): Promise<Hex> };
}
interface Signatures {
  readonly parseSignature: (signature: Hex) => { readonly r: Hex; readonly s: Hex; readonly v: bigint };
}

/** Payments of a host that settles on the chain by its own key. */
const paidOn = ({ rpcUrl }: LocalChain) =>
  paymentsOf({ kind: 'real', payTo: PAY_TO, network: 'base-sepolia', rpcUrl, by: { key: SETTLING_KEY } });

/** The cases. @param serverOf the database server of the file that runs them. */
export function chainCases(serverOf: () => TestServer): void {
  describe.skipIf(NO_CHAIN !== undefined)('a chain on this machine (needs anvil: linux x64)', () => {
    cases(serverOf);
  });
}

// oxlint-disable-next-line eslint/max-lines-per-function -- a table of cases
function cases(serverOf: () => TestServer): void {
  let chain: LocalChain;
  let host: Host;
  let payer: ReturnType<Accounts['privateKeyToAccount']>;
  const logged: string[] = [];
  beforeAll(async () => {
    const { privateKeyToAccount } = await library<Accounts>('payments', 'viem/accounts');
    payer = privateKeyToAccount(payerKey);
    chain = await startChain();
    const server = serverOf();
    await chain.fill(payer.address, 10n ** 10n);
    host = replica(await server.open(await server.database()), undefined, undefined, {
      wall: createSystemClock(),
      payments: paidOn(chain),
      log: createLog('trace', { write: (line) => logged.push(line) }),
    });
  });
  afterAll(async () => {
    await host.server.close();
    await chain.stop();
  });

  /** Buys as the SDK of a version does: version 1 reads the body, version 2 the header. */
  const buy = async (plan: PlanName, version: 1 | 2): Promise<Reply> => {
    const { x402Client, x402HTTPClient } = await library<Sdk>('payments', '@x402/core/client');
    const { registerExactEvmScheme } = await library<Scheme>('payments', '@x402/evm/exact/client');
    const sdk = new x402HTTPClient(
      registerExactEvmScheme(x402Client.fromConfig({ schemes: [], spendControls: false }), { signer: payer }),
    );
    const asked = await ask(host, 'POST /payments/agent-subscribe', { body: { plan } });
    const header = (name: string): string | undefined =>
      version === 1 ? undefined : (asked.headers[name.toLowerCase()] as string | undefined);
    const wanted = sdk.getPaymentRequiredResponse(header, asked.body);
    expect(wanted.x402Version).toBe(version);
    const headers = sdk.encodePaymentSignatureHeader(await sdk.createPaymentPayload(wanted));
    return ask(host, 'POST /payments/agent-subscribe', { body: { plan }, headers });
  };

  it.each(BOUGHT.map((plan, i) => [plan, i % 2 === 0 ? 1 : 2] as const))(
    'sells %s to an SDK of version %d: exactly the price moves, and the payer spends no gas [#8] [#94] [#95]',
    async (plan, version) => {
      const gas = await chain.gas(payer.address);
      const [mine, theirs] = await Promise.all([chain.balance(payer.address), chain.balance(PAY_TO)]);
      const bought = await buy(plan, version);
      expect([bought.status, bought.body['plan'], bought.body['test']]).toEqual([200, plan, false]);
      expect(bought.body['api_key']).toMatch(/^bg_live_/);
      const price = usdcUnits(PLANS[plan].usd);
      expect(mine - (await chain.balance(payer.address))).toBe(price);
      expect((await chain.balance(PAY_TO)) - theirs).toBe(price);
      expect(await chain.gas(payer.address)).toBe(gas);
      expect(await chain.transactions(payer.address)).toBe(0);
      const receipt = opened(bought.headers['payment-response']);
      expect(receipt).toMatchObject({ success: true, network: version === 1 ? 'base-sepolia' : 'eip155:84532' });
      expect(receipt['transaction']).toMatch(/^0x[0-9a-f]{64}$/);
    },
  );

  it('refuses a payer without funds, and shows no key of its own', async () => {
    const poor = { wallet: wallet(5), units: usdcUnits('1.5'), now: Date.now(), rail };
    const refused = await ask(
      host,
      'POST /payments/agent-subscribe',
      await paying(poor, { body: { plan: 'pass_1h' } }),
    );
    expect([refused.status, codeOf(refused)]).toEqual([402, 'payment_unfunded']);
    expect(logged.join('\n')).not.toContain(SETTLING_KEY.slice(2));
  });

  it('tells a payment from an authorization that was given up, or spent on something else', async () => {
    const standing = createStanding({ rail, rpcUrl: chain.rpcUrl, timeoutMs: 5000 });
    // Beyond those of other cases.
    const nonceOf = (number: number): Hex => `0x${(number + 2 ** 40).toString(16).padStart(64, '0')}`;
    const soughtOf = (nonce: Hex) => ({
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an address in lower case
      payer: payer.address.toLowerCase() as Hex,
      nonce,
      payTo: rail.payTo,
      amount: 5n,
      since: Date.now() - 1000,
    });
    const move = async (nonce: Hex, to: Hex, value: bigint): Promise<void> => {
      const message = { from: payer.address, to, value, validAfter: 0n, validBefore: 2n ** 40n, nonce };
      const signature = await payer.signTypedData({
        domain: domainOf(rail),
        types: AUTHORIZATION_TYPES,
        primaryType: 'TransferWithAuthorization',
        message,
      });
      await chain.write('transferWithAuthorization', [...Object.values(message), signature]);
    };
    expect(await standing(soughtOf(nonceOf(1)))).toMatchObject({ kind: 'unused' });
    await move(nonceOf(1), PAY_TO, 5n);
    expect(await standing(soughtOf(nonceOf(1)))).toMatchObject({ kind: 'moved' });
    // The same nonce, but the money went back to the payer.
    await move(nonceOf(2), payer.address, 5n);
    expect(await standing(soughtOf(nonceOf(2)))).toEqual({ kind: 'spent' });
    const { parseSignature } = await library<Signatures>('payments', 'viem');
    const { r, s, v } = parseSignature(
      await payer.signTypedData({
        domain: domainOf(rail),
        types: {
          CancelAuthorization: [
            { name: 'authorizer', type: 'address' },
            { name: 'nonce', type: 'bytes32' },
          ],
        },
        primaryType: 'CancelAuthorization',
        message: { authorizer: payer.address, nonce: nonceOf(3) },
      }),
    );
    await chain.write('cancelAuthorization', [payer.address, nonceOf(3), Number(v), r, s]);
    expect(await standing(soughtOf(nonceOf(3)))).toEqual({ kind: 'spent' });
  });

  it('is met through a facilitator as well, and what that loses is found on the chain', async () => {
    const own = createChainSettler({ rail, rpcUrl: chain.rpcUrl, timeoutMs: 5000 }, SETTLING_KEY, async (work) =>
      work(),
    );
    const facilitator = await startFacilitator(own, rail);
    const store = await serverOf().open(await serverOf().database());
    const wall = createManualClock(Date.now());
    const paid = replica(store, wall, undefined, {
      payments: paymentsOf({
        kind: 'real',
        payTo: PAY_TO,
        network: 'base-sepolia',
        rpcUrl: chain.rpcUrl,
        by: { facilitatorUrl: facilitator.url },
      }),
    });
    const settled = async (): Promise<Reply> => {
      const units = usdcUnits(PLANS.pass_1h.usd);
      return ask(
        paid,
        'POST /payments/agent-subscribe',
        await paying({ ...ours(), units }, { body: { plan: 'pass_1h' } }),
      );
    };
    const ours = () => ({ wallet: payer, now: Date.now(), rail });
    expect(await settled()).toMatchObject({ status: 200, body: { test: false } });
    // It settles, but its answer is lost: the payer learns that the outcome is unknown, and gets the key after the
    // chain was read.
    facilitator.losesAnswers(true);
    const units = usdcUnits(PLANS.pass_1d.usd);
    const again = await paying({ ...ours(), units }, { body: { plan: 'pass_1d' } });
    const before = await chain.balance(PAY_TO);
    const lost = await ask(paid, 'POST /payments/agent-subscribe', again);
    expect([lost.status, codeOf(lost), lost.headers['payment-required']]).toEqual([503, 'payment_unknown', undefined]);
    const { payments } = store;
    const standing = createStanding({ rail, rpcUrl: chain.rpcUrl, timeoutMs: 5000 });
    const log = createLog('silent');
    await createResolver({ payments, rail, settler: { standing }, wall, log }).look();
    const found = await ask(paid, 'POST /payments/agent-subscribe', again);
    expect(found).toMatchObject({ status: 200, body: { plan: 'pass_1d' } });
    expect((await chain.balance(PAY_TO)) - before).toBe(units);
    await facilitator.stop();
    await paid.server.close();
  });

  it.each([
    ['before it sent the payment: it is sent', 'settling'],
    ['after it sent the payment: it is found', 'deliver'],
  ] as const)('finishes a payment whose replica died %s, and one transfer is made', async (_, lastStep) => {
    const server = serverOf();
    const url = await server.database();
    const [store, other] = [await server.open(url), await server.open(url)];
    const wall = createManualClock(Date.now());
    // The replica dies at the step: what it waits for never comes.
    let die = (): void => undefined;
    const dead = new Promise<void>((resolve) => {
      die = resolve;
    });
    const never = async (): Promise<never> => {
      die();
      return new Promise<never>(() => undefined);
    };
    const settling: Store['payments']['settling'] = async (...step) => {
      await store.payments.settling(...step);
      return never();
    };
    const payments = { ...store.payments, ...(lastStep === 'settling' ? { settling } : { deliver: never }) };
    const [mortal, alive] = [
      replica({ ...store, payments }, wall, undefined, { payments: paidOn(chain) }),
      replica(other, wall, undefined, { payments: paidOn(chain) }),
    ];
    const units = usdcUnits(PLANS.pass_1h.usd);
    const asked = await paying({ wallet: payer, units, now: wall.now(), rail }, { body: { plan: 'pass_1h' } });
    const [funds, sent] = [await chain.balance(PAY_TO), await chain.transactions(SETTLING_ACCOUNT)];
    void ask(mortal, 'POST /payments/agent-subscribe', asked);
    await dead;
    wall.moveTo(wall.now() + PAYMENTS_V1.settleMs + PAYMENTS_V1.graceMs);
    const bought = await ask(alive, 'POST /payments/agent-subscribe', asked);
    expect(bought).toMatchObject({ status: 200, body: { plan: 'pass_1h' } });
    expect((await chain.balance(PAY_TO)) - funds).toBe(units);
    expect((await chain.transactions(SETTLING_ACCOUNT)) - sent).toBe(1);
    expect(await other.db.selectFrom('keys').select('id').execute()).toHaveLength(1);
    await mortal.server.close();
    await alive.server.close();
  });

  it.runIf(IS_FULL)(
    'sells the six answers as a host computes them: exactly the price moves [#96] [#112] [#113] [#114] [#115] [#116] [#117]',
    async () => {
      const store = await serverOf().open(await serverOf().database());
      const selling = replica(store, undefined, undefined, {
        wall: createSystemClock(),
        clock: createManualClock(MOMENT),
        market: openMarket([createSimulatedSource(FEW)]),
        model: testModel(),
        payments: paidOn(chain),
      });
      await selling.start();
      await selling.ready();
      const { text, hash, prefix } = newKey();
      await store.keys.create({ hash, prefix, email: null, tier: 'pro' }, Date.now());
      for (const [priced, { usd }] of Object.entries(REQUEST_PRICES)) {
        const line = `GET ${priced.replace('{asset}', 'btc')}`;
        const units = usdcUnits(usd);
        expect(await ask(selling, line)).toMatchObject({
          status: 402,
          body: { accepts: [{ amount: units.toString() }] },
        });
        const gas = await chain.gas(payer.address);
        const [mine, theirs] = await Promise.all([chain.balance(payer.address), chain.balance(PAY_TO)]);
        const bought = await ask(selling, line, await paying({ wallet: payer, units, now: Date.now(), rail }));
        expect([line, bought.status]).toEqual([line, 200]);
        expect(bought.headers).toMatchObject({ 'cache-control': 'private, no-store' });
        expect(opened(bought.headers['payment-response'])).toMatchObject({ success: true, network: rail.network });
        expect(mine - (await chain.balance(payer.address))).toBe(units);
        expect((await chain.balance(PAY_TO)) - theirs).toBe(units);
        expect(await chain.gas(payer.address)).toBe(gas);
        // What a key of Pro sees.
        expect(bought.body).toEqual((await ask(selling, line, { key: text })).body);
      }
      expect(await chain.transactions(payer.address)).toBe(0);
      await selling.stop();
    },
    180_000,
  );

  it.runIf(IS_FULL)('sells files of every type, and an agent what it needs, by a script of forty lines', async () => {
    const wall = createSystemClock();
    const store = await serverOf().open(await serverOf().database());
    const folder = await mkdtemp(join(tmpdir(), 'barograph-bought-'));
    const blobs = folderBlobs(folder);
    const now = await archiveToSell(store, blobs, DAYS, wall);
    let address = '';
    const selling = replica(store, undefined, undefined, {
      wall,
      clock: createManualClock(now),
      files: blobs,
      publicUrl: () => address,
      payments: paidOn(chain),
    });
    address = await selling.server.listen({ host: '127.0.0.1', port: 0 });
    for (const file of FILES) {
      const [mine, theirs, gas] = [payer.address, PAY_TO, await chain.gas(payer.address)];
      const [had, got] = [await chain.balance(mine), await chain.balance(theirs)];
      let price = 0n;
      await buyFile(selling, file, async (line, units) => {
        price = units;
        return ask(selling, line, await paying({ wallet: payer, units, now: Date.now(), rail }));
      });
      expect(had - (await chain.balance(mine))).toBe(price);
      expect((await chain.balance(theirs)) - got).toBe(price);
      expect(await chain.gas(mine)).toBe(gas);
    }
    const before = await chain.balance(PAY_TO);
    const day = new Date(FIRST_DAY + 2 * DAY_MS).toISOString().slice(0, 10);
    const key = `0x${(4321).toString(16).padStart(64, '0')}`;
    await chain.fill(wallet(4321).address, usdcUnits('10'));
    const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, address, key, day, '100']);
    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(/^paid 4 USDC on eip155:84532: 0x[0-9a-f]{64}$/),
      `${3 * (MINUTES - 1)} bars on 4 pages`,
      expect.stringMatching(/^paid 0\.25 USDC on eip155:84532: 0x/),
      expect.stringMatching(/: 119 rows, \d+ bytes, as promised$/),
      'paid 4.25 USDC in all',
    ]);
    expect((await chain.balance(PAY_TO)) - before).toBe(usdcUnits('4.25'));
    await selling.server.close();
    await rm(folder, { recursive: true });
  });
}

const SCRIPT = fileURLToPath(new URL('../../../../fixtures/chain/buy.mjs', import.meta.url));

/** A facilitator of version 2 over a settler of our own, which may settle and lose its answer. */
async function startFacilitator(own: Settler, rail: Rail) {
  let isLossy = false;
  const facilitator = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => void answer(JSON.parse(text) as Posted));
    const answer = async ({ paymentPayload, paymentRequirements }: Posted): Promise<void> => {
      const { authorization, signature } = paymentPayload.payload;
      const { from, to, nonce } = authorization;
      const [value, validAfter, validBefore] = [
        authorization.value,
        authorization.validAfter,
        authorization.validBefore,
      ].map(BigInt);
      const terms = {
        ...rail,
        amount: BigInt(paymentRequirements.amount),
        resource: '',
        description: '',
        validSeconds: 120,
      };
      const signed = { from, to, nonce, value: value!, validAfter: validAfter!, validBefore: validBefore! };
      const due = { terms, authorization: signed, signature };
      response.setHeader('content-type', 'application/json');
      if (request.url === '/verify') {
        const refusal = await own.verify(due);
        response.end(JSON.stringify({ isValid: refusal === undefined, invalidReason: refusal?.reason, payer: from }));
        return;
      }
      const settlement = await own.settle(due);
      if (isLossy) response.destroy();
      else {
        const transaction = settlement.kind === 'settled' ? settlement.transaction : '';
        response.end(
          JSON.stringify({ success: settlement.kind === 'settled', transaction, network: rail.network, payer: from }),
        );
      }
    };
  });
  await new Promise<void>((resolve) => void facilitator.listen(0, '127.0.0.1', resolve));
  const { port } = facilitator.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    losesAnswers: (is: boolean): void => {
      isLossy = is;
    },
    stop: async () =>
      new Promise<void>((resolve) => {
        facilitator.closeAllConnections();
        facilitator.close(() => resolve());
      }),
  };
}

/** Body that a facilitator receives. */
interface Posted {
  readonly paymentPayload: {
    readonly payload: {
      readonly signature: Hex;
      readonly authorization: Readonly<Record<'value' | 'validAfter' | 'validBefore', string>> &
        Readonly<Record<'from' | 'to' | 'nonce', Hex>>;
    };
  };
  readonly paymentRequirements: { readonly amount: string };
}
