/** The only central list of features, in index order. */

import { accounts } from './accounts/index.ts';
import { backtesting } from './backtesting/index.ts';
import { coins } from './coins/index.ts';
import { candles } from './candles/index.ts';
import { catalogue } from './catalogue/index.ts';
import { composites } from './composites/index.ts';
import { daily } from './daily/index.ts';
import { dex } from './dex/index.ts';
import { exchanges } from './exchanges/index.ts';
import { derivatives } from './derivatives/index.ts';
import { etf } from './etf/index.ts';
import { event } from './event/index.ts';
import type { Feature } from './feature.ts';
import { forced } from './forced/index.ts';
import { heatmap } from './heatmap/index.ts';
import { ledger } from './ledger/index.ts';
import { liquidity } from './liquidity/index.ts';
import { marketData } from './market-data/index.ts';
import { marketHealth } from './market-health/index.ts';
import { meme } from './meme/index.ts';
import { meta } from './meta/index.ts';
import { news } from './news/index.ts';
import { payments } from './payments/index.ts';
import { perpdex } from './perpdex/index.ts';
import { policy } from './policy/index.ts';
import { positioning } from './positioning/index.ts';
import { quant } from './quant/index.ts';
import { regimes } from './regimes/index.ts';
import { risk } from './risk/index.ts';
import { security } from './security/index.ts';
import { sentiment } from './sentiment/index.ts';
import { signum } from './signum/index.ts';
import { stream } from './stream/index.ts';
import { supply } from './supply/index.ts';
import { technical } from './technical/index.ts';
import { traders } from './traders/index.ts';
import { webhooks } from './webhooks/index.ts';
import { wiki } from './wiki/index.ts';
import { volatility } from './volatility/index.ts';
import { volume } from './volume/index.ts';

/** Every feature of the service, in document order. */
export const FEATURES: readonly Feature[] = [
  meta,
  accounts,
  payments,
  perpdex,
  liquidity,
  forced,
  etf,
  exchanges,
  candles,
  marketData,
  derivatives,
  heatmap,
  signum,
  technical,
  volatility,
  volume,
  quant,
  ledger,
  risk,
  positioning,
  traders,
  regimes,
  marketHealth,
  sentiment,
  meme,
  coins,
  supply,
  event,
  security,
  policy,
  news,
  composites,
  dex,
  catalogue,
  wiki,
  daily,
  backtesting,
  stream,
  webhooks,
];
