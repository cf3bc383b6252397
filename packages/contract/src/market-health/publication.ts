/** Publications of market health, and of the days behind altcoin breadth. */

import { Type } from 'typebox';
import { publication } from '../published.ts';
import { nullable } from '../scalar.ts';
import { marketHealthBody, type MarketHealthWire } from './row.ts';

/** Name and score of a component, as stored in the records. */
export interface HealthScore {
  readonly name: string;
  /** Null while unavailable. */
  readonly score: number | null;
}

/** Head of market health; its records are the components. */
export interface MarketHealthHead {
  /** Null while a term has no component. */
  readonly health: MarketHealthWire | null;
  /** Unavailable components. */
  readonly missing: readonly string[];
}

/** Publication of market health. */
export const marketHealthPublication = publication<HealthScore, MarketHealthHead>(
  'market-health',
  'market-health-snapshot/1',
  {
    head: Type.Object({ health: nullable(marketHealthBody.schema), missing: Type.Array(Type.String()) }),
    record: Type.Object({ name: Type.String(), score: nullable(Type.Integer({ minimum: 0, maximum: 100 })) }),
  },
);

/** A coin of the universe with its last completed days. */
export interface BreadthDays {
  readonly symbol: string;
  /** Open of its last day, epoch ms; null without days. */
  readonly last_day: number | null;
  /** Closes of its last days, oldest first, up to the length of the longest mean. */
  readonly closes: readonly number[];
}

/** Head of the days. */
export interface BreadthHead {
  /** Day of the universe, epoch ms; null before the first. */
  readonly universe_day: number | null;
}

/** Publication of altcoin breadth. */
export const breadthPublication = publication<BreadthDays, BreadthHead>(
  'altcoin-breadth',
  'altcoin-breadth-snapshot/1',
  {
    head: Type.Object({ universe_day: nullable(Type.Number()) }),
    record: Type.Object({
      symbol: Type.String(),
      last_day: nullable(Type.Number()),
      closes: Type.Array(Type.Number()),
    }),
  },
);
