/** Configuration fields of databases and the archive. */

import { ARCHIVE_ENGINES, ARCHIVE_V1, archivePlace } from '@barograph/runtime';
import { choiceOf, field, numberWithin, type Field } from '@barograph/sources';
import type { HostConfig } from './host-config.ts';

type Names =
  | 'archive'
  | 'archiveEngine'
  | 'archiveDays'
  | 'archiveGigabytes'
  | 'databaseUrl'
  | 'databaseReadUrl'
  | 'redisUrl';

/** Fields in help order. */
export const STORE_FIELDS: { readonly [Name in Names]: Field<HostConfig[Name]> } = {
  archive: field('archive', {
    shape: 'PLACE',
    fallback: undefined,
    fallbackText: '`archive` in the data folder',
    meaning:
      'Location of the files of archived days, for `/backtesting`: a folder, or `s3://BUCKET/PREFIX` that all replicas share (keys, region and endpoint from `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL_S3`); `off` writes none.',
    expected: 'a folder, s3://BUCKET/PREFIX or off',
    parse: archivePlace,
  }),
  archiveEngine: field('archiveEngine', {
    shape: ARCHIVE_ENGINES.join('|'),
    fallback: 'built-in',
    meaning:
      'Reader of archive rows for pages of `/backtesting`; `duckdb` reads in a separate process and needs the package @duckdb/node-api.',
    expected: ARCHIVE_ENGINES.join(' or '),
    parse: choiceOf(ARCHIVE_ENGINES),
  }),
  archiveDays: field('archiveDays', {
    shape: 'N',
    fallback: ARCHIVE_V1.days,
    meaning: 'Days for which published snapshots are kept, for answers about the past (`as_of`); 0 keeps none.',
    expected: 'a number within 0…36500',
    parse: numberWithin(0, 36_500, false),
  }),
  archiveGigabytes: field('archiveGigabytes', {
    shape: 'N',
    fallback: ARCHIVE_V1.bytes / 1e9,
    meaning: 'Maximum size of compressed snapshots, gigabytes; the oldest are deleted first.',
    expected: 'a number within 0.001…1000000',
    parse: numberWithin(0.001, 1_000_000, false),
  }),
  databaseUrl: {
    ...field('databaseUrl', {
      shape: 'URL',
      fallback: undefined,
      fallbackText: 'an embedded PostgreSQL',
      meaning: 'PostgreSQL 15 or newer, shared by all replicas: `postgres://user:password@host:port/database`.',
      expected: 'a URL that begins with postgres:// or postgresql://',
      parse: (value: string) => (/^postgres(?:ql)?:\/\//.test(value) ? value : undefined),
    }),
    env: 'DATABASE_URL',
    isSecret: true,
  },
  databaseReadUrl: {
    ...field('databaseReadUrl', {
      shape: 'URL',
      fallback: undefined,
      fallbackText: 'none: the database itself',
      meaning:
        'Streaming replica of the database of `databaseUrl`, which serves `as_of` and lists of the archive while it lags at most ten seconds.',
      expected: 'a URL that begins with postgres:// or postgresql://',
      parse: (value: string) => (/^postgres(?:ql)?:\/\//.test(value) ? value : undefined),
    }),
    env: 'DATABASE_READ_URL',
    isSecret: true,
  },
  redisUrl: {
    ...field('redisUrl', {
      shape: 'URL',
      fallback: undefined,
      fallbackText: 'Postgres alone',
      meaning:
        'Redis 7 or Valkey, shared by all replicas: events and wake-ups use it while it is reachable, otherwise Postgres. Counters, money and claims stay in Postgres.',
      expected: 'a URL that begins with redis:// or rediss://',
      parse: (value: string) => (/^rediss?:\/\/./.test(value) ? value : undefined),
    }),
    env: 'REDIS_URL',
    isSecret: true,
  },
};
