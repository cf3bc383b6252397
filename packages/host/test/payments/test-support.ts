/** Requests with payments for the tests of this folder. */

import { usdcUnits } from '@barograph/contract';
import type { Host } from '../../src/compose.ts';
import { ask, type Asked, type Reply } from '../accounts/test-support.ts';
import { payment, wallet, type Signing } from './wallet.ts';

export { AUTHORIZATION_TYPES, keyOf, payment, wallet, type Signing, type Wallet } from './wallet.ts';

/** A request with a payment. */
export async function paying(signing: Signing, asked: Asked = {}): Promise<Asked> {
  const name = signing.version === 1 ? 'x-payment' : 'payment-signature';
  return { ...asked, headers: { ...asked.headers, [name]: await payment(signing) } };
}

/** JSON of a header in Base64. */
export function opened(header: unknown): Readonly<Record<string, unknown>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- headers of payments are objects
  return JSON.parse(Buffer.from(String(header), 'base64').toString()) as Readonly<Record<string, unknown>>;
}

/** Asks a host on the test ledger for an answer without a key, and again with the payment for its price. */
export async function boughtAnswer(
  host: Host,
  path: string,
  usd: string,
): Promise<{ readonly unpaid: Reply; readonly paid: Reply }> {
  const payer = wallet(99);
  await ask(host, 'POST /payments/test-balance', { body: { address: payer.address, usd } });
  const line = `GET ${path}`;
  const unpaid = await ask(host, line);
  const signing = { wallet: payer, units: usdcUnits(usd), now: Date.now() };
  return { unpaid, paid: await ask(host, line, await paying(signing)) };
}
