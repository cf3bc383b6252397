/**
 * Parsers of the source of hacks.
 *
 * @source the vendor's OpenAPI document, `hacks`: `date` in seconds, a day; `amount` in USD. No recorded answer was found.
 */

import { DAY_MS } from '@barograph/core';
import { disclosedAt, symbolsOfHack } from '@barograph/stress/risk';
import { Type, type TUnsafe } from 'typebox';
import type { HackReport } from '../market/outlook.ts';
import type { Parsed } from '../upstream/payload/parsed.ts';
import { row, type Values } from '../upstream/payload/row.ts';
import { secondsOf } from '../upstream/payload/seconds.ts';
import { lineOf } from '../upstream/payload/text.ts';
import { createFaults } from '../upstream/payload/values.ts';
import type { HacksConfig } from './config.ts';

/** Hacks. */
export type HacksPayload = readonly Values<'date' | 'name' | 'amount'>[];
const UNREAD = [
  'classification',
  'technique',
  'chain',
  'bridgeHack',
  'targetType',
  'source',
  'returnedFunds',
  'defillamaId',
  'language',
];
export const hacksPayload: TUnsafe<HacksPayload> = Type.Unsafe(Type.Array(row(['date', 'name', 'amount'], UNREAD)));

/** Key of a hack, by day and name. */
export function hackKey({ name, day }: { readonly name: string; readonly day: number }): string {
  return `${day} ${name}`;
}

/** Hack with its day in the source, epoch ms. */
export interface DatedHack extends HackReport {
  readonly day: number;
}

/**
 * Hacks, oldest first. A hack is dated by day and counts as known at the end of that day, or now for the current day.
 *
 * @param now epoch ms.
 */
export function parseHacks(
  payload: HacksPayload,
  now: number,
  { maxLossUsd }: HacksConfig,
): Parsed<readonly DatedHack[]> {
  const faults = createFaults();
  const rows = payload.flatMap((hack, i): DatedHack[] => {
    const name = lineOf(hack.name, 80);
    const day = secondsOf(hack.date, `[${i}].date`, faults);
    if (name === null) faults.add(`[${i}].name`, 'a name', hack.name);
    if (name === null || day === undefined) return [];
    if (day > now) {
      faults.add(`[${i}].date`, 'no moment to come', hack.date);
      return [];
    }
    const { amount } = hack;
    const isLoss = typeof amount === 'number' && amount >= 0 && amount <= maxLossUsd;
    if (!isLoss && amount !== null && amount !== undefined) {
      faults.add(`[${i}].amount`, `an amount of at most ${maxLossUsd}`, amount);
    }
    const time = Math.min(disclosedAt(name, day + DAY_MS), now);
    return [{ name, day, time, lossUsd: isLoss && amount > 0 ? amount : null, symbols: symbolsOfHack(name) }];
  });
  return { rows: rows.toSorted((a, b) => a.time - b.time), fault: faults.summary() };
}
