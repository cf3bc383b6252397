/** Wire format of catalysts, event risk terms and sector rotation. */

import {
  CATALYST_BIASES,
  CATALYST_TYPES,
  MACRO_PRINTS,
  type Catalyst,
  type Depeg,
  type EventRisk,
  type PrintTerm,
  type Sector,
  type SectorRotation,
  type Stablecoin,
  type UnlockTerm,
} from '@barograph/stress/risk';
import { Type, type Static } from 'typebox';
import { isWithinHorizon } from '../datasets.ts';
import { fieldsOf, record, type Field, type WireOf } from '../fields.ts';
import { isoTime } from '../scalar.ts';
import { derivedPart } from '../shapes/risk.ts';

/** A catalyst and the perp of its coin. */
export interface ListedCatalyst extends Catalyst {
  readonly perp: string | null;
}

const UNIT = { minimum: 0, maximum: 1 };
const NONE_LESS = { minimum: 0 };
const SCORE = { minimum: 0, maximum: 100 };
const day = (at: number): string => isoTime(at).slice(0, 10);

const field = fieldsOf<ListedCatalyst>();
/** A row of the calendar. */
export const catalystRow = record('Catalyst', {
  type: field.choice(CATALYST_TYPES, 'Kind of event; a mint has no weight in the composite.', ({ type }) => type),
  name: field.text('What it is; text of the source where that names it.', ({ name }) => name),
  date: field.text('UTC day, YYYY-MM-DD.', ({ time }) => day(time)),
  timestamp: field.moment('Moment of it; of a depeg, when it was seen.', ({ time }) => time),
  days_until: field.number('Days from as_of; negative of what was.', ({ daysUntil }) => daysUntil),
  symbols: field.list(
    Type.String(),
    'Tickers that it is about; empty where it is about all.',
    ({ symbols }) => symbols,
  ),
  bias: field.choice(CATALYST_BIASES, 'Side that it leans to.', ({ bias }) => bias),
  magnitude: field.numberOrNull(
    'Size; null of an unlock whose market is not known.',
    ({ magnitude }) => magnitude,
    UNIT,
  ),
  pd_symbol: field.textOrNull(
    'Perp that trades the ticker (kPEPE for PEPE); null where no perp exists for it, and of what is about all coins.',
    ({ perp }) => perp,
  ),
});
/** Catalyst for a tier: an unlock beyond its horizon has only the documented fields. */
export const ShownCatalyst = Type.Object(
  {
    ...catalystRow.schema.properties,
    name: Type.Optional(catalystRow.schema.properties.name),
    timestamp: Type.Optional(catalystRow.schema.properties.timestamp),
  },
  { title: 'Catalyst' },
);
/** Catalyst as shown in answers. */
export type ShownCatalystWire = Static<typeof ShownCatalyst>;
/** A catalyst on the wire. */
export type CatalystWire = WireOf<typeof catalystRow>;

/** Terms are shown with the time of the query. */
export interface At<Term> {
  readonly term: Term;
  readonly asOf: number;
}
const unlock = fieldsOf<At<UnlockTerm>>();
const unlockTermRow = record('UnlockTerm', {
  symbol: unlock.text('Ticker.', ({ term }) => term.unlock.symbol),
  date: unlock.text('UTC day, YYYY-MM-DD.', ({ term }) => day(term.unlock.time)),
  days_until: unlock.number('Days from as_of.', ({ term, asOf }) => (term.unlock.time - asOf) / 86_400_000, NONE_LESS),
  usd: unlock.number('Tokens at the price of now, USD.', ({ term }) => term.unlock.usd, NONE_LESS),
  day_notional: unlock.numberOrNull(
    'Mean notional of a day of its perp over 30 days, USD; null where not known: 2 % of the market cap stand in.',
    ({ term }) => term.unlock.dayNotional,
    NONE_LESS,
  ),
  market_cap: unlock.numberOrNull('USD; null where not known.', ({ term }) => term.unlock.marketCap, NONE_LESS),
  pct_of_float: unlock.numberOrNull(
    'Tokens over those that circulate, a fraction; null where not known, and then not damped.',
    ({ term }) => term.unlock.shareOfFloat,
    NONE_LESS,
  ),
  magnitude: unlock.numberOrNull(
    'min(3, usd / day_notional) · sqrt(min(1, pct_of_float / 0.05)) · 0.5; null without any size of the market.',
    ({ term }) => term.magnitude,
    NONE_LESS,
  ),
  weight: unlock.number('max(0.3, 1 − days_until / window_days).', ({ term }) => term.weight, UNIT),
  product: unlock.number('magnitude · weight; 0 where the magnitude is null.', ({ term }) => (term.magnitude ?? 0) * term.weight, NONE_LESS), // prettier-ignore
});
const print = fieldsOf<At<PrintTerm>>();
const printTermRow = record('PrintTerm', {
  print: print.choice(MACRO_PRINTS, 'Kind of the release.', ({ term }) => term.event.print),
  name: print.text('Name of the release.', ({ term }) => term.event.name),
  timestamp: print.moment('Moment of the release.', ({ term }) => term.event.time),
  hours_until: print.number('Hours from as_of; negative after it.', ({ term, asOf }) => (term.event.time - asOf) / 3_600_000), // prettier-ignore
  importance: print.number(
    'FOMC 1, CPI 0.9, NFP 0.7, PCE 0.6, GDP 0.4, other 0.2.',
    ({ term }) => term.importance,
    UNIT,
  ),
  weight: print.number('e^(−hours / 36) ahead of it; 0.5 · e^(−hours / 6) after it.', ({ term }) => term.weight, UNIT),
  product: print.number('importance · weight.', ({ term }) => term.importance * term.weight, NONE_LESS),
});
/** Depeg with its coin. */
interface DepegTerm {
  readonly depeg: Depeg;
  readonly coin: Stablecoin | undefined;
}
const depeg = fieldsOf<DepegTerm>();
const depegTermRow = record('DepegTerm', {
  symbol: depeg.text('Stablecoin.', (term) => term.depeg.symbol),
  price: depeg.numberOrNull('Median price of the last 30 minutes, USD.', ({ coin }) => coin?.price, NONE_LESS),
  supply_usd: depeg.numberOrNull('Value of all of it, USD.', ({ coin }) => coin?.supplyUsd, NONE_LESS),
  deviation_bps: depeg.number('Basis points from 1 USD, half of them above it.', (term) => term.depeg.deviationBps, NONE_LESS), // prettier-ignore
  severity: depeg.number(
    'Through (20 bp, 0), (50, 0.1), (100, 0.3), (300, 0.7), (1000, 1), straight between them.',
    (term) => term.depeg.severity,
    UNIT,
  ),
  share: depeg.number('Share of the supply of all that have 50 million USD.', (term) => term.depeg.share, UNIT),
  score: depeg.number('100 · severity · (0.5 + 0.5 · sqrt(share)).', (term) => term.depeg.score, SCORE),
});

/** Risk with its time and stablecoins. */
export interface EventDerived {
  readonly risk: EventRisk;
  readonly asOf: number;
  readonly stablecoins: readonly Stablecoin[] | null;
  /** Terms of unlocks beyond the tier's horizon are omitted. */
  readonly isLimited?: boolean;
}
const derived = fieldsOf<EventDerived>();
const isShown =
  ({ asOf, isLimited = false }: EventDerived) =>
  ({ unlock: { time } }: UnlockTerm): boolean =>
    !isLimited || isWithinHorizon('unlocks', time, asOf);
const unlockDerivation = record<EventDerived, Record<string, Field<EventDerived>>>('UnlockDerivation', {
  ...derivedPart('UnlockDerivation', '100 * (1 - exp(-0.5 * sum(product)))', unlockTermRow, (from: EventDerived) =>
    at(from.risk.terms.unlock?.filter(isShown(from)) ?? null, from.asOf),
  ).fields,
  tier_limited: derived.ifKnown(
    Type.Boolean({
      description:
        'True when terms are left out: they are of unlocks beyond the days of supply/unlocks that the tier sees.',
    }),
    (from) => (from.risk.terms.unlock?.every(isShown(from)) === false ? true : undefined),
  ),
});
const at = <Term>(terms: readonly Term[] | null, asOf: number): readonly At<Term>[] | null =>
  terms?.map((term) => ({ term, asOf })) ?? null;
/** Derivation of the score of each part. */
export const eventDerivation = record<
  EventDerived,
  Record<'unlock' | 'macro' | 'depeg', ReturnType<typeof derived.inner>>
>('EventDerivation', {
  unlock: derived.inner(unlockDerivation, (derivation) => derivation),
  macro: derived.inner(
    derivedPart(
      'MacroDerivation',
      '100 * (1 - exp(-1.2 * sum(product)))',
      printTermRow,
      ({ risk, asOf }: EventDerived) => at(risk.terms.macro, asOf),
    ),
    (derivation) => derivation,
  ),
  depeg: derived.inner(
    derivedPart(
      'DepegDerivation',
      'max(0, score)',
      depegTermRow,
      ({ risk, stablecoins }: EventDerived) =>
        risk.terms.depeg?.map((depeg) => ({
          depeg: depeg,
          coin: stablecoins?.find(({ symbol }) => symbol === depeg.symbol),
        })) ?? null,
    ),
    (derivation) => derivation,
  ),
});

const sector = fieldsOf<Sector>();
const sectorRow = record('Sector', {
  name: sector.text('Category of the table of coins; text of the source.', ({ name }) => name),
  coins: sector.integer('Coins of it that count.', ({ coins }) => coins, NONE_LESS),
  change_7d: sector.number('Change of 7 days by market cap, percent.', ({ change7d }) => change7d),
  excess: sector.number('The same less that of all coins, percentage points.', ({ excess }) => excess),
});
const rotation = fieldsOf<SectorRotation>();
/** Rotation of sectors. */
export const sectorRotationRow = record('SectorRotation', {
  change_7d: rotation.number('Change of 7 days of all coins by market cap, percent.', ({ change7d }) => change7d),
  sectors: rotation.integer('Sectors with coins enough to be compared.', ({ sectors }) => sectors, NONE_LESS),
  dispersion: rotation.number(
    'Standard deviation of their excess, percentage points.',
    ({ dispersion }) => dispersion,
    NONE_LESS,
  ),
  leaders: rotation.items(sectorRow, 'The best first.', ({ leaders }) => leaders),
  laggards: rotation.items(sectorRow, 'The worst first.', ({ laggards }) => laggards),
  config_version: rotation.text('Version of the rules.', ({ configVersion }) => configVersion),
});
