/** Real payments, which need viem and x402: a chain, failing facilitators, and viem's signatures. */

import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installed, library } from '../../../../test/apart.ts';
import { PAY_NETWORKS } from '@barograph/contract';
import { railOf } from '../../../payments/src/rails.ts';
import type { Hex } from '../../../payments/src/payment.ts';
import { domainOf, isSigned } from '../../../payments/src/signature.ts';
import { startTestServer, type TestServer } from '../../../store/test/test-support.ts';
import { chainCases } from './chain.cases.ts';
import { facilitatorCases } from './facilitator.cases.ts';
import { AUTHORIZATION_TYPES, wallet } from './test-support.ts';

let server: TestServer;
beforeAll(async () => {
  await installed('payments');
  server = await startTestServer();
});
afterAll(async () => {
  await server.closeStores();
  await server.stop();
});

facilitatorCases(() => server);
chainCases(() => server);

interface Viem {
  readonly recoverTypedDataAddress: (data: object) => Promise<Hex>;
}
interface Accounts {
  readonly privateKeyToAccount: (key: Hex) => { readonly address: Hex; signTypedData(data: object): Promise<Hex> };
}

describe('a signature', () => {
  const hex = (bytes: number): fc.Arbitrary<Hex> =>
    fc
      .uint8Array({ minLength: bytes, maxLength: bytes })
      .map((value): Hex => `0x${Buffer.from(value).toString('hex')}`);
  const seconds = fc.bigInt({ min: 0n, max: 10n ** 15n - 1n });
  const signed = fc.record({
    number: fc.integer({ min: 1, max: 2 ** 40 }),
    network: fc.constantFrom(...(Object.keys(PAY_NETWORKS) as (keyof typeof PAY_NETWORKS)[])),
    to: hex(20),
    value: fc.bigInt({ min: 0n, max: 10n ** 30n - 1n }),
    validAfter: seconds,
    validBefore: seconds,
    nonce: hex(32),
    /** A byte of the signature that is changed, if any. */
    change: fc.option(fc.record({ at: fc.nat(64), by: fc.integer({ min: 1, max: 255 }) }), { nil: undefined }),
  });

  it('is made and taken as viem makes and takes it', async () => {
    const { recoverTypedDataAddress } = await library<Viem>('payments', 'viem');
    const { privateKeyToAccount } = await library<Accounts>('payments', 'viem/accounts');
    await fc.assert(
      fc.asyncProperty(signed, async ({ number, network, change, ...rest }) => {
        const own = wallet(number);
        const theirs = privateKeyToAccount(`0x${number.toString(16).padStart(64, '0')}`);
        expect(own.address).toBe(theirs.address);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an address in lower case
        const authorization = { from: own.address.toLowerCase() as Hex, ...rest };
        const rail = railOf(network, authorization.to);
        const data = {
          domain: domainOf(rail),
          types: AUTHORIZATION_TYPES,
          primaryType: 'TransferWithAuthorization',
          message: authorization,
        } as const;
        const whole = await theirs.signTypedData(data);
        expect(await own.signTypedData(data)).toBe(whole);
        const bytes = Buffer.from(whole.slice(2), 'hex');
        if (change !== undefined) bytes[change.at]! ^= change.by;
        const signature: Hex = `0x${bytes.toString('hex')}`;
        const recovered = await recoverTypedDataAddress({ ...data, signature }).catch(() => undefined);
        const terms = { ...rail, amount: rest.value, resource: '', description: '', validSeconds: 120 };
        const isTaken = await isSigned({ terms, authorization, signature });
        // A change that viem tolerates is one of the form, which tokens refuse.
        expect(isTaken).toBe(recovered === own.address && change === undefined);
      }),
    );
  });
});
