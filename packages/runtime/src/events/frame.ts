/** Messages of the event stream: encoded once, with the same bytes for every subscriber. */

import type { FilteredEvent } from '@barograph/contract';

/** Message of the stream. */
export interface Frame extends FilteredEvent {
  readonly id: number;
  /** Moment of the event, epoch ms. */
  readonly ts: number;
  /** Moment of the observation, epoch ms. */
  readonly recvTs: number;
  /** `id: <n>`, `data: <one JSON event>`, blank line. */
  readonly bytes: Buffer;
  /** Byte range of the JSON within those bytes. */
  readonly json: readonly [start: number, end: number];
}
