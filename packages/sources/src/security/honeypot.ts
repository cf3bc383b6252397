/**
 * Checks of honeypot.is: a trade is simulated, taxes are percent.
 *
 * @source honeypot.is' public API reference (`v2/IsHoneypot`), and its recorded answer of 2024.
 */

import { tokenAddress, type PoolChain, type TokenCheck } from '@barograph/stress';
import type { TUnsafe } from 'typebox';
import { at } from '../upstream/payload/at.ts';
import type { Parsed } from '../upstream/payload/parsed.ts';
import { row, type Values } from '../upstream/payload/row.ts';
import { lineOf } from '../upstream/payload/text.ts';
import { createFaults, type Faults } from '../upstream/payload/values.ts';
import { countOf, findingsOf, shareOf, trueOrFalse, type CheckedToken, type CheckValues } from './checked-token.ts';
import { CHAINS_V1 } from '../pools/config.ts';

/** Name of the source. */
export const HONEYPOT = 'honeypot_is';

/** The answer. */
export type HoneypotPayload = Values<
  'token' | 'simulationSuccess' | 'honeypotResult' | 'simulationResult' | 'contractCode'
>;
export const honeypotPayload: TUnsafe<HoneypotPayload> = row(
  ['token', 'simulationSuccess', 'honeypotResult', 'simulationResult', 'contractCode'],
  ['withToken', 'summary', 'holderAnalysis', 'flags', 'chain', 'router', 'pair', 'pairAddress', 'simulationError'],
);

function valuesOf(body: HoneypotPayload, faults: Faults): CheckValues {
  const taxes = body.simulationResult;
  return {
    // Results without a simulation are not reliable.
    honeypot:
      body.simulationSuccess === true
        ? trueOrFalse(at(body.honeypotResult, 'isHoneypot'), 'honeypotResult.isHoneypot', faults)
        : NaN,
    buy_tax: shareOf(at(taxes, 'buyTax'), 100, 'simulationResult.buyTax', faults),
    sell_tax: shareOf(at(taxes, 'sellTax'), 100, 'simulationResult.sellTax', faults),
    unverified_source: 1 - trueOrFalse(at(body.contractCode, 'openSource'), 'contractCode.openSource', faults),
    proxy: trueOrFalse(at(body.contractCode, 'isProxy'), 'contractCode.isProxy', faults),
    few_holders: countOf(at(body.token, 'totalHolders'), 'token.totalHolders', faults),
  };
}

/** Checks that the source supports. */
export function honeypotChecks(): readonly TokenCheck[] {
  return findingsOf(HONEYPOT, valuesOf({}, createFaults())).map(({ check }) => check);
}

/** @returns the findings of the address; null without an address in the answer, or with another one, which is reported. */
export function parseHoneypot(chain: PoolChain, address: string, body: HoneypotPayload): Parsed<CheckedToken | null> {
  const faults = createFaults();
  const own = at(body.token, 'address');
  if (typeof own !== 'string' || tokenAddress(chain, own) !== address) {
    if (own !== undefined) faults.add('token.address', address, own);
    return { rows: null, fault: faults.summary() };
  }
  const values = valuesOf(body, faults);
  const { longestName } = CHAINS_V1;
  const facts = {
    symbol: lineOf(at(body.token, 'symbol'), longestName),
    name: lineOf(at(body.token, 'name'), longestName),
    decimals: countOf(at(body.token, 'decimals'), 'token.decimals', faults),
    supply: null,
    holders: values.few_holders ?? NaN,
  };
  return { rows: { facts, findings: findingsOf(HONEYPOT, values) }, fault: faults.summary() };
}
