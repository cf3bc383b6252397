/** Text summary of a coin across venues: highlights first, missing parts last. Computes no numbers. */

import { annualisedFunding } from '@barograph/positioning';
import { PERP_VENUES, type PerpVenueName } from '../venues-port.ts';
import type { Across } from './across.ts';
import type { Block, Made } from './block.ts';
import { basisPct } from './cexa-summary.ts';
import { fundingSpread } from './funding-rates.ts';
import { countedVenues, totalInterest } from './open-interest.ts';

/** Formats a dollar price: cents at 100 or more, five significant digits below. */
function price(value: number): string {
  const digits =
    value >= 100 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumSignificantDigits: 5 };
  return `$${value.toLocaleString('en-US', digits)}`;
}

const SCALES: readonly (readonly [from: number, letter: string])[] = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
];

/** Formats a dollar amount with three digits. */
function amount(value: number): string {
  const [from, letter] = SCALES.find(([least]) => value >= least) ?? [1, ''];
  return `$${(value / from).toLocaleString('en-US', { maximumSignificantDigits: 3 })}${letter}`;
}

function percent(value: number, digits = 2): string {
  return `${value < 0 ? '−' : ''}${Math.abs(value).toFixed(digits)} %`;
}

const signed = (value: number): string => (value < 0 ? percent(value, 1) : `+${percent(value, 1)}`);
const minute = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Joins words: `a`, `a and b`, `a, b and c`. */
function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Venues with a known value. */
function byVenue(has: (venue: PerpVenueName) => boolean, say: (venue: PerpVenueName) => string): readonly string[] {
  return PERP_VENUES.filter(has).map(say);
}

function priceLine({ prices }: Across): string | undefined {
  const parts = byVenue(
    (venue) => !Number.isNaN(prices[venue].mark),
    (venue) => {
      const { mark } = prices[venue];
      const basis = basisPct(prices[venue]);
      const side = basis < 0 ? 'under' : 'over';
      return `${price(mark)} on ${venue}${Number.isNaN(basis) ? '' : ` (${percent(Math.abs(basis), 3)} ${side} index)`}`;
    },
  );
  return parts.length === 0 ? undefined : `**Price.** ${listed(parts)}.`;
}

function fundingLine({ funding }: Across): string | undefined {
  const annual = (venue: PerpVenueName): number => annualisedFunding(funding[venue].rate, funding[venue].intervalHours);
  const known = PERP_VENUES.filter((venue) => !Number.isNaN(annual(venue)));
  if (known.length === 0) return undefined;
  const parts = known.map((venue) => {
    const { rate, intervalHours, nextFundingAt } = funding[venue];
    const next = Number.isNaN(nextFundingAt) ? '' : `, next at ${new Date(nextFundingAt).toISOString().slice(11, 16)}`;
    return `${percent(annual(venue))} a year on ${venue} (${percent(rate * 100, 4)} per ${intervalHours} h${next})`;
  });
  const isPaidBy = (side: 1 | -1): boolean => known.every((venue) => annual(venue) * side >= 0);
  const who = isPaidBy(1) ? 'Longs pay shorts' : isPaidBy(-1) ? 'Shorts pay longs' : 'Venues disagree on who pays';
  const spread = fundingSpread(funding);
  const apart = Number.isNaN(spread) ? '' : `; the widest gap is ${spread.toFixed(2)} points`;
  return `**Funding.** ${who}: ${listed(parts)}${apart}.`;
}

function interestLine({ interest, interestChangePct }: Across): string | undefined {
  const counted = countedVenues(interest);
  if (counted.length === 0) return undefined;
  const parts = counted.map((venue) => `${amount(interest[venue].notional)} on ${venue}`);
  const whole = counted.length === 1 ? '' : `${amount(totalInterest(interest))} in all: `;
  const change = Number.isNaN(interestChangePct) ? '' : `; ${signed(interestChangePct)} on cexa within 30 days`;
  return `**Open interest.** ${whole}${listed(parts)}${change}.`;
}

function accountsLine({ accounts: { long } }: Across): string | undefined {
  if (Number.isNaN(long)) return undefined;
  const ratio = long < 1 ? ` (${(long / (1 - long)).toFixed(2)} to 1)` : '';
  return `**Accounts.** ${percent(long * 100, 1)} of the accounts on cexa are long${ratio}.`;
}

/** Blocks that are not ok, without repeated reasons. */
function missingLine({ prices, interest, accounts }: Across): string | undefined {
  const blocks: readonly (readonly [string, Block])[] = [
    ...PERP_VENUES.map((venue) => [venue, prices[venue]] as const),
    ...PERP_VENUES.map((venue) => [`open interest of ${venue}`, interest[venue]] as const),
    ['accounts of cexa', accounts],
  ];
  const seen = new Set<string>();
  const parts = blocks.flatMap(([name, { status, reason, asOf }]) => {
    if (status === 'ok' || seen.has(`${reason}`)) return [];
    seen.add(`${reason}`);
    const last = asOf === null ? '' : `, last heard ${minute(asOf)}`;
    return [`${name} is ${status} (${reason}${last})`];
  });
  return parts.length === 0 ? undefined : `**Missing.** ${parts.join('; ')}.`;
}

/** Formats the note as Markdown. */
export function noteOf(all: Across, { generatedAt, dataSource }: Made): string {
  const lines = [priceLine, fundingLine, interestLine, accountsLine, missingLine].map((line) => line(all));
  return [
    `# ${all.coin} perpetuals, ${minute(generatedAt)}`,
    ...lines.filter((line) => line !== undefined),
    `_Rates are annualised without compounding; positive: longs pay. Source: ${dataSource}._`,
    '',
  ].join('\n\n').trimEnd().concat('\n'); // prettier-ignore
}
