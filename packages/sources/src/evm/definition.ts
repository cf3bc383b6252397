/** Nodes that are queried for large transfers, as a host registers them. */

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
  /** JSON-RPC URL of an Ethereum node, which may contain a key; undefined disables transfers. */
  readonly rpcEthereumUrl: string | undefined;
  /** CSV file of exchange addresses, in addition to the built-in list; optional. */
  readonly exchangeAddresses: string | undefined;
}

/** Nodes of chains. */
export const EVM: SourceDefinition<EvmSettings> = defineSource<EvmSettings>({
  id: 'evm',
  fields: {
    rpcEthereumUrl: {
      ...webAddress(
        'none: no whale transfers, and status says `not_configured`',
        'JSON-RPC of an Ethereum node, for large transfers to and from exchanges, in addition to live data.',
      ),
      parse: (value) => (URL.canParse(value) ? webUrl(value) : undefined),
      isSecret: true,
    },
    exchangeAddresses: filePath(
      'none: only the addresses that ship',
      'CSV of addresses of exchanges with the columns `label` (the exchange), `chain`, `address` and `source` (of the claim); they extend the shipped addresses; the last label of an address is used.',
    ),
  },
  feeds: ['transfers'],
  needs: { transfers: '--rpc-ethereum-url' },
  // The URL may contain a key in its path, so it is not shown.
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
