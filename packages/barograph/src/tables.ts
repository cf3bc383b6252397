/** Engine results as tables: columns, records, Arrow and label spans. Depends on no table library. */

export { fromArrow, toArrow, type ArrowModule, type ArrowOptions, type ArrowTable } from './tables/arrow.ts';
export { type Column, type Columns } from './tables/columns.ts';
export { type Values } from '@barograph/core';
export { fromColumns, type FromColumnsOptions } from './tables/from-columns.ts';
export { toRows, type RowsOptions, type TableRow } from './tables/rows.ts';
export { spans, type LabelSpan, type SpansOptions } from './tables/spans.ts';
export { toColumns, type ToColumnsOptions } from './tables/to-columns.ts';
