/** Contracts of the third derivatives venue. Sizes are numbers of contracts; each contract states its value. */

import { Type, type TUnsafe } from 'typebox';
import { baseCoin } from '../market/base-coin.ts';
import { positive } from '../forced/frame.ts';
import type { Parsed } from '../upstream/payload/parsed.ts';
import { row, UNREAD, type Values } from '../upstream/payload/row.ts';
import { createFaults } from '../upstream/payload/values.ts';

/** A swap, as the venue states it. */
type ContractRow = Values<'instId' | 'instFamily' | 'ctType' | 'ctVal' | 'ctMult' | 'ctValCcy' | 'settleCcy'>;

/** The swaps of the venue. */
export interface ContractsPayload {
  readonly data: readonly ContractRow[];
}
export const contractsPayload: TUnsafe<ContractsPayload> = Type.Unsafe(
  Type.Object({
    code: UNREAD,
    msg: UNREAD,
    data: Type.Array(
      row(
        ['instId', 'instFamily', 'ctType', 'ctVal', 'ctMult', 'ctValCcy', 'settleCcy'],
        [
          'alias',
          'auctionEndTime',
          'baseCcy',
          'category',
          'contTdSwTime',
          'expTime',
          'futureSettlement',
          'groupId',
          'instIdCode',
          'instType',
          'lever',
          'listTime',
          'lotSz',
          'maxIcebergSz',
          'maxLmtAmt',
          'maxLmtSz',
          'maxMktAmt',
          'maxMktSz',
          'maxPlatOILmt',
          'maxStopSz',
          'maxTriggerSz',
          'maxTwapSz',
          'minSz',
          'openType',
          'optType',
          'posLmtAmt',
          'posLmtPct',
          'preMktSwTime',
          'quoteCcy',
          'ruleType',
          'state',
          'stk',
          'tickSz',
          'tradeQuoteCcyList',
          'uly',
          'upcChg',
        ],
      ),
    ),
  }),
);

/** Trades of a swap, newest first. */
export interface TradesPayload {
  readonly data: readonly Values<'ts'>[];
}
export const tradesPayload: TUnsafe<TradesPayload> = Type.Unsafe(
  Type.Object({
    code: UNREAD,
    msg: UNREAD,
    data: Type.Array(row(['ts'], ['instId', 'side', 'sz', 'px', 'tradeId', 'source', 'seqId'])),
  }),
);

/** Error text of an answer with status 200; undefined without an error. */
export function refusalOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('code' in body) || body.code === '0') return undefined;
  const message = 'msg' in body && typeof body.msg === 'string' ? body.msg : 'an error without a message';
  return `${String(body.code)} ${message}`.slice(0, 200);
}

/** A contract whose size is known. */
export interface Contract {
  readonly coin: string;
  /** Units of the coin in one unit of the venue's coin. */
  readonly factor: number;
  /** Value of one contract: units of the venue's coin; USD for inverse contracts. */
  readonly value: number;
  readonly isInverse: boolean;
}

const DOLLARS = new Set(['USD', 'USDT', 'USDC']);

/** Dollar-quoted contracts by instrument. */
export function parseContracts({ data }: ContractsPayload): Parsed<ReadonlyMap<string, Contract>> {
  const faults = createFaults();
  const contracts = new Map<string, Contract>();
  for (const { instId: id, instFamily: family, ctType, ctVal, ctMult, ctValCcy } of data) {
    const [base, quote] = typeof family === 'string' ? family.split('-') : [];
    if (typeof id !== 'string' || base === undefined || base === '' || quote === undefined) {
      faults.add('instFamily', 'a coin and what it is priced in', family);
      continue;
    }
    if (!DOLLARS.has(quote.replace(/_UM$/, ''))) continue;
    const value = positive(ctVal) * positive(ctMult);
    const isInverse = ctType === 'inverse';
    // An inverse contract is worth dollars, a linear one coins. Any other combination is unknown.
    const isKnown = isInverse ? ctValCcy === 'USD' : ctType === 'linear' && ctValCcy === base;
    if (!(value > 0 && value < Infinity) || !isKnown) {
      faults.add(`${id}.ctVal`, 'a size above 0, of coins or of USD', ctVal);
      continue;
    }
    contracts.set(id, { ...baseCoin(base), value, isInverse });
  }
  return { rows: contracts, fault: faults.summary() };
}
