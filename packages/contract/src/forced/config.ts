/** Words of forced closes: the venues that they come from, and what is said of each. */

/** Venues in the order of answers: the perp venue, then the three that state theirs by a stream. */
export const FORCED_VENUES = ['perpdex', 'cexa', 'cexb', 'dexb'] as const;

/** A venue of forced closes. */
export type ForcedVenue = (typeof FORCED_VENUES)[number];

/**
 * Condition of a venue. `silent`: its stream is up and has said nothing for too long to be believed; `down`: its stream is
 * not up, or its source fails; `warming`: nothing has come yet; `unavailable`: the service has no source of it.
 */
export const FORCED_STATUSES = ['ok', 'warming', 'silent', 'down', 'unavailable'] as const;

/** A condition of a venue. */
export type ForcedStatus = (typeof FORCED_STATUSES)[number];
