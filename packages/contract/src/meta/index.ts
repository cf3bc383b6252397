/** State, changes and index of the service. */

import { feature } from '../feature.ts';
import { changelogOperation, healthGet, healthHead, indexOperation, openapiOperation } from './operations.ts';

export { CATALOG, HEALTH, type Catalog, type HealthReport } from './catalog.ts';
export type {
  ArchiveHealth,
  BackfillHealth,
  FeedHealth,
  HealthAnswer,
  HealthWire,
  ProducerHealth,
  ProducerStatus,
  SourceHealth,
  StreamHealth,
  WhaleTransferState,
} from './health-row.ts';
export const meta = feature({
  operations: [indexOperation, healthGet, healthHead, changelogOperation, openapiOperation],
  families: { meta: 'State, changes and index of the service.' },
});
