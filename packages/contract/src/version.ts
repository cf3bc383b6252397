/** Versions of the wire. */

/** CalVer of the first release. What it brought keeps this date: entries of the changelog and notes of operations. */
export const FIRST_RELEASE = '2026-10-08';

/**
 * CalVer of the contract: the `X-API-Version` header, `info.version` and `api_version` of the changelog. The first change of the
 * wire after a release moves it; a test compares the wire with the releases in `fixtures/releases`.
 */
export const API_VERSION = '2026-11-28';

/** Every versioned path starts with this; the index answers at the prefix itself. */
export const API_PREFIX = '/api/v1';
