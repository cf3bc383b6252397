/** The kind of the source of an answer, as a field beside it: of answers whose rows the command line makes from files too. */

import type { TObject, TProperties } from 'typebox';
import type { FeedKind, View } from '../published.ts';
import { sourceFields } from './page.ts';
import { kindOf, provenanced, withField, withProvenance } from './provenance.ts';

/** A reply with the source of its numbers. Its type stays that of the reply, which the command line has too. */
export function withSource<P extends TProperties>(schema: TObject<P>): TObject<P> {
  return withField(withProvenance(schema), 'data_source', sourceFields.data_source.schema);
}

/** The wire with the source of what was published. @param feed that the numbers are of. */
export function sourced<Wire extends object>(
  wire: Wire,
  view: Pick<View<unknown, unknown>, 'dataSource' | 'provenance'>,
  feed: FeedKind = 'accounts',
): Wire {
  const dataSource = kindOf(view, view.dataSource, feed);
  return provenanced({ ...wire, data_source: sourceFields.data_source.read({ dataSource }) }, view);
}
