/** Fields of the flows of spot ETFs. */

import { ETF_URL } from '../etf/config.ts';
import type { EtfFlowsConfig } from '../sources-config.ts';
import { field, type Field } from './field.ts';
import { text, webUrl } from './values.ts';

/** In the order of the help. */
export const ETF_FIELDS: { readonly [Name in keyof EtfFlowsConfig]: Field<EtfFlowsConfig[Name]> } = {
  etf: field('etf', {
    shape: 'DIR',
    fallback: undefined,
    fallbackText: 'none; the simulator has its own',
    meaning:
      'Folder with daily net flows of spot ETFs, `btc.csv`, `eth.csv`, `sol.csv` or some of them: a column of days, one for each fund and a total, in millions of USD. Each day counts as known at 03:00 UTC of the next. `import-etf` takes the same files once.',
    expected: 'a folder',
    parse: text,
  }),
  etfUrl: field('etfUrl', {
    shape: 'URL',
    fallback: undefined,
    fallbackText: `\`${ETF_URL}\` with \`--live\` and no \`perpdexUrl\``,
    meaning:
      'Base of the requests of the source of flows of spot ETFs (CoinGlass, API v4), which needs `etfKey`, beside live data; not asked with `etf`.',
    expected: 'a URL that begins with http:// or https://',
    parse: webUrl,
  }),
  etfKey: {
    ...field('etfKey', {
      shape: 'KEY',
      fallback: undefined,
      fallbackText: 'none: no live flows of spot ETFs, only those of `etf` or an import',
      meaning: 'Key of the source of flows of spot ETFs.',
      expected: 'a key of 1 to 200 characters without spaces',
      parse: (value: string) => (/^[!-~]{1,200}$/.test(value) ? value : undefined),
    }),
    isSecret: true,
  },
};
