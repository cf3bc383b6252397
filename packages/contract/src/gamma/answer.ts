/** The gamma analog of all coins on the wire, with the rules that explain it. */

import type { AccountClasses, GammaConfig, MarginTier } from '@barograph/positioning';
import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { classifierVersion } from '../positioning/split-row.ts';
import { contextRow } from './context-row.ts';
import { gammaRow, type CoinGamma } from './row.ts';
import { gammaRules, regimeRules } from './rules.ts';

/** Coins of a cycle, with common fields. */
export interface GammaSource {
  readonly coins: readonly CoinGamma[];
  readonly config: GammaConfig;
  readonly classes: Pick<AccountClasses, 'version'>;
  /** Time of the positions, epoch ms. */
  readonly asOf: number;
  /** Known maintenance margins of the coins. */
  readonly tiers: ReadonlyMap<string, readonly MarginTier[]>;
}

const tier = fieldsOf<MarginTier>();
const tierRow = record(null, {
  from_usd: tier.number('Notional from which on it applies, USD.', (t) => t.from, { minimum: 0 }),
  max_leverage: tier.number('Largest leverage.', (t) => t.maxLeverage, { exclusiveMinimum: 0 }),
  maintenance_margin: tier.number(
    'Fraction of the notional: half of the initial margin at the largest leverage.',
    (t) => 1 / (2 * t.maxLeverage),
  ),
});

/** Meanings of the context fields, from their table. */
const LEGEND = Object.fromEntries(
  Object.entries(contextRow.fields).map(([name, { schema }]) => [name, String(Reflect.get(schema, 'description'))]),
);

const { text, custom, inner, moment } = fieldsOf<GammaSource>();
const byCoin = (description: string) => ({ description });

/** Rules, legend and tiers next to the rows. */
export const gammaMeta = record(null, {
  classifier_version: text('Version of the rules of the classes (CalVer).', (s) => classifierVersion(s.classes)),
  regime_rules: custom(regimeRules.schema, (s) => gammaRules(s.config)),
  distribution_legend: custom(
    Type.Record(Type.String(), Type.String(), byCoin('Meaning of each field of distribution_context.')),
    () => LEGEND,
  ),
  maintenance_margin_tiers: custom(
    Type.Record(Type.String(), Type.Array(tierRow.schema), byCoin('Tiers by coin, ascending; absent where not known.')),
    (s) =>
      Object.fromEntries(
        s.coins.flatMap(({ gamma: { coin } }) => {
          const tiers = s.tiers.get(coin);
          return tiers === undefined ? [] : [[coin, tiers.map(tierRow.encode)]];
        }),
      ),
  ),
});

/** The gamma analog of the coins with a position, by name. */
export const gammaAnswer = record('GammaExposures', {
  positions_as_of: moment('Moment of the positions.', (s) => s.asOf),
  coins: custom(
    Type.Record(Type.String(), gammaRow.schema, byCoin('Gamma analog by coin; one without positions is absent.')),
    (s) => Object.fromEntries(s.coins.map((coin) => [coin.gamma.coin, gammaRow.encode(coin)])),
  ),
  meta: inner(gammaMeta, (s) => s, 'Rules, legend and margin tiers behind the rows.'),
});
/** The answer on the wire. */
export type GammaAnswerWire = WireOf<typeof gammaAnswer>;
