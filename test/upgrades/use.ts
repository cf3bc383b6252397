/** Callers of a host before it is upgraded: calls, a webhook, a key that is bought on the test ledger. */

import { usdcUnits } from '@barograph/contract';
import { payment, wallet } from '../../packages/host/test/payments/test-support.ts';

/** Facts that an upgraded host must still know. */
export interface Used {
  /** Key of the highest tier, and a key that was bought. */
  readonly key: string;
  readonly bought: string;
  /** Header of the payment, which gives the same purchase again. */
  readonly payment: string;
  readonly webhook: string;
  /** Calls of `key` on the day of the dump. */
  readonly calls: number;
  /** Moment of the regime that is served, and its label. */
  readonly regime: unknown;
}

/** Reads a JSON answer. @throws {Error} when the status is not a success. */
async function answered(url: string, path: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/api/v1${path}`, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: expected success, got ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as Record<string, unknown>; // oxlint-disable-line typescript/no-unsafe-type-assertion -- operations answer objects
}

const posted = (body: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** Uses a host. @param key of the highest tier. */
export async function useHost(url: string, key: string): Promise<Used> {
  const keyed = { 'x-api-key': key };
  const calls = ['/quant/market', '/volatility/regime', '/indicators/signum-rgg', '/stream/recent', '/quant/coins'];
  for (const path of calls) await answered(url, path, { headers: keyed });
  const regime = await answered(url, '/quant/market', { headers: keyed });
  const { webhook } = await answered(url, '/webhooks', posted({ url: 'http://127.0.0.1:9/hook', types: 'price_move' }, keyed)); // prettier-ignore
  const payer = wallet(7);
  await answered(url, '/payments/test-balance', posted({ address: payer.address, usd: '50' }));
  const header = await payment({ wallet: payer, units: usdcUnits('5'), now: Date.now() });
  const sold = await answered(url, '/payments/agent-subscribe', posted({ plan: 'pass_1d' }, { 'payment-signature': header })); // prettier-ignore
  const bought = Object.values(sold).find((value) => typeof value === 'string' && value.length > 20);
  return { key, bought: String(bought), payment: header, webhook: (webhook as { readonly id: string }).id, calls: calls.length + 1, regime: regime['bar_timestamp'] }; // prettier-ignore
}
