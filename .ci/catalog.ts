/** Compares the catalogue of regimes with the released one: which changes need a later version. */

/** A catalogue as `quant/regimes` answers it; an entry's place is its id. */
export interface Catalog {
  readonly catalog_version: string;
  readonly regimes: readonly CatalogEntry[];
}
export interface CatalogEntry {
  readonly label: string;
  readonly display_name: string;
  readonly description: string;
  readonly algo_basket_stance: string;
}

/** Catalogue frozen at a release, with its version. */
export function frozenCatalog({ catalog_version, regimes }: Catalog): Catalog {
  const entries = regimes.map(({ label, display_name, description, algo_basket_stance }) => ({
    label,
    display_name,
    description,
    algo_basket_stance,
  }));
  return { catalog_version, regimes: entries };
}

/** Compares two CalVer texts part by part, as numbers. */
function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

/**
 * Faults of a catalogue after the released one; none when it may be served. An id that changes its label, its texts or its place
 * needs a later version; an id that is appended needs none.
 */
export function catalogFaults(released: Catalog, current: Catalog): readonly string[] {
  const before = frozenCatalog(released).regimes;
  const after = frozenCatalog(current).regimes;
  const changed = before.flatMap((entry, id) =>
    JSON.stringify(entry) === JSON.stringify(after[id]) ? [] : [`id ${id}: ${entry.label} has changed`],
  );
  const moved = compareVersions(current.catalog_version, released.catalog_version);
  if (moved < 0) return [`catalog_version ${current.catalog_version} is before ${released.catalog_version}`];
  if (moved > 0 && changed.length === 0) return [`catalog_version ${current.catalog_version}: nothing has changed`];
  return moved > 0 ? [] : changed;
}
