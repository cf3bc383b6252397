/** Nodes of chains that are asked for large transfers, as a host registers them. */

import { ok } from '@barograph/core';
import { defineSource, type SourceDefinition } from '../define-source.ts';
import { readExchangeAddresses } from '../exchange-addresses.ts';
import { filePath, webAddress } from '../fields/kinds.ts';
import { webUrl } from '../fields/values.ts';
import { createUpstreamMeter } from '../upstream/meter.ts';
import { EVM_CHAINS_V1 } from './config.ts';
import { createEvmSource } from './source.ts';

/** Configuration of large transfers. */
export interface EvmSettings {
  /** Address of the JSON-RPC of a node of Ethereum, which may hold a key; undefined: transfers are not configured. */
  readonly rpcEthereumUrl: string | undefined;
  /** CSV file of addresses of exchanges, beside those that ship; undefined: none. */
  readonly exchangeAddresses: string | undefined;
}

/** Nodes of chains. */
export const EVM: SourceDefinition<EvmSettings> = defineSource<EvmSettings>({
  id: 'evm',
  fields: {
    rpcEthereumUrl: {
      ...webAddress(
        'none: no whale transfers, and status says `not_configured`',
        'JSON-RPC of a node of Ethereum, which is asked for large transfers to and from exchanges, beside live data.',
      ),
      parse: (value) => (URL.canParse(value) ? webUrl(value) : undefined),
      isSecret: true,
    },
    exchangeAddresses: filePath(
      'none: only the addresses that ship',
      'CSV of addresses of exchanges with the columns `label` (the exchange), `chain`, `address` and `source` (of the claim); they come on top of those that ship, and of one address the last label counts.',
    ),
  },
  feeds: ['transfers'],
  needs: { transfers: '--rpc-ethereum-url' },
  // The address may hold a key in its path: it is not shown.
  addresses: () => [],
  faults: ({ exchangeAddresses }) => {
    const read = readExchangeAddresses(exchangeAddresses);
    return read.ok ? [] : [read.error];
  },
  open: ({ rpcEthereumUrl, exchangeAddresses }, { clock, log }) => {
    if (rpcEthereumUrl === undefined) return ok([]);
    const labels = readExchangeAddresses(exchangeAddresses);
    if (!labels.ok) return labels;
    const nodes = [{ chain: EVM_CHAINS_V1.ethereum, url: rpcEthereumUrl }];
    return ok([createEvmSource({ nodes, labels: labels.value, clock, log, meter: createUpstreamMeter('evm') })]);
  },
});
