/** Fields at the end of every block: amount of history, hour, and model. */

import type { HistoryQuality } from '@barograph/nowcast';
import { qualityField } from '../shapes/quality.ts';
import { fieldsOf } from '../fields.ts';
import type { DataSource } from '../parameters.ts';
import { sourceFields, stampFields } from '../shapes/page.ts';

/** Flags of a history. */
export type QuantQuality = Pick<
  HistoryQuality,
  'insufficientHistory' | 'warmingUp' | 'newListing' | 'settled' | 'sparse'
>;

const { flag } = fieldsOf<QuantQuality>();
/** Amount of history behind an answer. Flags are independent; several can be true. */
export const qualityFields = {
  insufficient_history: flag(
    'Less than 60 days of history since the windows began: at the first hour, or after more than a day without bars.',
    (q) => q.insufficientHistory,
  ),
  warming_up: flag('Less than 30 days of such history.', (q) => q.warmingUp),
  new_listing: flag('Less than 7 days of such history: no regime yet.', (q) => q.newListing),
  settled: flag(
    'At least 90 days of such history: the longest window is full. Before that labels may differ from those of a longer history.',
    (q) => q.settled,
  ),
  sparse: flag('More than 5 % of the last 168 hours have no bar: no regime.', (q) => q.sparse),
};

/** Faults in the hours behind an answer. */
export const breaksField = { quality: qualityField };

const { moment } = fieldsOf<{ readonly barTime: number }>();
/** Hour of a block. */
export const barField = { bar_timestamp: moment('Open of the last closed hour.', (b) => b.barTime) };

const { text } = fieldsOf<{ readonly modelVersion: string }>();
/** Model of a block. */
export const modelField = { model_version: text('Version of the model.', (m) => m.modelVersion) };

/** Inputs of the end of an answer. */
export interface QuantStamp {
  readonly modelVersion: string;
  readonly asOf: number;
  readonly dataSource: DataSource;
}
/** Model, moment and source of an answer. */
export const quantStampFields = { ...modelField, as_of: stampFields.as_of, ...sourceFields };
