/** Days of whales before a host's first cycle, when a source has past accounts. */

import { DAY_MS, MINUTE_MS } from '@barograph/core';
import { accountBook, classify, CLASSIFIER_V2026_11_1, whaleDay, whales } from '@barograph/positioning';
import type { Market } from '@barograph/sources';
import { BACKFILL_V1, settledSpan, type BackfilledHistory } from '../../backfill/history.ts';
import { answered } from '../answered.ts';
import { termsOf } from './producer.ts';

/** Time of a day's last cycle, before its end. */
const LAST_CYCLE_MS = 5 * MINUTE_MS;

/**
 * Summary of the last possible cycle of a day. Ranks and biases depend on earlier cycles and are not part of a day.
 *
 * @returns undefined for a live source, which has only present accounts.
 */
export function pastWhaleDays({ sources }: Pick<Market, 'sources'>): BackfilledHistory | undefined {
  const ofAccounts = sources.filter(({ feeds }) => feeds.accounts !== undefined);
  if (ofAccounts.length === 0 || ofAccounts.some(({ kind }) => kind === 'live')) return undefined;
  return {
    name: 'whale-days',
    isLast: true,
    span: (asOf) => settledSpan(asOf, BACKFILL_V1.whaleDays),
    fill: async ({ market }, day) => {
      const asOf = day + DAY_MS - LAST_CYCLE_MS;
      const contexts = await answered(market.read('contexts', { asOf }));
      const states = await answered(market.read('accounts', { asOf, also: [] }));
      if (contexts === null || states === null || states.accounts.length === 0) return {};
      const { leastNotional } = CLASSIFIER_V2026_11_1;
      const book = accountBook(states.accounts, contexts.perps.flatMap(termsOf), { leastNotional });
      const [classifier, summary] = [classify(), whales()];
      const { output: classes } = classifier.step(classifier.initial, book);
      const time = states.provenance.asOf;
      const { output } = summary.step(summary.initial, { time, book, classes });
      return { writes: [{ table: 'whaleDays', rows: { ...whaleDay(output), source: 'seed' } }] };
    },
  };
}
