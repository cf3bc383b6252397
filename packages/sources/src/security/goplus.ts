/**
 * Checks of GoPlus: flags are the texts 0 and 1, shares are decimal texts, and missing values are unknown.
 *
 * @source GoPlus' public API reference (token security, solana token security). Recorded: one answer of solana; those of
 *   contracts are read by the reference alone.
 */

import { tokenAddress, type PoolChain, type TokenCheck } from '@barograph/stress';
import { Type, type TUnsafe } from 'typebox';
import { at, itemsAt } from '../upstream/payload/at.ts';
import type { Parsed } from '../upstream/payload/parsed.ts';
import { lineOf } from '../upstream/payload/text.ts';
import { createFaults, type Faults } from '../upstream/payload/values.ts';
import { countOf, findingsOf, largestShare, shareOf, type CheckedToken, type CheckValues } from './checked-token.ts';
import { CHAINS_V1 } from '../pools/config.ts';

/** Name of the source. */
export const GOPLUS = 'goplus';

/** Answers by address. */
export interface GoplusPayload {
  readonly code: unknown;
  readonly message?: unknown;
  readonly result?: Readonly<Record<string, unknown>> | null;
}
export const goplusPayload: TUnsafe<GoplusPayload> = Type.Unsafe(
  Type.Object({
    code: Type.Unknown(),
    message: Type.Optional(Type.Unknown()),
    result: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
  }),
);

/** Codes of valid answers: complete, or partial so far. */
const GOOD: ReadonlySet<unknown> = new Set([1, 2, '1', '2']);

/** Error text of an answer with status 200; undefined without an error. */
export function goplusRefusal(body: unknown): string | undefined {
  const code = at(body, 'code');
  if (GOOD.has(code)) return undefined;
  return lineOf(at(body, 'message'), 200) ?? 'an error without a message';
}

/** Checks of contracts, and of the tokens of solana. */
const EVM_FLAGS = {
  honeypot: 'is_honeypot',
  cannot_sell_all: 'cannot_sell_all',
  balance_changeable: 'owner_change_balance',
  hidden_owner: 'hidden_owner',
  ownership_reclaimable: 'can_take_back_ownership',
  self_destruct: 'selfdestruct',
  mintable: 'is_mintable',
  freezable: 'transfer_pausable',
  blacklist: 'is_blacklisted',
  tax_changeable: 'slippage_modifiable',
  proxy: 'is_proxy',
} as const satisfies Partial<Record<TokenCheck, string>>;
const SOLANA_FLAGS = {
  balance_changeable: 'balance_mutable_authority',
  mintable: 'mintable',
  freezable: 'freezable',
  tax_changeable: 'transfer_fee_upgradable',
  metadata_changeable: 'metadata_mutable',
} as const satisfies Partial<Record<TokenCheck, string>>;

const isOne = (value: unknown): boolean => value === 1 || value === '1';

function flag(value: unknown, field: string, faults: Faults): number {
  if (value === undefined || value === null || value === '') return NaN;
  if (value === '0' || value === 0) return 0;
  if (isOne(value)) return 1;
  faults.add(field, '0 or 1', value);
  return NaN;
}

function flagsOf<Check extends string>(
  names: Readonly<Record<Check, string>>,
  read: (name: string) => number,
): Readonly<Record<Check, number>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names
  return Object.fromEntries(Object.entries<string>(names).map(([check, name]) => [check, read(name)])) as Readonly<
    Record<Check, number>
  >;
}

const isLocked = (holder: unknown): boolean => isOne(at(holder, 'is_locked'));
const isContract = (holder: unknown): boolean => isOne(at(holder, 'is_contract'));
/** Burn addresses, whose keys nobody has. */
const BURNT = /^0x0{36}(?:0000|dead)$/i;
const isBurnt = (holder: unknown): boolean => BURNT.test(String(at(holder, 'address')));

/** Fraction of the liquidity that its owners can withdraw; NaN without named owners. */
function unlockedOf(owners: readonly unknown[], faults: Faults): number {
  if (owners.length === 0) return NaN;
  const shares = owners.map((owner, i) => shareOf(at(owner, 'percent'), 1, `lp_holders[${i}].percent`, faults));
  if (shares.some(Number.isNaN)) return NaN;
  const free = owners.reduce<number>(
    (sum, owner, i) => (isLocked(owner) || isBurnt(owner) ? sum : sum + shares[i]!),
    0,
  );
  // Unnamed owners are few and small, so the fraction is of named owners.
  const all = shares.reduce((sum, share) => sum + share, 0);
  return all > 0 ? Math.min(1, free / all) : NaN;
}

/** Checks that both families have. */
function commonOf(token: unknown, faults: Faults): CheckValues {
  const free = (holder: unknown): boolean => !isLocked(holder) && !isContract(holder) && !isBurnt(holder);
  return {
    few_holders: countOf(at(token, 'holder_count'), 'holder_count', faults),
    top10_share: largestShare(itemsAt(token, 'holders'), 'percent', 1, faults, free),
    liquidity_unlocked: unlockedOf(itemsAt(token, 'lp_holders'), faults),
  };
}

function evmValues(token: unknown, faults: Faults): CheckValues {
  return {
    ...flagsOf(EVM_FLAGS, (name) => flag(at(token, name), name, faults)),
    unverified_source: 1 - flag(at(token, 'is_open_source'), 'is_open_source', faults),
    buy_tax: shareOf(at(token, 'buy_tax'), 1, 'buy_tax', faults),
    sell_tax: shareOf(at(token, 'sell_tax'), 1, 'sell_tax', faults),
    creator_share: shareOf(at(token, 'creator_percent'), 1, 'creator_percent', faults),
    ...commonOf(token, faults),
  };
}

/** Transfer fee; an empty object means no fee. */
function transferFee(token: unknown, faults: Faults): number {
  const fee = at(token, 'transfer_fee');
  if (typeof fee !== 'object' || fee === null || Array.isArray(fee)) return NaN;
  if (Object.keys(fee).length === 0) return 0;
  return shareOf(at(fee, 'current_fee_rate', 'fee_rate'), 1, 'transfer_fee.current_fee_rate.fee_rate', faults);
}

function solanaValues(token: unknown, faults: Faults): CheckValues {
  const fee = transferFee(token, faults);
  return {
    ...flagsOf(SOLANA_FLAGS, (name) => flag(at(token, name, 'status'), `${name}.status`, faults)),
    non_transferable: flag(at(token, 'non_transferable'), 'non_transferable', faults),
    buy_tax: fee,
    sell_tax: fee,
    ...commonOf(token, faults),
  };
}

/** Checks that the source supports on a chain. */
export function goplusChecks(chain: PoolChain): readonly TokenCheck[] {
  const values = chain === 'solana' ? solanaValues({}, createFaults()) : evmValues({}, createFaults());
  return findingsOf(GOPLUS, values).map(({ check }) => check);
}

/** @returns the findings of the address; null when unknown to the source. */
export function parseGoplus(chain: PoolChain, address: string, { result }: GoplusPayload): Parsed<CheckedToken | null> {
  const faults = createFaults();
  const own = Object.entries(result ?? {}).find(([key]) => tokenAddress(chain, key) === address)?.[1];
  if (typeof own !== 'object' || own === null || Object.keys(own).length === 0) {
    return { rows: null, fault: undefined };
  }
  const isSolana = chain === 'solana';
  const values = isSolana ? solanaValues(own, faults) : evmValues(own, faults);
  const { longestName } = CHAINS_V1;
  const facts = {
    symbol: lineOf(isSolana ? at(own, 'metadata', 'symbol') : at(own, 'token_symbol'), longestName),
    name: lineOf(isSolana ? at(own, 'metadata', 'name') : at(own, 'token_name'), longestName),
    decimals: NaN,
    supply: null,
    holders: values.few_holders ?? NaN,
  };
  return { rows: { facts, findings: findingsOf(GOPLUS, values) }, fault: faults.summary() };
}
