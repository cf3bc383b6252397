/** `/.well-known/x402`: purchasable operations without a key, the receiving address, and how to request each. */

import type { Endpoint } from '../endpoint.ts';
import { bazaarOf, exampleOf, type Bazaar } from './bazaar.ts';
import { USDC_DECIMALS } from './prices.ts';

/** Network and asset of a payment. */
export interface SoldOn {
  /** CAIP-2 name: `eip155:8453`. */
  readonly network: string;
  /** Contract of USDC. */
  readonly asset: string;
  readonly payTo: string;
  /** Test network, where payments are not money. */
  readonly isTest: boolean;
}

/** Item for sale. */
export interface SoldItem {
  readonly resource: string;
  readonly id: string;
  readonly method: string;
  readonly description: string;
  readonly sells: 'answer' | 'key' | 'file';
  /** Parameter that selects the price; null with a single price. */
  readonly priced_by: { readonly in: string; readonly name: string } | null;
  /** USD, by the value of that parameter; by `answer` with a single price. */
  readonly prices_usd: Readonly<Record<string, string>>;
  readonly extensions: { readonly bazaar: Bazaar };
}

/** Document of all items. Indexers read `version` and `resources`. */
export interface SoldDocument {
  readonly version: 1;
  readonly x402Version: 2;
  readonly resources: readonly string[];
  readonly networks: readonly {
    readonly scheme: 'exact';
    readonly network: string;
    readonly asset: string;
    readonly decimals: number;
    readonly payTo: string;
    readonly test: boolean;
  }[];
  readonly items: readonly SoldItem[];
  readonly instructions: string;
}

const INSTRUCTIONS =
  'Ask a resource without a key: the answer is 402 with the terms in Payment-Required. Sign the payment, ask again with it in Payment-Signature. /llms-full.txt has each step; /api/openapi.json has every parameter.';

/** URL with the examples of its parameters. */
function addressOf({ path, pathParameters }: Endpoint): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const schema = pathParameters.properties[name];
    const example = schema === undefined ? undefined : exampleOf(schema);
    return encodeURIComponent(typeof example === 'string' ? example : name);
  });
}

/**
 * Builds the document of a service that accepts payments.
 *
 * @param operations id and endpoint of each operation.
 * @param baseUrl public URL, without a trailing slash.
 * @example
 * const on = { network: 'eip155:8453', asset: '0x8335', payTo: '0x0001', isTest: false };
 * const { resources } = soldDocument([['quant.market', operationNamed('quant.market')]], 'https://example.org', on);
 * resources; // → [ 'https://example.org/api/v1/quant/market' ]
 */
export function soldDocument(
  operations: readonly (readonly [string, Endpoint])[],
  baseUrl: string,
  { network, asset, payTo, isTest }: SoldOn,
): SoldDocument {
  const items = operations.flatMap(([id, endpoint]): readonly SoldItem[] => {
    const { method, payable } = endpoint;
    if (payable === undefined) return [];
    const { sells, by = null, prices, description } = payable;
    const about = { id, method, description, sells, priced_by: by, prices_usd: prices };
    return [{ resource: `${baseUrl}${addressOf(endpoint)}`, ...about, extensions: { bazaar: bazaarOf(endpoint) } }];
  });
  return {
    version: 1,
    x402Version: 2,
    resources: items.map(({ resource }) => resource),
    networks: [{ scheme: 'exact', network, asset, decimals: USDC_DECIMALS, payTo, test: isTest }],
    items,
    instructions: INSTRUCTIONS,
  };
}
