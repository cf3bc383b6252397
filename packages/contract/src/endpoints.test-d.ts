import { expectTypeOf } from 'vitest';
import type { EndpointId, PathOf, QueryOf, ReplyOf } from './endpoints.ts';

expectTypeOf<QueryOf<'perpdex.candles'>['coin']>().toEqualTypeOf<string>();
expectTypeOf<QueryOf<'perpdex.candles'>['limit']>().toEqualTypeOf<number>();
expectTypeOf<QueryOf<'perpdex.candles'>['atr']>().toEqualTypeOf<number | undefined>();
expectTypeOf<QueryOf<'volatility.regime'>['order']>().toEqualTypeOf<'asc' | 'desc'>();
expectTypeOf<PathOf<'volatility.regime_symbol'>>().toEqualTypeOf<{ symbol: string }>();
expectTypeOf<ReplyOf<'volatility.regime_refresh'>['status']>().toEqualTypeOf<'recomputed'>();

// @ts-expect-error -- an operation that the table does not have
export const unknown: EndpointId = 'no.such.operation';
// @ts-expect-error -- a reply that lacks its fields
export const wrong: ReplyOf<'changelog'> = { api_version: '2026-10-08' };
