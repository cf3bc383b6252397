/** The answer of a refresh on the wire. */

import type { Refreshed } from '../context.ts';
import type { WireOf } from '../fields.ts';
import type { DataSource } from '../parameters.ts';
import { refreshReply } from '../shapes/refresh.ts';

export const RefreshWire = refreshReply.schema;
export type RefreshWire = WireOf<typeof refreshReply>;

/** The outcome of a refresh. */
export function encodeRefresh(done: Refreshed & { readonly dataSource: DataSource }): RefreshWire {
  return refreshReply.encode(done);
}
