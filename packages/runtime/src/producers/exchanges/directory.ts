/** Venue directory of a host: neutral by default, or with names, sites and links from a file. */

import {
  DISCLOSURE,
  NEUTRAL_VENUES,
  VENUE_KINDS,
  VENUE_SLUGS,
  type VenueDirectory,
  type VenueEntry,
  type VenueSlug,
} from '@barograph/contract';
import { err, ok, shown, type Result } from '@barograph/core';
import { readJsonFile } from '@barograph/sources';

/** Validation of a field: returns its directory value or the expectation. */
type Reader = (value: unknown) => { readonly value: unknown } | { readonly expected: string };

const MOST_TEXT = 2000;
const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MOST_TEXT;
const text: Reader = (value) => (isText(value) ? { value } : { expected: `a text of 1…${MOST_TEXT} characters` });
const link: Reader = (value) =>
  isText(value) && URL.canParse(value) && new URL(value).protocol === 'https:'
    ? { value }
    : { expected: 'a URL that begins with https://' };
const kind: Reader = (value) =>
  VENUE_KINDS.some((kind) => kind === value) ? { value } : { expected: `one of ${VENUE_KINDS.join(', ')}` };
const year: Reader = (value) =>
  Number.isInteger(value) && Number(value) >= FIRST_YEAR && Number(value) <= LAST_YEAR
    ? { value }
    : { expected: `a year within ${FIRST_YEAR}…${LAST_YEAR}` };
const words: Reader = (value) =>
  Array.isArray(value) && value.every(isText) ? { value } : { expected: 'a list of texts' };
const terms: Reader = (value) =>
  isObject(value) && Object.values(value).every(isText) ? { value } : { expected: 'an object of texts' };
const flag: Reader = (value) => (typeof value === 'boolean' ? { value } : { expected: 'true or false' });

/** Venue fields in the file: their place in the directory and their validation. */
const FIELDS: Readonly<Record<string, readonly [name: keyof VenueEntry, read: Reader]>> = {
  name: ['name', text],
  kind: ['kind', kind],
  website: ['website', link],
  tagline: ['tagline', text],
  about: ['about', text],
  founded: ['founded', year],
  based: ['based', text],
  focus: ['focus', words],
  specs: ['specs', terms],
  signup_url: ['signupUrl', link],
  signup_incentive: ['signupIncentive', text],
  referral_code: ['referralCode', text],
  is_referral_link: ['isReferralLink', flag],
};

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Fields of a venue that the file overrides. */
function readVenue(slug: string, given: unknown, faults: string[]): Partial<VenueEntry> {
  if (!isObject(given)) {
    faults.push(`venues.${slug}: expected an object, got ${shown(given)}`);
    return {};
  }
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const field = FIELDS[name];
    if (field === undefined) {
      faults.push(`venues.${slug}.${name}: expected one of ${Object.keys(FIELDS).join(', ')}`);
      continue;
    }
    const read = field[1](value);
    if ('expected' in read) faults.push(`venues.${slug}.${name}: expected ${read.expected}, got ${shown(value)}`);
    else changes[field[0]] = read.value;
  }
  if (changes['signupUrl'] === undefined) {
    for (const name of ['signup_incentive', 'referral_code', 'is_referral_link']) {
      const isSaid = given[name] !== undefined && given[name] !== false;
      if (isSaid) faults.push(`venues.${slug}.signup_url: expected beside ${name}, got nothing`);
    }
  }
  // A referral code always earns money, whether disclosed or not.
  if (changes['referralCode'] !== undefined) changes['isReferralLink'] = true;
  return changes;
}

/**
 * Parses a directory from JSON: `{ "venues": { "cexa": { "name": … } }, "disclosure": … }`. Missing fields stay
 * neutral.
 *
 * @returns the directory, or one line per error.
 */
export function venueDirectoryOf(given: unknown): Result<VenueDirectory, readonly string[]> {
  if (!isObject(given)) return err([`expected a JSON object, got ${shown(given)}`]);
  const faults: string[] = [];
  const { venues = {}, disclosure, ...others } = given;
  for (const name of Object.keys(others)) faults.push(`${name}: expected venues or disclosure`);
  if (disclosure !== undefined && !isText(disclosure)) {
    faults.push(`disclosure: expected a text of 1…${MOST_TEXT} characters, got ${shown(disclosure)}`);
  }
  const changes = new Map<VenueSlug, Partial<VenueEntry>>();
  if (!isObject(venues)) faults.push(`venues: expected an object by slug, got ${shown(venues)}`);
  else {
    for (const [name, venue] of Object.entries(venues)) {
      const slug = VENUE_SLUGS.find((slug) => slug === name);
      if (slug === undefined) faults.push(`venues.${name}: expected one of ${VENUE_SLUGS.join(', ')}`);
      else changes.set(slug, readVenue(slug, venue, faults));
    }
  }
  if (faults.length > 0) return err(faults);
  const entries = NEUTRAL_VENUES.entries.map((entry) => ({ ...entry, ...changes.get(entry.slug) }));
  return ok({ entries, disclosure: isText(disclosure) ? disclosure : DISCLOSURE });
}

/**
 * Reads the directory of a file; neutral without a file.
 *
 * @returns the directory, or the errors of the file, one per line.
 */
export function readVenueDirectory(path: string | undefined): Result<VenueDirectory, string> {
  if (path === undefined) return ok(NEUTRAL_VENUES);
  const read = readJsonFile('venues', path);
  if (!read.ok) return read;
  const result = venueDirectoryOf(read.value);
  return result.ok ? result : err(result.error.map((fault) => `${path}: ${fault}`).join('\n'));
}
