/** The source of fear and greed as a host registers it. */

import { ok } from '@barograph/core';
import { addressOf, defineSource, type Asking, type SourceDefinition } from '../define-source.ts';
import { secretKey } from '../fields/kinds.ts';
import { outlookAddress } from '../macro/address-field.ts';
import { MACRO_URLS } from '../macro/config.ts';
import { createMoodSource, type MoodAddresses } from './source.ts';

/** Configuration of fear and greed. */
export interface MoodSettings {
  /** Base URL of alternative.me. When undefined, its own with `live`, otherwise off. */
  readonly fearGreedUrl: string | undefined;
  /** Base URL of CoinMarketCap, by the same rule; off without its key. */
  readonly cmcUrl: string | undefined;
  readonly cmcKey: string | undefined;
}

function addressesOf({ fearGreedUrl, cmcUrl, cmcKey }: MoodSettings, asking: Asking): MoodAddresses {
  return {
    fearGreedUrl: addressOf(fearGreedUrl, MACRO_URLS.fearGreedUrl, asking),
    cmcUrl: cmcKey === undefined ? undefined : addressOf(cmcUrl, MACRO_URLS.cmcUrl, asking),
    cmcKey,
  };
}

/** The source of fear and greed. */
export const MOOD: SourceDefinition<MoodSettings> = defineSource<MoodSettings>({
  id: 'fear_greed',
  fields: {
    fearGreedUrl: outlookAddress('fearGreedUrl', 'alternative.me, whose fear and greed index is read'),
    cmcUrl: outlookAddress('cmcUrl', 'CoinMarketCap, whose fear and greed index is read with `cmcKey`'),
    cmcKey: secretKey('none: CoinMarketCap is not used', 'Key of CoinMarketCap.'),
  },
  feeds: ['fearGreed'],
  loopback: { fearGreedUrl: '/outlook', cmcUrl: '/outlook' },
  addresses: (config, asking) => {
    const { fearGreedUrl, cmcUrl } = addressesOf(config, asking);
    return [
      ['fear and greed', fearGreedUrl],
      ['fear and greed, with a key', cmcUrl],
    ];
  },
  open: (config, parts) => {
    const at = addressesOf(config, parts);
    const isAsked = at.fearGreedUrl !== undefined || at.cmcUrl !== undefined;
    return ok(isAsked ? [createMoodSource(at, parts)] : []);
  },
});
