/** Signatures created by viem 2.57.1, and the line for a host without the payment libraries. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { missingPaymentLibraries } from '../../../payments/src/libraries.ts';
import type { Hex } from '../../../payments/src/payment.ts';
import { railOf } from '../../../payments/src/rails.ts';
import { domainOf, isSigned } from '../../../payments/src/signature.ts';
import { AUTHORIZATION_TYPES, wallet } from './test-support.ts';

const TO = `0x${'c0ffee'.repeat(6)}c0ff` as const;
/** Key, network, value, both moments, the address of the key, and what viem signed. */
const MADE = [
  [1, 'base', 1n, 0n, 1n, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', '0xe9e5f9b8e57916ad7935ac35141dbd70baec54756d0e0319c4c9a44378870b6564f792a2ceeb4e5a32eced5f22d3c50cb0a31c3177fef3743759bf262253bab21c'], // prettier-ignore
  [2, 'base-sepolia', 10n ** 30n - 1n, 1_764_000_000n, 999_999_999_999_999n, '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF', '0x92222c1536236e77a1c4c22db52c142f5bf08d15bdd92ab1f17187cd2e6d5edc34e17bd4110905b39508bbe0bcc2c57493bfb2eaa7ed6cd8561781b548f3b0201b'], // prettier-ignore
  [77, 'base', 1_500_000n, 1_764_000_000n, 1_764_000_120n, '0xC2aA6271409c10deE630e79df90C968989ccF2B7', '0xa3796594cbb53416baf83b63702018bffb380ff14e740e8d9a2df2d816008d941303713f12bd8c3ee112154220d1798400899651f95988cced760077f3b0b54b1b'], // prettier-ignore
] as const;

describe('a signature of viem', () => {
  it.each(MADE)(
    'by key %d is taken, and of nothing else',
    async (number, network, value, from, until, address, made) => {
      const nonce = `0x${`0${number % 10}`.repeat(31)}ff` as const;
      const message = { from: address, to: TO, value, validAfter: from, validBefore: until, nonce };
      const rail = railOf(network, TO);
      const own = wallet(number);
      expect(own.address).toBe(address);
      const data = {
        domain: domainOf(rail),
        types: AUTHORIZATION_TYPES,
        primaryType: 'TransferWithAuthorization',
      } as const;
      expect(await own.signTypedData({ ...data, message })).toBe(made);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an address in lower case
      const authorization = { ...message, from: address.toLowerCase() as Hex };
      const taken = async (change: object, other: keyof typeof NETWORK = network): Promise<boolean> => {
        const terms = { ...railOf(other, TO), amount: value, resource: '', description: '', validSeconds: 120 };
        return isSigned({ terms, authorization: { ...authorization, ...change }, signature: made });
      };
      expect(await taken({})).toBe(true);
      expect(await taken({}, NETWORK[network])).toBe(false);
      const changes = [{ from: TO }, { to: authorization.from }, { value: value + 1n }, { validAfter: from + 1n }, { validBefore: until + 1n }, { nonce: `0x${'00'.repeat(32)}` }]; // prettier-ignore
      for (const change of changes) expect([change, await taken(change)]).toEqual([change, false]);
      const broken: readonly Hex[] = [
        `0x${'00'.repeat(64)}1b`,
        `0x${'ff'.repeat(32)}${'01'.repeat(32)}1b`,
        `${made.slice(0, -2)}00` as Hex,
        `${made.slice(0, -2)}${made.endsWith('1b') ? '1c' : '1b'}` as Hex,
      ];
      const terms = { ...rail, amount: value, resource: '', description: '', validSeconds: 120 };
      for (const signature of broken) {
        expect([signature, await isSigned({ terms, authorization, signature })]).toEqual([signature, false]);
      }
    },
  );
});

/** The other network. */
const NETWORK = { base: 'base-sepolia', 'base-sepolia': 'base' } as const;

describe('the libraries of payments', () => {
  it('are asked for by the command that installs them, while they are missing', () => {
    const folder = mkdtempSync(join(tmpdir(), 'barograph-payments-'));
    const home = pathToFileURL(`${folder}/`);
    expect(missingPaymentLibraries(home)).toBe(
      'payTo: expected the payment libraries, which are not installed; npm run setup -- --payments installs them',
    );
    mkdirSync(join(folder, 'node_modules', 'viem'), { recursive: true });
    writeFileSync(join(folder, 'node_modules', 'viem', 'package.json'), '{}');
    expect(missingPaymentLibraries(home)).toBeUndefined();
    rmSync(folder, { recursive: true });
  });
});
