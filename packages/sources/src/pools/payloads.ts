/**
 * Answers of the source of pools, as far as they are read.
 *
 * @source GeckoTerminal's public API reference (JSON:API), and its recorded answers of 2026.
 */

import { Type, type TUnsafe } from 'typebox';
import { row, type Values, UNREAD } from '../upstream/payload/row.ts';

/** A resource: a pool or a token. */
export type ResourceRow = Values<'id' | 'type' | 'attributes' | 'relationships'>;
const resource: TUnsafe<ResourceRow> = row(['id', 'type', 'attributes', 'relationships'], ['links', 'meta']);
const rest = { links: UNREAD, meta: UNREAD };

/** A list of pools, with their tokens beside it where they were asked for. */
export interface PoolsPayload {
  readonly data: readonly ResourceRow[];
  readonly included?: readonly ResourceRow[];
}
export const poolsPayload: TUnsafe<PoolsPayload> = Type.Unsafe(
  Type.Object({ data: Type.Array(resource), included: Type.Optional(Type.Array(resource)), ...rest }),
);

/** A token, with its pools beside it. */
export interface TokenPayload {
  readonly data: ResourceRow;
  readonly included?: readonly ResourceRow[];
}
export const tokenPayload: TUnsafe<TokenPayload> = Type.Unsafe(
  Type.Object({ data: resource, included: Type.Optional(Type.Array(resource)), ...rest }),
);
