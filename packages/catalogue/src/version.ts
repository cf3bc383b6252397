/** Version of the contents, by year and month; changes when an entry does. */
export const CATALOG_VERSION = '2026.11.0';
