/** Versions of the wire. */

/** CalVer of the first release. Changelog entries and operation notes of that release keep this date. */
export const FIRST_RELEASE = '2026-10-08';

/**
 * CalVer of the contract: the `X-API-Version` header, `info.version`, and `api_version` of the changelog. The first wire change after
 * a release advances it; a test compares the wire with the releases in `fixtures/releases`.
 */
export const API_VERSION = '2026-11-28';

/** Prefix of every versioned path; the index is at the prefix itself. */
export const API_PREFIX = '/api/v1';
