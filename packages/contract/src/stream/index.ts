/** The event stream, its tail, and a delayed preview. */

import { feature } from '../feature.ts';
import { streamDelayed } from './delayed.ts';
import { streamLive } from './live.ts';
import { streamRecent } from './recent.ts';

export { DELAYED_EVENTS_MAX, joinStreamDelayed, joinStreamRecent } from './answers.ts';
export {
  CHANGES_VERSION,
  changeEvents,
  detectChanges,
  isWatched,
  type ChangeMoment,
  type Detected,
  type KnownStates,
} from './changes/detect.ts';
export type { ChangeEvent } from './changes/events.ts';
export { CHANGE_TYPES } from './changes/kinds.ts';
export { MARKET } from './changes/words.ts';
export { EVENT_TYPES, USUAL_TYPES, type EventType, type StreamEvent } from './kinds.ts';
export { datasetOfWire, encodeEvent, eventOfLog, type EncodedEvent, type EventWire, type LoggedEvent } from './log.ts';
export {
  type FundingEvent,
  type LiquidationEvent,
  type MarketEvent,
  type OiDeltaEvent,
  type PriceMoveEvent,
  type WhalePositionEvent,
  type WhaleTransferEvent,
} from './market-events.ts';
export { EVENT_NUMBERS } from './numbers.ts';
export { EVENT_STREAM, type EventStream, type TailQuery } from './port.ts';
export { decodeEventQuery, matchesEventQuery, type EventQuery, type FilteredEvent } from './query.ts';
export { typesSeenBy } from './seen.ts';
export const stream = feature({
  operations: [streamLive, streamRecent, streamDelayed],
  families: { stream: 'Events as they happen, their tail, and a delayed preview.' },
});
