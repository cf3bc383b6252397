/** Configuration of payments: recipient, network and settlement. */

import { PAY_NETWORK_NAMES, PAY_NETWORKS, type PayNetworkName } from '@barograph/contract';
import { choiceOf, field, webUrl, type Field } from '@barograph/sources';
import type { PaymentMode } from '@barograph/payments';

/** Payment fields of a configuration. */
export interface PayConfig {
  /** Address that receives payments; undefined: nothing is sold for money. */
  readonly payTo: string | undefined;
  readonly payNetwork: PayNetworkName;
  /** Service that settles payments; undefined: `payKey` settles them. */
  readonly facilitatorUrl: string | undefined;
  /** RPC node of the network; undefined: a public one. */
  readonly payRpcUrl: string | undefined;
  /** Private key of an account that settles payments and pays their gas. */
  readonly payKey: string | undefined;
}

const nodes = Object.values(PAY_NETWORKS).map(({ rpcUrl }) => `\`${rpcUrl}\``);

/** In help order. */
export const PAY_FIELDS: { readonly [Name in keyof PayConfig]: Field<PayConfig[Name]> } = {
  payTo: field('payTo', {
    shape: 'ADDRESS',
    fallback: undefined,
    fallbackText: 'none: payments use the test ledger; with live data nothing is sold',
    meaning: 'Address that receives payments in USDC; needs `facilitatorUrl` or `payKey`.',
    expected: 'an address such as 0x and 40 hexadecimal digits',
    parse: (value) => (/^0x[0-9a-fA-F]{40}$/.test(value) ? value : undefined),
  }),
  payNetwork: field('payNetwork', {
    shape: PAY_NETWORK_NAMES.join('|'),
    fallback: 'base',
    meaning: 'Network of the payments.',
    expected: `one of ${PAY_NETWORK_NAMES.join(', ')}`,
    parse: choiceOf(PAY_NETWORK_NAMES),
  }),
  facilitatorUrl: field('facilitatorUrl', {
    shape: 'URL',
    fallback: undefined,
    fallbackText: 'none',
    meaning: 'Facilitator of x402, version 2, that settles payments and pays their gas.',
    expected: 'a URL that begins with http:// or https://',
    parse: webUrl,
  }),
  payRpcUrl: field('payRpcUrl', {
    shape: 'URL',
    fallback: undefined,
    fallbackText: `${nodes.join(' or ')}, by network`,
    meaning: 'Node of the network: shows the outcome of payments, and settles those of `payKey`.',
    expected: 'a URL that begins with http:// or https://',
    parse: webUrl,
  }),
  payKey: {
    ...field('payKey', {
      shape: 'KEY',
      fallback: undefined,
      fallbackText: 'none',
      meaning: 'Private key of an account that settles payments itself and pays their gas; better in the environment.',
      expected: '0x and 64 hexadecimal digits',
      parse: (value: string) => (/^0x[0-9a-fA-F]{64}$/.test(value) ? value.toLowerCase() : undefined),
    }),
    isSecret: true,
  },
};

/** Fault of fields that require each other; undefined when they are consistent. */
export function payFault({ payTo, facilitatorUrl, payKey }: PayConfig): string | undefined {
  if (payTo !== undefined && facilitatorUrl === undefined && payKey === undefined) {
    return 'payTo: expected together with facilitatorUrl or payKey';
  }
  if (facilitatorUrl !== undefined && payKey !== undefined) return 'payKey: expected without facilitatorUrl, got both';
  const other = facilitatorUrl === undefined ? 'payKey' : 'facilitatorUrl';
  return payTo === undefined && (facilitatorUrl ?? payKey) !== undefined
    ? `${other}: expected together with payTo`
    : undefined;
}

/** Settings of payments. @param isLive whether the host serves live data, which is sold for money or not at all. */
export function paymentModeOf(config: PayConfig, isLive: boolean): PaymentMode | undefined {
  const { payTo, payNetwork: network, payRpcUrl: rpcUrl, facilitatorUrl, payKey: key } = config;
  const ownKey = key === undefined ? undefined : { key };
  const by = facilitatorUrl === undefined ? ownKey : { facilitatorUrl };
  if (payTo !== undefined && by !== undefined) return { kind: 'real', payTo, network, rpcUrl, by };
  return isLive ? undefined : { kind: 'test' };
}
