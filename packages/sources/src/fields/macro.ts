/** Fields of the sources of moods, macro series and dates of releases. */

import { MACRO_URLS } from '../macro/config.ts';
import type { MacroConfig } from '../sources-config.ts';
import { field, type Field } from './field.ts';
import { webUrl } from './values.ts';

function urlField(name: keyof typeof MACRO_URLS, what: string): Field<string | undefined> {
  return field(name, {
    shape: 'URL',
    fallback: undefined,
    fallbackText: `\`${MACRO_URLS[name]}\` with \`--live\` and no \`perpdexUrl\``,
    meaning: `Base of the requests of ${what}, beside live data; not asked beside files of the same kind in \`reference\`.`,
    expected: 'a URL that begins with http:// or https://',
    parse: webUrl,
  });
}

function keyField(name: keyof MacroConfig, fallbackText: string, meaning: string): Field<string | undefined> {
  return {
    ...field(name, {
      shape: 'KEY',
      fallback: undefined,
      fallbackText,
      meaning,
      expected: 'a key of 1 to 200 characters without spaces',
      parse: (value: string) => (/^[!-~]{1,200}$/.test(value) ? value : undefined),
    }),
    isSecret: true,
  };
}

/** In the order of the help. */
export const MACRO_FIELDS: { readonly [Name in keyof MacroConfig]: Field<MacroConfig[Name]> } = {
  fearGreedUrl: urlField('fearGreedUrl', 'alternative.me, whose fear and greed index is read'),
  cmcUrl: urlField('cmcUrl', 'CoinMarketCap, whose fear and greed index is read with `cmcKey`'),
  cmcKey: keyField('cmcKey', 'none: CoinMarketCap is not asked', 'Key of CoinMarketCap.'),
  fredUrl: urlField('fredUrl', 'FRED, which has macro series without a key'),
  fredApiUrl: urlField('fredApiUrl', 'the API of FRED, which has dates of releases with `fredKey`'),
  fredKey: keyField('fredKey', 'none: the shipped calendar of releases alone', 'Key of the API of FRED.'),
  treasuryUrl: urlField('treasuryUrl', 'the US Treasury, which states yields'),
  ecbUrl: urlField('ecbUrl', 'the ECB, which states the rate of the euro'),
};
