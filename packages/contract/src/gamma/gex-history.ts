/** GET /quant/gex/history: hourly samples behind a coin's percentiles. */

import { DAY_MS, err, HOUR_MS, ok, type Result } from '@barograph/core';
import { GAMMA_V2, type GammaSample } from '@barograph/positioning';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { POSITIONING } from '../positioning/port.ts';
import { ofPositioning, publishedPositioning, recordOf, symbolParameter } from '../positioning/published.ts';
import { validationProblem, type Problem } from '../problem.ts';
import { availableIfEmpty, type Available } from '../shapes/available.ts';
import { sourced, withSource } from '../shapes/sourced.ts';
import { parseMoment } from '../time.ts';
import { gammaPoint } from './context-row.ts';

/** Days of the ring. */
const WINDOW_DAYS = (GAMMA_V2.ringHours * HOUR_MS) / DAY_MS;

/** Requested bounds, epoch ms, both included. */
interface Bounds {
  readonly from: number | null;
  readonly to: number | null;
}

/** Ring with the requested part. */
interface Found {
  readonly symbol: string;
  readonly asOf: number;
  readonly bounds: Bounds;
  readonly ring: readonly GammaSample[];
  readonly points: readonly GammaSample[];
  readonly available: Available | undefined;
}

const field = fieldsOf<Found>();
const first = ({ ring }: Found): number | null => ring[0]?.time ?? null;
const last = ({ ring }: Found): number | null => ring.at(-1)?.time ?? null;
const METRICS = gammaPoint.columns.filter((name) => name !== 'ts');
const NOTE =
  'Forward-only: the first cycle of each UTC hour, never filled in afterwards. A metric is null where it was not available.';

const meta = record(null, {
  metrics: field.list(Type.String(), 'Names of the metrics of a point.', () => METRICS),
  window_days: field.custom(
    Type.Literal(WINDOW_DAYS, { description: 'Days of hourly samples that are kept.' }),
    () => WINDOW_DAYS,
  ),
  first_sample_ts: field.momentOrNull('Oldest sample that is kept; null of a coin without history.', first),
  last_sample_ts: field.momentOrNull('Newest sample; null of a coin without history.', last),
  note: field.text('How to read it.', () => NOTE),
});

const reply = record('GammaExposureHistory', {
  scope: field.custom(
    Type.Literal('gamma_exposure_history', { description: 'Kind of the answer.' }),
    () => 'gamma_exposure_history' as const,
  ),
  symbol: field.text('Base coin, as its venue names it; as asked of a coin without history.', ({ symbol }) => symbol),
  grain: field.custom(Type.Literal('1h', { description: 'Distance of the points.' }), () => '1h' as const),
  timestamp: field.moment('Cycle that the answer is of.', ({ asOf }) => asOf),
  from: field.momentOrNull('Start as asked, or the oldest sample; null of a coin without history.', (found) =>
    first(found) === null ? null : (found.bounds.from ?? first(found)),
  ),
  to: field.momentOrNull('End as asked, included, or the newest sample; null of a coin without history.', (found) =>
    first(found) === null ? null : (found.bounds.to ?? last(found)),
  ),
  count: field.integer('Points.', ({ points }) => points.length, { minimum: 0, maximum: GAMMA_V2.ringHours }),
  points: field.items(gammaPoint, 'Oldest first.', ({ points }) => points, { maxItems: GAMMA_V2.ringHours }),
  meta: field.inner(meta, (found) => found, 'Metrics and extent of the history.'),
  available: availableIfEmpty,
});

const moment = (end: string) =>
  Type.Optional(Type.String({ minLength: 1, description: `${end}, included: ISO 8601, epoch ms or epoch s.` }));

/** Coverage of a ring, for an answer without points. */
function extentOf(ring: readonly GammaSample[], points: readonly GammaSample[]): Available | undefined {
  if (points.length > 0) return undefined;
  const [from, last] = [ring[0]?.time ?? null, ring.at(-1)?.time];
  if (from === null || last === undefined) return { from, to: null, reason: 'no cycle has measured this coin: samples begin with the first one' }; // prettier-ignore
  return { from, to: last + 1, reason: 'no sample is between from and to' };
}

export const quantGexHistory = operation('quant.gex_history', {
  ...ofPositioning,
  path: '/quant/gex/history',
  pointInTime: true,
  dataset: 'gamma',
  summary: 'Hourly samples of the gamma analog of a coin, up to 30 days.',
  description:
    'At most 720 samples, one per UTC hour in which a cycle ended. A coin without history has no points and null bounds. A free key sees BTC.',
  query: Type.Object({
    symbol: symbolParameter,
    from: moment('Start'),
    to: moment('End'),
    grain: Type.Enum(['1h'], { type: 'string', default: '1h', description: 'Distance of the points.' }),
  }),
  reply: withSource(reply.schema),
  answer: async (context, { query }) => {
    const bounds = boundsOf(query);
    if (!bounds.ok) return bounds;
    const published = publishedPositioning(context);
    if (!published.ok) return published;
    const view = published.value;
    const { from, to } = bounds.value;
    const symbol = recordOf(view, query.symbol)?.symbol ?? query.symbol;
    const ring = await context.use(POSITIONING).ring(symbol, view.asOf);
    const points = ring.filter(({ time }) => time >= (from ?? 0) && time <= (to ?? Infinity));
    const found: Found = {
      symbol,
      asOf: view.asOf,
      bounds: bounds.value,
      ring,
      points,
      available: extentOf(ring, points),
    };
    return ok(value(sourced(reply.encode(found), view)));
  },
});

/** Parses the bounds of a query, or returns a 422 for an invalid time or a start after the end. */
function boundsOf(query: { readonly from?: string; readonly to?: string }): Result<Bounds, Problem> {
  const fault = (name: string, msg: string) =>
    err(validationProblem({ loc: ['query', name], msg, type: 'value_error' }));
  const bounds: { from: number | null; to: number | null } = { from: null, to: null };
  for (const name of ['from', 'to'] as const) {
    const text = query[name];
    if (text === undefined) continue;
    const time = parseMoment(text);
    if (time === undefined) return fault(name, 'expected ISO 8601, epoch ms or epoch s');
    bounds[name] = time;
  }
  if (bounds.from !== null && bounds.to !== null && bounds.from > bounds.to) {
    return fault('from', 'expected a moment that is not after "to"');
  }
  return ok(bounds);
}
