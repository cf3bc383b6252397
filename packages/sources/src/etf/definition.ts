/** The source of flows of spot ETFs as a host registers it. */

import { ok } from '@barograph/core';
import { addressOf, defineSource, type SourceDefinition } from '../define-source.ts';
import { ownWithLive, secretKey, webAddress } from '../fields/kinds.ts';
import { anyText } from '../fields/values.ts';
import { createUpstreamMeter } from '../upstream/meter.ts';
import { ETF_URL } from './config.ts';
import { createEtfSource } from './source.ts';

/** Configuration of flows of spot ETFs. */
export interface EtfSettings {
  /** Folder of operator tables that replace the source; undefined without a folder. */
  readonly etf: string | undefined;
  /** Base URL of the keyed source. When undefined, the source's own with `live`, otherwise the source is off. */
  readonly etfUrl: string | undefined;
  /** API key. When undefined, the source is off. */
  readonly etfKey: string | undefined;
}

/** The keyed source of flows of spot ETFs. */
export const ETF: SourceDefinition<EtfSettings> = defineSource<EtfSettings>({
  id: 'etf',
  fields: {
    etf: {
      shape: 'DIR',
      fallback: undefined,
      fallbackText: 'none; the simulator has its own',
      meaning:
        'Folder with daily net flows of spot ETFs, `btc.csv`, `eth.csv`, `sol.csv` or some of them: a column of days, one for each fund and a total, in millions of USD. Each day counts as known at 03:00 UTC of the next. `import-etf` takes the same files once.',
      expected: 'a folder',
      parse: anyText,
    },
    etfUrl: webAddress(
      ownWithLive(ETF_URL),
      'Base of the requests of the source of flows of spot ETFs (CoinGlass, API v4), which needs `etfKey`, in addition to live data; not used with `etf`.',
    ),
    etfKey: secretKey(
      'none: no live flows of spot ETFs, only those of `etf` or an import',
      'Key of the source of flows of spot ETFs.',
    ),
  },
  feeds: ['etfFlows'],
  needs: { etfFlows: '--etf-key' },
  addresses: ({ etf, etfUrl, etfKey }, asking) => [
    ['flows of spot ETFs', etfKey === undefined || etf !== undefined ? undefined : addressOf(etfUrl, ETF_URL, asking)],
  ],
  open: ({ etfUrl, etfKey: key }, parts) => {
    const url = addressOf(etfUrl, ETF_URL, parts);
    if (url === undefined) return ok([]);
    if (key === undefined) {
      parts.log.info({ source: 'etf', field: 'etfKey' }, 'source not configured');
      return ok([]);
    }
    return ok([createEtfSource({ ...parts, url, key, meter: createUpstreamMeter('etf') })]);
  },
});
