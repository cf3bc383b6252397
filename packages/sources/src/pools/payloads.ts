/**
 * Answers of the pools source, limited to the fields in use.
 *
 * @source GeckoTerminal's public API reference (JSON:API), and its recorded answers of 2026.
 */

import { Type, type TUnsafe } from 'typebox';
import { row, type Values, UNREAD } from '../upstream/payload/row.ts';

/** Resource: a pool or a token. */
export type ResourceRow = Values<'id' | 'type' | 'attributes' | 'relationships'>;
const resource: TUnsafe<ResourceRow> = row(['id', 'type', 'attributes', 'relationships'], ['links', 'meta']);
const rest = { links: UNREAD, meta: UNREAD };

/** List of pools, with their tokens when requested. */
export interface PoolsPayload {
  readonly data: readonly ResourceRow[];
  readonly included?: readonly ResourceRow[];
}
export const poolsPayload: TUnsafe<PoolsPayload> = Type.Unsafe(
  Type.Object({ data: Type.Array(resource), included: Type.Optional(Type.Array(resource)), ...rest }),
);

/** Token with its pools. */
export interface TokenPayload {
  readonly data: ResourceRow;
  readonly included?: readonly ResourceRow[];
}
export const tokenPayload: TUnsafe<TokenPayload> = Type.Unsafe(
  Type.Object({ data: resource, included: Type.Optional(Type.Array(resource)), ...rest }),
);
