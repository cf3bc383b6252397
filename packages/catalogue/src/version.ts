/** Version of the contents, by year and month; changes with any entry. */
export const CATALOG_VERSION = '2026.11.1';
/** UTC date of the last change of the contents: `updated` of the generated pages. */
export const CATALOG_DATE = '2026-11-28';
