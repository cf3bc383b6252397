/** Entries of the venue directory: seven venues under neutral names, which the operator may fill in. */

/** Slugs in directory order. */
export const VENUE_SLUGS = ['perpdex', 'cexa', 'cexb', 'cexc', 'dexb', 'dexc', 'brokera'] as const;

/** A slug of the directory. */
export type VenueSlug = (typeof VENUE_SLUGS)[number];

/** Kinds of venues. */
export const VENUE_KINDS = ['CEX', 'DEX', 'Broker'] as const;

/** Venue of the directory, without measured figures. */
export interface VenueEntry {
  readonly slug: VenueSlug;
  readonly name: string;
  readonly kind: (typeof VENUE_KINDS)[number];
  readonly website: string | null;
  readonly tagline: string;
  readonly about: string;
  /** Year. */
  readonly founded: number | null;
  readonly based: string | null;
  readonly focus: readonly string[];
  readonly specs: Readonly<Record<string, string>>;
  readonly signupUrl: string | null;
  readonly signupIncentive: string | null;
  readonly referralCode: string | null;
  /** Whether the sign-up link pays the operator of the service. */
  readonly isReferralLink: boolean;
}

/** The directory of a host. */
export interface VenueDirectory {
  /** Unique slugs in order. */
  readonly entries: readonly VenueEntry[];
  /** Text next to partner links. */
  readonly disclosure: string;
}

/** Default text next to partner links. */
export const DISCLOSURE =
  'Sign-up links with is_referral_link are partner links: the operator may be paid when you open an account through one.';

const plain = {
  website: null,
  founded: null,
  based: null,
  signupUrl: null,
  signupIncentive: null,
  referralCode: null,
  isReferralLink: false,
} as const;

/** Directory without names, sites and links. */
export const NEUTRAL_VENUES: VenueDirectory = Object.freeze({
  disclosure: DISCLOSURE,
  entries: [
    {
      ...plain,
      slug: 'perpdex',
      name: 'Perp venue',
      kind: 'DEX',
      tagline: 'The perp venue of this service.',
      about: 'Perps, books, accounts and taker flow of this service are those of this venue.',
      focus: ['perps'],
      specs: { funding_interval: '1 hour', margin: 'USD' },
    },
    {
      ...plain,
      slug: 'cexa',
      name: 'Large exchange',
      kind: 'CEX',
      tagline: 'Spot pairs, and perps margined in a dollar token.',
      about: 'Spot bars, tickers, account ratios, funding and liquidations of the large exchange come from this venue.',
      focus: ['spot', 'perps'],
      specs: { funding_interval: '1, 4 or 8 hours', margin: 'USDT' },
    },
    {
      ...plain,
      slug: 'cexb',
      name: 'Third liquidation venue',
      kind: 'CEX',
      tagline: 'Liquidations of its perps.',
      about: 'Only the liquidations of this venue are read.',
      focus: ['perps'],
      specs: { margin: 'USDT' },
    },
    {
      ...plain,
      slug: 'cexc',
      name: 'Options venue',
      kind: 'CEX',
      tagline: 'Options of BTC and ETH.',
      about: 'Implied volatility and its term structure come from this venue.',
      focus: ['options'],
      specs: { expiry: '08:00 UTC' },
    },
    {
      ...plain,
      slug: 'dexb',
      name: 'Second perp exchange',
      kind: 'CEX',
      tagline: 'Perps margined in a dollar token.',
      about: 'Funding, open interest and liquidations of a second perp exchange come from this venue.',
      focus: ['perps'],
      specs: { funding_interval: '1, 4 or 8 hours', margin: 'USDT' },
    },
    {
      ...plain,
      slug: 'dexc',
      name: 'Pools',
      kind: 'DEX',
      tagline: 'Tokens in pools on several chains.',
      about: 'Pools of tokens, which are traded without an exchange between.',
      focus: ['spot'],
      specs: {},
    },
    {
      ...plain,
      slug: 'brokera',
      name: 'Broker',
      kind: 'Broker',
      tagline: 'A way from money of a bank to coins.',
      about: 'No data come from this venue.',
      focus: ['spot'],
      specs: {},
    },
  ],
} as const);
