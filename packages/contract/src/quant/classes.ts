/** Classes of the nowcast's probabilities: horizons, classes, and fields of a probability list. */

import {
  BREADTHS,
  DIRECTIONS,
  FUNDINGS,
  LIQUIDATION_RISKS,
  OPEN_INTERESTS,
  REGIMES,
  VOLATILITIES,
} from '@barograph/nowcast';
import { Type, type Static } from 'typebox';
import { nullable } from '../scalar.ts';

/** Horizons of the nowcast. */
export const QUANT_HORIZONS = ['4h', '24h'] as const;
/** Horizon of the nowcast. */
export type QuantHorizon = (typeof QUANT_HORIZONS)[number];
/** The horizon as a parameter. */
export const HorizonParameter = Type.Enum([...QUANT_HORIZONS], {
  type: 'string',
  default: '24h',
  description: 'How far ahead the forecasts look.',
});
/** The horizon as an optional parameter. */
export const AnyHorizonParameter = Type.Optional(
  Type.Enum([...QUANT_HORIZONS], { type: 'string', description: 'How far ahead the forecasts look.' }),
);

/** A label of the nowcast. */
export const RegimeLabelSchema = Type.Enum([...REGIMES], { type: 'string' });

/** Bounds of a probability. */
export const PROBABILITY = { minimum: 0, maximum: 1 } as const;
/** A probability. */
export const ProbabilitySchema = Type.Number(PROBABILITY);

/** Classes of each probability family, in list order. */
export const QUANT_CLASSES = {
  regime: REGIMES,
  direction: DIRECTIONS,
  volatility: VOLATILITIES,
  liquidation_risk: LIQUIDATION_RISKS,
  funding: FUNDINGS,
  breadth: BREADTHS,
  open_interest: OPEN_INTERESTS,
} as const;

/** List of probabilities, one per class of a family, or null. @param description meaning of the probabilities. */
export function probabilities<From>(
  family: keyof typeof QUANT_CLASSES,
  description: string,
  read: (from: From) => readonly number[] | null | undefined,
) {
  const { length } = QUANT_CLASSES[family];
  const classes = QUANT_CLASSES[family].join(', ');
  return {
    schema: nullable(
      Type.Array(ProbabilitySchema, { minItems: length, maxItems: length }),
      `${description} Probabilities of ${classes}, in this order; they sum to 1. null while not known.`,
    ),
    read: (from: From): number[] | null => {
      const list = read(from);
      return list === null || list === undefined ? null : [...list];
    },
  };
}

const ClassesSchema = Type.Record(Type.String(), Type.Array(Type.String()), {
  description:
    'Names of the classes, in the order of every list of probabilities. Keys: regime, direction, volatility, liquidation_risk, funding, breadth and open_interest.',
});
/** Class names of each family. */
export const classesField = {
  schema: ClassesSchema,
  read: (): Static<typeof ClassesSchema> =>
    Object.fromEntries(Object.entries(QUANT_CLASSES).map(([family, classes]) => [family, [...classes]])),
};

const RegimeMapSchema = Type.Record(Type.String(), RegimeLabelSchema, {
  description: 'Label of each regime id. Keys: the ids as text, as in the names of the columns.',
});
/** Label of each regime id. */
export const regimeMapField = {
  schema: RegimeMapSchema,
  read: (): Static<typeof RegimeMapSchema> => Object.fromEntries(REGIMES.map((label, id) => [String(id), label])),
};
