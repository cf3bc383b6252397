/** One hour of the nowcast on the wire, a line per field, and as CSV. */

import { REGIMES, type Regime } from '@barograph/nowcast';
import { Type } from 'typebox';
import { fieldsOf, record, type Field, type WireOf } from '../fields.ts';
import { nullable, num } from '../scalar.ts';
import { PROBABILITY, ProbabilitySchema, type QuantHorizon } from './classes.ts';

/** One hour; NaN where undefined. */
export interface QuantHour {
  /** Open of the hour, epoch ms. */
  readonly time: number;
  /** null when nothing is published. */
  readonly regime: Regime | null;
  readonly confidence: number;
  readonly rawConfidence: number;
  /** Probabilities by regime id: now, in 4 hours, in 24 hours. */
  readonly now: readonly number[];
  readonly h4: readonly number[];
  readonly h24: readonly number[];
  /** Computed later, not at the time. */
  readonly backfilled: boolean;
  readonly modelVersion: string;
}

/** Hour with the horizon of its columns; undefined selects both. */
export interface QuantHourOf {
  readonly hour: QuantHour;
  readonly horizon: QuantHorizon | undefined;
}

const always = (description: string) => nullable(ProbabilitySchema, description);
const perhaps = (description: string) => Type.Optional(always(description));
type Probability = ReturnType<typeof always>;
type Id = 0 | 1 | 2 | 3 | 4 | 5;
type Columns<Block extends string, S extends Probability> = {
  readonly [Name in `p_${Block}_${Id}`]: Field<QuantHourOf, S>;
};

/** One column per regime id. @param read its probabilities; undefined when the columns are not wanted. */
function columns<Block extends string, S extends Probability>(
  block: Block,
  schema: (description: string) => S,
  when: string,
  read: (hour: QuantHourOf) => readonly number[] | undefined,
): Columns<Block, S> {
  const column = (label: Regime, id: number) => ({
    schema: schema(`Probability of ${label} (id ${id}) ${when}; null while not known.`),
    read: (hour: QuantHourOf) => {
      const list = read(hour);
      return list === undefined ? undefined : num(list[id]);
    },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a name for each of the six regimes
  return Object.fromEntries(REGIMES.map((label, id) => [`p_${block}_${id}`, column(label, id)])) as unknown as Columns<
    Block,
    S
  >;
}

const field = fieldsOf<QuantHourOf>();
const LEFT_OUT = 'at the other horizon the column is left out';
/** One hour, flat. */
export const quantHour = record(
  'QuantHistoryRow',
  {
    timestamp: field.moment('Open of the hour.', ({ hour }) => hour.time),
    regime: field.choiceOrNull(
      REGIMES,
      'Label of the hour; null while nothing was published.',
      ({ hour }) => hour.regime,
    ),
    regime_id: field.integerOrNull(
      'Id of the label; null without one.',
      ({ hour }) => (hour.regime === null ? null : REGIMES.indexOf(hour.regime)),
      { minimum: 0, maximum: REGIMES.length - 1 },
    ),
    confidence: field.numberOrNull(
      'Calibrated confidence; null without a label.',
      ({ hour }) => hour.confidence,
      PROBABILITY,
    ),
    raw_confidence: field.numberOrNull(
      'Filtered probability of the label; null without one.',
      ({ hour }) => hour.rawConfidence,
      PROBABILITY,
    ),
    ...columns('now', always, 'in this hour', ({ hour }) => hour.now),
    ...columns('4h', perhaps, `in 4 hours, and ${LEFT_OUT}`, ({ hour, horizon }) =>
      horizon === '24h' ? undefined : hour.h4,
    ),
    ...columns('24h', perhaps, `in 24 hours, and ${LEFT_OUT}`, ({ hour, horizon }) =>
      horizon === '4h' ? undefined : hour.h24,
    ),
    backfilled: field.flag('Computed afterwards, not at the time.', ({ hour }) => hour.backfilled),
    model_version: field.text('Version of the model.', ({ hour }) => hour.modelVersion),
  },
  'What was said of one hour.',
);
/** One hour on the wire. */
export type QuantHourWire = WireOf<typeof quantHour>;

const NOTHING: QuantHour = {
  time: 0,
  regime: null,
  confidence: NaN,
  rawConfidence: NaN,
  now: [],
  h4: [],
  h24: [],
  backfilled: true,
  modelVersion: '',
};

/** Hours as CSV (RFC 4180): a header, then one line per hour; an undefined number is an empty cell. */
export function quantHoursCsv(hours: readonly QuantHour[], horizon: QuantHorizon | undefined): string {
  const names = Object.keys(quantHour.encode({ hour: NOTHING, horizon }));
  const lines = hours.map((hour) =>
    Object.values(quantHour.encode({ hour, horizon }))
      .map((cell) => cell ?? '')
      .join(','),
  );
  return [names.join(','), ...lines, ''].join('\r\n');
}
