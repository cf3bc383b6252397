/** News rows on the wire: an event of the tape with its parts, and the pulse of a perp. */

import {
  NEWS_HORIZONS,
  type HorizonResponse,
  type Impact,
  type MarketResponse,
  type NewsHorizon,
  type PulseRow,
} from '@barograph/stress/news';
import { fieldsOf, record, within, type WireOf } from '../fields.ts';
import { newsEventFields, newsIdentityFields, type KnownNews } from '../shapes/news-event.ts';

const NOT_KNOWN = 'null where its data are missing.';
const reaction = fieldsOf<HorizonResponse>();
const horizonRow = record('HorizonResponse', {
  ret_pct: reaction.numberOrNull(
    `Percent, from the last close before the minute of publication; ${NOT_KNOWN}`,
    ({ retPct }) => retPct,
  ),
  oi_change_pct: reaction.numberOrNull(
    `Open interest in units of the coin, percent; ${NOT_KNOWN}`,
    ({ oiChangePct }) => oiChangePct,
  ),
  funding_shift: reaction.numberOrNull(
    `Difference of the funding rates of an hour, fractions; ${NOT_KNOWN}`,
    ({ fundingShift }) => fundingShift,
  ),
  volume_multiplier: reaction.numberOrNull(
    `Volume over the mean of the same clock window of 14 days; ${NOT_KNOWN}`,
    ({ volumeMultiplier }) => volumeMultiplier,
    { minimum: 0 },
  ),
  abnormality: reaction.numberOrNull(
    `Absolute return in deviations of a horizon so long, of the 24 hours before; ${NOT_KNOWN}`,
    ({ abnormality }) => abnormality,
    { minimum: 0 },
  ),
});

const horizons = fieldsOf<MarketResponse>();
const at = (horizon: NewsHorizon) =>
  horizons.innerOrNull(
    horizonRow,
    'null: not matured, which is not "no reaction"; also of a story from before this service could measure it. Once written it never changes.',
    (response) => response[horizon],
  );
const [quarter, hour, four] = NEWS_HORIZONS;
const responseRow = record('MarketResponse', { [quarter]: at(quarter), [hour]: at(hour), [four]: at(four) });

const term = fieldsOf<Impact['terms']>();
const componentsRow = record(
  'NewsScoreComponents',
  {
    intercept: term.number('The same of all.', ({ intercept }) => intercept),
    category: term.number('Of the kind of catalyst.', ({ category }) => category),
    tier: term.number('Of the best source.', ({ tier }) => tier),
    corroboration: term.number('0.7 · ln(1 + independent sources).', ({ corroboration }) => corroboration),
    centrality: term.number('Of a symbol that stands in the title.', ({ centrality }) => centrality),
    recency: term.number('0 of what arrived at once, else negative.', ({ recency }) => recency),
  },
  'Terms of impact_score on the scale of log odds: 1 / (1 + e^−sum).',
);

/** Event as shown to a caller. */
interface ShownNews extends KnownNews {
  /** Whether the tier sees terms and reaction. */
  readonly isWhole: boolean;
}
const field = fieldsOf<ShownNews>();
/** An event of the tape. */
export const newsEventRow = record('NewsEvent', {
  ...within(({ event }: ShownNews) => event, newsEventFields),
  ...within(({ event }: ShownNews) => event, newsIdentityFields),
  score_components: field.ifKnown(componentsRow.schema, ({ event, isWhole }) =>
    isWhole ? componentsRow.encode(event.terms) : undefined,
  ),
  market_response: field.ifKnown(responseRow.schema, ({ response, isWhole }) =>
    isWhole ? responseRow.encode(response) : undefined,
  ),
});
/** An event of the tape on the wire. */
export type NewsEventWire = WireOf<typeof newsEventRow>;

const MIN = { minimum: 0 };
const UNIT = { minimum: 0, maximum: 1 };
const pulse = fieldsOf<PulseRow>();
/** News pressure on a perp. */
export const pulseFields = {
  news_pressure: pulse.number(
    '1 − e^(−sum of impact · (1 + 0.3 · (corroboration − 1)) · 2^(−age / 12 h)), never 1; 0 without events.',
    ({ newsPressure }) => newsPressure,
    UNIT,
  ),
  news_tilt: pulse.number('Mean of bias by the same weights; 0 without events.', ({ newsTilt }) => newsTilt, {
    minimum: -1,
    maximum: 1,
  }),
  event_count: pulse.integer('Qualified events of these hours.', ({ eventCount }) => eventCount, MIN),
  top_impact: pulse.number('Largest impact; 0 without events.', ({ topImpact }) => topImpact ?? 0, UNIT),
  headlines: pulse.integer(
    'Raw coverage: reports of these clock hours that name it, qualified or not, copies included.',
    ({ headlines }) => headlines,
    MIN,
  ),
};
/** A row of the pulse. */
export const pulseRow = record('NewsPulseRow', {
  symbol: pulse.text('Perp, as the venue lists it.', ({ symbol }) => symbol),
  ...pulseFields,
});
/** A row of the pulse on the wire. */
export type PulseRowWire = WireOf<typeof pulseRow>;
