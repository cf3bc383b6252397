/** What handlers may use: engines and sources behind plain functions. */

import type {
  DataSource,
  HealthAnswer,
  Problem,
  SignumDetailWire,
  SignumListQuery,
  SignumListWire,
} from '@barograph/contract';
import type { Result } from '@barograph/core';
import type { Accounts } from './accounts/accounts.ts';
import type { Answer } from './answer.ts';
import type { Clock } from './clock.ts';
import type { CandleService } from './services/candles.ts';
import type { DetailQuery } from './services/signum-detail.ts';
import type { Refreshed } from './services/signum-refresh.ts';
import type { StreamService } from './stream/service.ts';

/** Everything that handlers may use. */
export interface Services {
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly dataSource: DataSource;
  readonly candles: CandleService;
  readonly signum: {
    /** undefined before the first refresh, as is `detail`. */
    readonly list: (query: SignumListQuery) => Answer<SignumListWire> | undefined;
    readonly detail: (
      name: string,
      query: DetailQuery,
    ) => Promise<Result<Answer<SignumDetailWire>, Problem> | undefined>;
    readonly refresh: () => Promise<Refreshed>;
  };
  readonly stream: StreamService;
  readonly health: () => HealthAnswer;
}
