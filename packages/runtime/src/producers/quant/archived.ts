/** Archived hours of a scope: those of its own listing, under its former name too, and none of another listing. */

import type { QuantHour } from '@barograph/contract';
import type { Listing } from '@barograph/sources';
import type { Observation, Observations } from '@barograph/store';

/** Hours under a name that are of one listing: from the first up to before the last, epoch ms. */
interface Spell {
  readonly key: string;
  readonly from: number;
  readonly before: number;
}

/** Range of archived hours. */
export interface ArchivedQuery {
  readonly series: string;
  /** Opens of the first and last hour, epoch ms. */
  readonly start: number;
  readonly end: number;
  readonly knownAt: number;
}

/** JSON knows no NaN: numbers of an hour that came back from the archive. */
function revived({ value }: Observation): QuantHour {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- appended by a refresh
  const hour = value as QuantHour & { readonly confidence: number | null; readonly rawConfidence: number | null };
  return { ...hour, confidence: hour.confidence ?? NaN, rawConfidence: hour.rawConfidence ?? NaN };
}

/**
 * Hours as they were said of a perp at their time. A name passes to another perp with a rename: its hours are of the renamed
 * perp up to the first that was archived under the new name, and from then on of the one that has the name.
 *
 * @param listings the perps of now, which say what each was called before.
 */
export async function archivedOf(
  observations: Observations,
  listing: Listing,
  listings: readonly Listing[],
  query: ArchivedQuery,
): Promise<ReadonlyMap<number, QuantHour>> {
  const { series, start, end, knownAt } = query;
  const renamedAt = async (symbol: string): Promise<number> =>
    (await observations.firstTime(series, symbol, knownAt)) ?? Infinity;
  const { symbol, formerly } = listing;
  const taken = listings.find((one) => one.venue === listing.venue && one.formerly === symbol);
  const spells: Spell[] = [
    { key: symbol, from: taken === undefined ? -Infinity : await renamedAt(taken.symbol), before: Infinity },
  ];
  if (formerly !== undefined) spells.unshift({ key: formerly, from: -Infinity, before: await renamedAt(symbol) });
  return archivedIn(observations, spells, { series, start, end, knownAt });
}

/** The same of the market. */
export async function archivedMarket(
  observations: Observations,
  key: string,
  query: ArchivedQuery,
): Promise<ReadonlyMap<number, QuantHour>> {
  return archivedIn(observations, [{ key, from: -Infinity, before: Infinity }], query);
}

async function archivedIn(
  observations: Observations,
  spells: readonly Spell[],
  { series, start, end, knownAt }: ArchivedQuery,
): Promise<ReadonlyMap<number, QuantHour>> {
  const lists = await Promise.all(
    spells.map(async ({ key, from, before }) => {
      const kept = await observations.asOf(series, { key, knownAt, from: start, to: end });
      return kept.filter(({ validTime }) => validTime >= from && validTime < before);
    }),
  );
  return new Map(lists.flat().map((one) => [one.validTime, revived(one)]));
}
