/** Messages of the event stream: framed once, and the same bytes written to every client that wants them. */

import type { FilteredEvent } from '@barograph/contract';

/** One message of the stream. */
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
