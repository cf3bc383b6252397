/**
 * Payments on a chain on this machine, with the client SDK of x402 in both versions, settled by the host itself; and what the
 * chain says of payments whose outcome was not known.
 */

import { PLAN_NAMES, PLANS, usdcUnits, type PlanName } from '@barograph/contract';
import { x402Client, x402HTTPClient } from '@x402/core/client';
import { registerExactEvmScheme } from '@x402/evm/exact/client';
import { parseSignature } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../src/clock.ts';
import type { Host } from '../../src/compose.ts';
import { createLog } from '../../src/log.ts';
import { createStanding } from '../../src/payments/chain.ts';
import { railOf } from '../../src/payments/rails.ts';
import type { Hex } from '../../src/payments/payment.ts';
import { AUTHORIZATION_TYPES, domainOf } from '../../src/payments/signature.ts';
import { startTestServer, type TestServer } from '../store/test-support.ts';
import { ask, codeOf, replica, type Reply } from '../accounts/test-support.ts';
import { NO_CHAIN, SETTLING_KEY, startChain, type LocalChain } from './local-chain.ts';
import { opened, paying, wallet } from './test-support.ts';

const PAY_TO = wallet(77).address;
const rail = railOf('base-sepolia', PAY_TO);
const payer = wallet(Number(process.hrtime.bigint() % 1_000_000n) + 1000);
/** All ten take a while: every test run buys one of each version. */
const BOUGHT: readonly PlanName[] = process.env['BAROGRAPH_FULL'] === '1' ? PLAN_NAMES : ['pass_1h', 'monthly_plus'];

describe.skipIf(NO_CHAIN !== undefined)('a chain on this machine (needs anvil: linux x64)', () => {
  let chain: LocalChain;
  let server: TestServer;
  let host: Host;
  const logged: string[] = [];
  beforeAll(async () => {
    [chain, server] = await Promise.all([startChain(), startTestServer()]);
    await chain.fill(payer.address, 10n ** 10n);
    host = replica(await server.open(await server.database()), undefined, undefined, {
      wall: createSystemClock(),
      payments: {
        kind: 'real',
        payTo: PAY_TO,
        network: 'base-sepolia',
        rpcUrl: chain.rpcUrl,
        by: { key: SETTLING_KEY },
      },
      log: createLog('trace', { write: (line) => logged.push(line) }),
    });
  });
  afterAll(async () => {
    await host.server.close();
    await server.closeStores();
    await server.stop();
    await chain.stop();
  });

  /** Buys as the SDK of a version does: version 1 reads the body, version 2 the header. */
  const buy = async (plan: PlanName, version: 1 | 2): Promise<Reply> => {
    const sdk = new x402HTTPClient(
      registerExactEvmScheme(new x402Client(undefined, { spendControls: false }), { signer: payer }),
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
    'sells %s to an SDK of version %d: exactly the price moves, and the payer spends no gas [#8] [#94] [#95~]',
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
    const nonceOf = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`;
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
});
