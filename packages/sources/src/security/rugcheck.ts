/**
 * Checks of RugCheck, of tokens of solana. Its integers exceed 2^53 and are read as text with all digits.
 *
 * @source RugCheck's public API reference (`tokens/{mint}/report`), and its recorded answer of 2026.
 */

import type { TokenCheck } from '@barograph/stress';
import type { TUnsafe } from 'typebox';
import { at, itemsAt } from '../upstream/payload/at.ts';
import { digits } from '../upstream/payload/exact-json.ts';
import type { Parsed } from '../upstream/payload/parsed.ts';
import { row, type Values } from '../upstream/payload/row.ts';
import { lineOf } from '../upstream/payload/text.ts';
import { createFaults, type Faults } from '../upstream/payload/values.ts';
import {
  countOf,
  findingsOf,
  largestShare,
  shareOf,
  trueOrFalse,
  type CheckedToken,
  type CheckValues,
} from './checked-token.ts';
import { CHAINS_V1 } from '../pools/config.ts';

/** Name of the source. */
export const RUGCHECK = 'rugcheck';

/** The answer. */
export type RugcheckPayload = Values<
  | 'mint'
  | 'token'
  | 'tokenMeta'
  | 'topHolders'
  | 'markets'
  | 'totalHolders'
  | 'rugged'
  | 'transferFee'
  | 'creatorBalance'
>;
export const rugcheckPayload: TUnsafe<RugcheckPayload> = row(
  ['mint', 'token', 'tokenMeta', 'topHolders', 'markets', 'totalHolders', 'rugged', 'transferFee', 'creatorBalance'],
  [
    'tokenProgram',
    'creator',
    'token_extensions',
    'freezeAuthority',
    'mintAuthority',
    'risks',
    'score',
    'score_normalised',
    'fileMeta',
    'lockerOwners',
    'lockers',
    'lockerScanStatus',
    'totalMarketLiquidity',
    'totalStableLiquidity',
    'totalLPProviders',
    'price',
    'tokenType',
    'knownAccounts',
    'events',
    'verification',
    'graphInsidersDetected',
    'insiderNetworks',
    'detectedAt',
    'creatorTokens',
    'launchpad',
    'deployPlatform',
  ],
);

/** Reads an authority: null means revoked, which is safe; a key is an active authority; absent is unknown. */
function authority(value: unknown, field: string, faults: Faults): number {
  if (value === undefined) return NaN;
  if (value === null) return 0;
  if (typeof value === 'string' && value !== '') return 1;
  faults.add(field, 'a key or null', value);
  return NaN;
}

/** Fraction of the liquidity that can be withdrawn, value-weighted over all markets; NaN without a market value. */
function unlockedOf(markets: readonly unknown[], faults: Faults): number {
  let [free, all] = [0, 0];
  for (const [i, market] of markets.entries()) {
    const value = [at(market, 'lp', 'baseUSD'), at(market, 'lp', 'quoteUSD')].reduce<number>(
      (sum, side) => (typeof side === 'number' && side > 0 ? sum + side : sum),
      0,
    );
    const locked = shareOf(at(market, 'lp', 'lpLockedPct'), 100, `markets[${i}].lp.lpLockedPct`, faults);
    if (Number.isNaN(locked) || !Number.isFinite(value)) continue;
    free += value * (1 - locked);
    all += value;
  }
  return all > 0 && Number.isFinite(all) ? free / all : NaN;
}

function valuesOf(body: RugcheckPayload, faults: Faults): CheckValues {
  const markets = itemsAt(body, 'markets');
  const pools = new Set(markets.map((market) => at(market, 'pubkey')));
  const supply = Number(digits(at(body.token, 'supply')) ?? NaN);
  const created = Number(digits(body.creatorBalance) ?? NaN);
  const fee = shareOf(at(body.transferFee, 'pct'), 100, 'transferFee.pct', faults);
  return {
    rugged: trueOrFalse(body.rugged, 'rugged', faults),
    mintable: authority(at(body.token, 'mintAuthority'), 'token.mintAuthority', faults),
    freezable: authority(at(body.token, 'freezeAuthority'), 'token.freezeAuthority', faults),
    metadata_changeable: trueOrFalse(at(body.tokenMeta, 'mutable'), 'tokenMeta.mutable', faults),
    buy_tax: fee,
    sell_tax: fee,
    top10_share: largestShare(
      itemsAt(body, 'topHolders'),
      'pct',
      100,
      faults,
      (holder) => !pools.has(at(holder, 'owner')),
    ),
    creator_share: supply > 0 && created <= supply ? created / supply : NaN,
    few_holders: countOf(body.totalHolders, 'totalHolders', faults),
    liquidity_unlocked: unlockedOf(markets, faults),
  };
}

/** Checks that the source supports. */
export function rugcheckChecks(): readonly TokenCheck[] {
  return findingsOf(RUGCHECK, valuesOf({}, createFaults())).map(({ check }) => check);
}

/** @returns the findings of the mint; null when the answer is about another mint, which is reported. */
export function parseRugcheck(address: string, body: RugcheckPayload): Parsed<CheckedToken | null> {
  const faults = createFaults();
  if (body.mint !== address) {
    faults.add('mint', address, body.mint);
    return { rows: null, fault: faults.summary() };
  }
  const values = valuesOf(body, faults);
  const { longestName } = CHAINS_V1;
  const facts = {
    symbol: lineOf(at(body.tokenMeta, 'symbol'), longestName),
    name: lineOf(at(body.tokenMeta, 'name'), longestName),
    decimals: countOf(at(body.token, 'decimals'), 'token.decimals', faults),
    supply: digits(at(body.token, 'supply')),
    holders: values.few_holders ?? NaN,
  };
  return { rows: { facts, findings: findingsOf(RUGCHECK, values) }, fault: faults.summary() };
}
