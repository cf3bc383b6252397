/** The large exchange as a host registers it. */

import { addressOf, defineSource, openAt, type Asking, type SourceDefinition } from '../define-source.ts';
import { ownWithLive, streamAddress, webAddress } from '../fields/kinds.ts';
import { CEXA_FUTURES_URL, CEXA_URL, CEXA_WS_URL } from './config.ts';
import { createCexaSource } from './source.ts';

/** Configuration of the large exchange. */
export interface CexaSettings {
  /** Base URL of its spot requests. When undefined, the venue's own with `live`, otherwise the source is off. */
  readonly cexaUrl: string | undefined;
  /** Base URL of its futures requests. @default derived from `cexaUrl` */
  readonly cexaFuturesUrl: string | undefined;
  /** Base URL of its futures streams. @default derived from the futures URL */
  readonly cexaWsUrl: string | undefined;
}

/** Addresses of the large exchange. */
interface CexaAddresses {
  readonly url: string;
  readonly futuresUrl: string;
  readonly wsUrl: string;
}

/** Returns the addresses, or undefined when the exchange is off. The other addresses derive from a configured spot address. */
export function cexaAddresses(config: CexaSettings, asking: Asking): CexaAddresses | undefined {
  const url = addressOf(config.cexaUrl, CEXA_URL, asking);
  if (url === undefined) return undefined;
  const futuresUrl = config.cexaFuturesUrl ?? (url === CEXA_URL ? CEXA_FUTURES_URL : url);
  const ofFutures = futuresUrl === CEXA_FUTURES_URL ? CEXA_WS_URL : `ws${futuresUrl.slice('http'.length)}`;
  return { url, futuresUrl, wsUrl: config.cexaWsUrl ?? ofFutures };
}

/** The large exchange. */
export const CEXA: SourceDefinition<CexaSettings> = defineSource<CexaSettings>({
  id: 'cexa',
  fields: {
    cexaUrl: webAddress(
      ownWithLive(CEXA_URL),
      'Base of the spot requests of the large exchange, in addition to live data.',
    ),
    cexaFuturesUrl: webAddress(
      `\`${CEXA_FUTURES_URL}\` of the venue itself, else \`cexaUrl\``,
      'Base of the futures requests of the large exchange.',
    ),
    cexaWsUrl: streamAddress(
      `\`${CEXA_WS_URL}\` of the venue itself, else \`cexaFuturesUrl\``,
      'Base of the streams of the large exchange, one of which sends forced closes.',
    ),
  },
  feeds: [
    'bars',
    'spotTickers',
    'spotPairs',
    'pairBars',
    'venuePerps',
    'settlements',
    'venueOpenInterest',
    'longShort',
    'forcedCloses',
  ],
  loopback: { cexaUrl: '/cexa' },
  addresses: (config, asking) => {
    const at = cexaAddresses(config, asking);
    return [
      ['large exchange, spot', at?.url],
      ['large exchange, futures', at?.futuresUrl],
    ];
  },
  open: (config, parts) => openAt(cexaAddresses(config, parts), (at) => createCexaSource({ ...parts, ...at })),
});
