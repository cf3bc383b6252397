/** Source kind as a separate field, for answers whose rows the command line also builds from files. */

import type { TObject, TProperties } from 'typebox';
import type { FeedKind, View } from '../published.ts';
import { sourceFields } from './page.ts';
import { kindOf, provenanced, withField, withProvenance } from './provenance.ts';

/** Adds the source field to a reply's schema. The type is unchanged, because the command line shares it. */
export function withSource<P extends TProperties>(schema: TObject<P>): TObject<P> {
  return withField(withProvenance(schema), 'data_source', sourceFields.data_source.schema);
}

/** Adds the source of a publication to the wire. @param feed kind of the data. */
export function sourced<Wire extends object>(
  wire: Wire,
  view: Pick<View<unknown, unknown>, 'dataSource' | 'provenance'>,
  feed: FeedKind = 'accounts',
): Wire {
  const dataSource = kindOf(view, view.dataSource, feed);
  return provenanced({ ...wire, data_source: sourceFields.data_source.read({ dataSource }) }, view);
}
