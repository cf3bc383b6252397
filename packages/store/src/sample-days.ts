/** Daily means and last values of a perp's samples, computed in the database. */

import { sql, type Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** Samples of a UTC day; fields are null when no sample of the day has them. */
export interface SampleDay {
  /** Open of the day, epoch ms. A sample at midnight belongs to the day that ends then. */
  readonly day: number;
  readonly samples: number;
  /** Mean of the hourly rates. */
  readonly fundingRate: number | null;
  /** Open interest in units of the coin, and mark price, of the last sample that has both. */
  readonly openInterest: number | null;
  readonly mark: number | null;
}

/** Days of samples. */
export interface SampleDays {
  /**
   * Days in ascending order, without days that have no sample.
   *
   * @param from open of the first day, epoch ms.
   * @param asOf excludes samples that became known later, epoch ms.
   */
  read(series: string, key: string, from: number, asOf: number): Promise<readonly SampleDay[]>;
}

/** Days over the observations of a database. */
export function createSampleDays(db: Kysely<Tables>): SampleDays {
  return {
    read: async (series, key, from, asOf) => {
      const { rows } = await sql<SampleDay>`
        with newest as (
          select distinct on (valid_time) valid_time, value from observations
          where series = ${series} and key = ${key} and known_at <= ${asOf}::bigint
            and valid_time > ${from}::bigint and valid_time <= ${asOf}::bigint
          order by valid_time, revision desc
        ), sampled as (
          select valid_time, (valid_time - 1) / 86400000 * 86400000 as day,
            (value->>'fundingRate')::float8 as rate, (value->>'openInterest')::float8 as interest, (value->>'mark')::float8 as mark
          from newest
        )
        select day, count(*) as samples, avg(rate) as "fundingRate",
          (array_agg(interest order by valid_time desc) filter (where interest is not null and mark is not null))[1] as "openInterest",
          (array_agg(mark order by valid_time desc) filter (where interest is not null and mark is not null))[1] as mark
        from sampled group by day order by day`.execute(db);
      return rows;
    },
  };
}
