/** GET /backtesting/status: archive coverage and read limits. */

import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { ARCHIVE_EDGE_V1, type ArchiveEdgeConfig } from '../edge.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import type { DataSource } from '../parameters.ts';
import { sourceFields } from '../shapes/page.ts';
import { FIRST_RELEASE } from '../version.ts';
import { PAGE_ROWS } from './asked.ts';
import { BACKTESTING, type ArchiveGap, type BacktestingStatus, type TypeStatus } from './port.ts';

const MIN = { minimum: 0 };
const limit = fieldsOf<ArchiveEdgeConfig>();
const limits = record(null, {
  max_concurrent: limit.integer('Heavy reads at a time, over all replicas.', (config) => config.heavyAtOnce, MIN),
  queue_timeout_s: limit.integer('Longest wait for a place.', (config) => config.queueSeconds, MIN),
  retry_after_s: limit.integer('Wait after a 503 backtesting_busy.', (config) => config.retrySeconds, MIN),
  requests_per_second: limit.integer('Sustained, by key.', (config) => config.perSecond, MIN),
  burst: limit.integer('Requests at once, by key.', (config) => config.burst, MIN),
  max_rows: limit.integer('Rows of a page.', () => PAGE_ROWS, MIN),
  timeout_s: limit.integer('Longest answer.', (config) => config.deadlineSeconds, MIN),
});
const gap = fieldsOf<ArchiveGap>();
const missing = record(null, {
  date: gap.text('YYYY-MM-DD.', (gap) => gap.date),
  exchange: gap.text('As in the files.', (gap) => gap.exchange),
  symbol: gap.text('As in the files.', (gap) => gap.symbol),
});
const type = fieldsOf<TypeStatus>();
const row = record(null, {
  data_type: type.text('Type of the files.', (status) => status.type),
  status: type.choice(
    ['archived', 'empty', 'unavailable'],
    'unavailable: this service has no source of it.',
    (status) => status.status,
  ),
  first_day: type.textOrNull('YYYY-MM-DD; null without a day.', (status) => status.firstDay),
  last_day: type.textOrNull('YYYY-MM-DD; null without a day.', (status) => status.lastDay),
  days: type.integer('Days with files.', (status) => status.days, MIN),
  symbols: type.integer('Symbols with files; of snapshots, their types.', (status) => status.symbols, MIN),
  files: type.integer('Files, the newest of each.', (status) => status.files, MIN),
  rows: type.integer('Rows in them.', (status) => status.rows, MIN),
  bytes: type.integer('Bytes of them.', (status) => status.bytes, MIN),
  gaps: type.list(Type.String(), 'Days between the first and the last without a file.', (status) => status.gaps),
  missing: type.items(
    missing,
    'Symbols that days were archived without, because their source failed for too long; filled when it answers.',
    (status) => status.missing,
  ),
});

interface Now extends BacktestingStatus {
  readonly dataSource: DataSource;
}
const field = fieldsOf<Now>();
const reply = record('BacktestingStatus', {
  limits: field.inner(limits, () => ARCHIVE_EDGE_V1, 'Limits of /backtesting.'),
  items: field.items(row, 'What there is of each type.', (now) => now.types),
  as_of: field.moment('Moment of the answer.', (now) => now.asOf),
  ...sourceFields,
});

export const backtestingStatus = operation('backtesting.status', {
  family: 'backtesting',
  path: '/backtesting/status',
  dataset: 'archive_status',
  edge: 'light',
  summary: 'What is archived, from when to when, with which gaps; and the limits of reading it.',
  description: 'Light: it waits for no heavy read.',
  notes: [{ date: FIRST_RELEASE, text: 'any key: the contract does not show its access' }],
  reply: reply.schema,
  ports: [BACKTESTING],
  answer: async (context) => {
    const status = await context.use(BACKTESTING).status();
    return ok(value(reply.encode({ ...status, dataSource: context.dataSource })));
  },
});
