/** Versions of the wire. */

/**
 * CalVer of the contract: the `X-API-Version` header, `info.version` and `api_version` of the changelog. It moves with a
 * release, not with every entry of the changelog.
 */
export const API_VERSION = '2026-10-08';

/** Every versioned path starts with this; the index answers at the prefix itself. */
export const API_PREFIX = '/api/v1';
