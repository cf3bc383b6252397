/** Archived hours of a scope: those of its own listing, including its former name, and of no other listing. */

import type { QuantHour } from '@barograph/contract';
import type { Listing } from '@barograph/sources';
import type { Observation, Observations } from '@barograph/store';

/** Hours under a name that belong to one listing: first inclusive, last exclusive, epoch ms. */
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

/** Restores NaN in the numbers of an archived hour, because JSON stores null. */
function revived({ value }: Observation): QuantHour {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- appended by a refresh
  const hour = value as QuantHour & { readonly confidence: number | null; readonly rawConfidence: number | null };
  return { ...hour, confidence: hour.confidence ?? NaN, rawConfidence: hour.rawConfidence ?? NaN };
}

/**
 * Archived hours of a perp. After a rename, another perp may take the former name. Hours under that name belong to the renamed
 * perp up to the first hour archived under the new name, and after that to the perp that has the name.
 *
 * @param listings current perps with their former names.
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
  const taken = listings.find((other) => other.venue === listing.venue && other.formerly === symbol);
  const spells: Spell[] = [
    { key: symbol, from: taken === undefined ? -Infinity : await renamedAt(taken.symbol), before: Infinity },
  ];
  if (formerly !== undefined) spells.unshift({ key: formerly, from: -Infinity, before: await renamedAt(symbol) });
  return archivedIn(observations, spells, { series, start, end, knownAt });
}

/** Archived hours of the market. */
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
  return new Map(lists.flat().map((list) => [list.validTime, revived(list)]));
}
