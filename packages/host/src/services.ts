/** Services of the handlers: engines and sources behind plain functions. */

import type {
  DataSource,
  HealthAnswer,
  HeatmapQuery,
  HeatmapWire,
  SignumDetailWire,
  SignumListQuery,
  SignumListWire,
  TechnicalDetailWire,
  TechnicalListQuery,
  TechnicalListWire,
  VolatilityDetailWire,
  VolatilityListQuery,
  VolatilityListWire,
  VolumeDetailWire,
  VolumeListQuery,
  VolumeListWire,
} from '@barograph/contract';
import type { Clock } from './clock.ts';
import type { QuantService } from './services/quant/answers.ts';
import type { ReadyList } from './services/ready-list.ts';
import type { Refreshed } from './work/producer.ts';
import type { DetailQuery } from './services/signum-detail.ts';
import type { NoQuery, SymbolDetail } from './services/symbol-detail.ts';
import type { VolatilityDetailQuery } from './services/volatility-detail.ts';
import type { VolatilityMarket } from './services/volatility-market.ts';

/** Everything that handlers may use. */
export interface Services {
  readonly clock: Clock;
  readonly dataSource: DataSource;
  readonly signum: {
    readonly list: ReadyList<SignumListQuery, SignumListWire>;
    readonly detail: SymbolDetail<DetailQuery, SignumDetailWire>;
    readonly refresh: () => Promise<Refreshed>;
  };
  readonly volatility: {
    readonly market: VolatilityMarket;
    readonly list: ReadyList<VolatilityListQuery, VolatilityListWire>;
    readonly detail: SymbolDetail<VolatilityDetailQuery, VolatilityDetailWire>;
    readonly refresh: () => Promise<Refreshed>;
  };
  readonly heatmap: ReadyList<HeatmapQuery, HeatmapWire>;
  readonly volume: {
    readonly list: ReadyList<VolumeListQuery, VolumeListWire>;
    readonly detail: SymbolDetail<NoQuery, VolumeDetailWire>;
  };
  readonly quant: QuantService;
  readonly technical: {
    readonly list: ReadyList<TechnicalListQuery, TechnicalListWire>;
    readonly detail: SymbolDetail<NoQuery, TechnicalDetailWire>;
    readonly refresh: () => Promise<Refreshed>;
  };
  readonly health: () => HealthAnswer;
}
