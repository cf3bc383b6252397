/** Days of a score without an archived row, reconstructed from bars and series. */

import type { ScoreName } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import { CADENCES_V1 } from '@barograph/sources';
import { BACKFILL_V1, settledSpan, type BackfilledHistory } from '../../backfill/history.ts';
import type { ProducerInput } from '../../producer.ts';
import { pastScoreSeries, scoreSeries, type DayScore, type KeptScore } from './archive.ts';

/** Mark of reconstructed rows, in the place of an archived row's market. */
const SEED = 'seed';

/**
 * History of a score: each day as its archiver would have scored it, five minutes after its end.
 *
 * @param timeline market name in the store.
 * @param score returns the score at a moment, or null when too little is known. It must not read feeds that have only present
 *   values. `now` is the moment of the run, epoch ms.
 */
export function pastScores(
  timeline: string,
  name: ScoreName,
  score: (input: ProducerInput, now: number) => Promise<Omit<DayScore, 'source'> | null>,
): BackfilledHistory {
  const [archived, past] = [scoreSeries(name, timeline), pastScoreSeries(name, timeline)];
  return {
    name: `daily-score-${name.replace('_', '-')}`,
    span: (asOf) => settledSpan(asOf, BACKFILL_V1.scoreDays),
    fill: async (input, day) => {
      for (const series of [archived, past]) {
        if ((await input.observed(series, day, day)).length > 0) return {};
      }
      const moment = day + DAY_MS + CADENCES_V1.afterMidnight.offset;
      const dayScore = await score({ ...input, asOf: moment, slot: moment }, input.asOf);
      if (dayScore === null) return {};
      const value: KeptScore = { version: dayScore.version, value: dayScore.value };
      return {
        observations: [{ series: past, key: '', validTime: day, knownAt: input.asOf, value, source: SEED }],
      };
    },
  };
}
