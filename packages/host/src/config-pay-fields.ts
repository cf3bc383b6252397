/** Fields of payments: who is paid, where, and who settles. */

import { PAY_NETWORK_NAMES, PAY_NETWORKS, type PayNetworkName } from '@barograph/contract';
import { choiceOf, field, webUrl, type Field } from '@barograph/sources';
import type { PaymentMode } from '@barograph/payments';

/** The part of a configuration that is about payments. */
export interface PayConfig {
  /** Address that is paid; undefined: no money is taken. */
  readonly payTo: string | undefined;
  readonly payNetwork: PayNetworkName;
  /** Settles payments; undefined: `payKey` does. */
  readonly facilitatorUrl: string | undefined;
  /** Node of the network; undefined: a public one. */
  readonly payRpcUrl: string | undefined;
  /** Private key of an account that settles payments and pays their gas. */
  readonly payKey: string | undefined;
}

const nodes = Object.values(PAY_NETWORKS).map(({ rpcUrl }) => `\`${rpcUrl}\``);

/** In the order of the help. */
export const PAY_FIELDS: { readonly [Name in keyof PayConfig]: Field<PayConfig[Name]> } = {
  payTo: field('payTo', {
    shape: 'ADDRESS',
    fallback: undefined,
    fallbackText: 'none: payments are those of the test ledger, and with live data nothing is sold',
    meaning: 'Address that is paid in USDC; needs `facilitatorUrl` or `payKey`.',
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
    meaning: 'Node of the network: tells what became of payments, and takes those that `payKey` settles.',
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

/** The fault of fields that need each other; undefined: nothing. */
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

/** Settings of payments. @param isLive its data are live: what is sold then is sold for money, or not at all. */
export function paymentModeOf(config: PayConfig, isLive: boolean): PaymentMode | undefined {
  const { payTo, payNetwork: network, payRpcUrl: rpcUrl, facilitatorUrl, payKey: key } = config;
  const ownKey = key === undefined ? undefined : { key };
  const by = facilitatorUrl === undefined ? ownKey : { facilitatorUrl };
  if (payTo !== undefined && by !== undefined) return { kind: 'real', payTo, network, rpcUrl, by };
  return isLive ? undefined : { kind: 'test' };
}
