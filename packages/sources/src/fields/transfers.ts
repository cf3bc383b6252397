/** Fields of large transfers: the node that is asked for them, and addresses of exchanges. */

import type { TransfersConfig } from '../sources-config.ts';
import { field, type Field } from './field.ts';
import { text, webUrl } from './values.ts';

/** In the order of the help. */
export const TRANSFERS_FIELDS: { readonly [Name in keyof TransfersConfig]: Field<TransfersConfig[Name]> } = {
  rpcEthereumUrl: {
    ...field('rpcEthereumUrl', {
      shape: 'URL',
      fallback: undefined,
      fallbackText: 'none: no whale transfers, and status says `not_configured`',
      meaning:
        'JSON-RPC of a node of Ethereum, which is asked for large transfers to and from exchanges, beside live data.',
      expected: 'a URL that begins with http:// or https://',
      parse: (value: string) => (URL.canParse(value) ? webUrl(value) : undefined),
    }),
    isSecret: true,
  },
  exchangeAddresses: field('exchangeAddresses', {
    shape: 'FILE',
    fallback: undefined,
    fallbackText: 'none: only the addresses that ship',
    meaning:
      'CSV of addresses of exchanges with the columns `label` (the exchange), `chain`, `address` and `source` (of the claim); they come on top of those that ship, and of one address the last label counts.',
    expected: 'a file',
    parse: text,
  }),
};
