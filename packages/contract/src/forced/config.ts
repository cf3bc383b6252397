/** Venues of forced closes, and their statuses. */

/** Venues in answer order: the perp venue, then the three venues with a stream. */
export const FORCED_VENUES = ['perpdex', 'cexa', 'cexb', 'dexb'] as const;

/** A venue of forced closes. */
export type ForcedVenue = (typeof FORCED_VENUES)[number];

/**
 * Status of a venue. `silent`: its stream is up but silent for implausibly long; `down`: its stream is
 * down, or its source fails; `warming`: no data yet; `unavailable`: the service has no source of it.
 */
export const FORCED_STATUSES = ['ok', 'warming', 'silent', 'down', 'unavailable'] as const;

/** A condition of a venue. */
export type ForcedStatus = (typeof FORCED_STATUSES)[number];
