/** Converts rows of answers to chart series, without a document. Times are epoch ms; an unknown value is null. */

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

const RANGES = { '7d': 7, '14d': 14, '30d': 30, '90d': 90, '365d': 365 };

/** Days of a range: `7d` to `365d`. Infinity for `all` and for unknown ranges. */
export const daysOf = (range) => RANGES[range] ?? Infinity;

/**
 * Bounds of a window of whole UTC days, counted back from the end of the running day.
 *
 * @param now epoch ms
 * @param k 0 for the newest window
 * @param days length of a window
 * @returns `{ from, to }`, `to` exclusive
 */
export function windowBack(now, k, days) {
  const end = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
  return { from: end - (k + 1) * days * DAY_MS, to: end - k * days * DAY_MS };
}

/** Number of windows of `days` between the running day and `first`, at most `most`. */
export const windowsSince = (now, first, days, most) =>
  Math.min(most, Math.max(1, Math.ceil((windowBack(now, 0, days).to - first) / (days * DAY_MS))));

/**
 * Puts rows on a regular grid, so that missing rows are gaps. The later of two rows in a slot counts.
 *
 * @param step length of a slot, ms
 * @param from first moment; @param to last moment, included
 * @returns `{ t, at }`: opening times of the slots, and the row of each or undefined
 */
export function onGrid(rows, step, from, to, timeOf = (row) => row.timestamp) {
  const slot = (moment) => Math.floor(moment / step) * step;
  const bySlot = new Map(rows.map((row) => [slot(timeOf(row)), row]));
  const t = [];
  for (let open = slot(from); open <= to; open += step) t.push(open);
  return { t, at: t.map((open) => bySlot.get(open)) };
}

/** Runs of equal values: `{ value, first, last }` by index, including unknown ones. */
export function runsOfValues(values) {
  const runs = [];
  for (const [i, value] of values.entries()) {
    const run = runs.at(-1);
    if (run !== undefined && run.value === value) run.last = i;
    else runs.push({ value, first: i, last: i });
  }
  return runs;
}

/** Slots without a value in any series, as runs `{ first, last }`; slots before the first value are no gap. */
export function gapsOf(columns) {
  const length = columns[0]?.length ?? 0;
  const isKnown = Array.from({ length }, (_, i) => columns.some((column) => column[i] != null));
  const [begin, end] = [isKnown.indexOf(true), isKnown.lastIndexOf(true)];
  return runsOfValues(isKnown)
    .filter(({ value, first, last }) => !value && first > begin && last < end)
    .map(({ first, last }) => ({ first, last }));
}

/** Share of the known slots by value; a value that does not occur is absent. */
export function sharesOf(values) {
  const known = values.filter((value) => value != null);
  const counts = new Map();
  for (const value of known) counts.set(value, (counts.get(value) ?? 0) + 1);
  return new Map([...counts].map(([value, count]) => [value, count / known.length]));
}

/** At most `most` round values (1, 2, 5 times a power of ten) within bounds, for a logarithmic axis. */
export function logSplits(low, high, most = 5) {
  if (!(low > 0) || !(high > low)) return [];
  const splitsOf = (factors) => {
    const splits = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++)
      for (const factor of factors) {
        const value = Number(`${factor}e${power}`);
        if (value >= low && value <= high) splits.push(value);
      }
    return splits;
  };
  const choices = [[1, 1.5, 2, 3, 4, 5, 7], [1, 2, 3, 5], [1, 2, 5], [1, 3], [1]].map(splitsOf);
  return choices.find(({ length }) => length <= most) ?? choices.at(-1).slice(-most);
}

/**
 * Taker flow in buckets, with its running sum. A bucket without a completely covered minute is unknown and leaves the
 * sum unchanged.
 *
 * @param rows minutes of `/perpdex/trade-flow`, oldest first
 * @param minutes length of a bucket
 * @returns `{ t, buy, sell, net, price, watched }` by bucket; net is the running sum of buys minus sells, USD
 */
export function cumulativeFlow(rows, minutes) {
  const flow = { t: [], buy: [], sell: [], net: [], price: [], watched: [] };
  if (rows.length === 0) return flow;
  const step = minutes * 60_000;
  const buckets = new Map();
  for (const row of rows) {
    const open = Math.floor(row.time / step) * step;
    buckets.set(open, [...(buckets.get(open) ?? []), row]);
  }
  let net = 0;
  const [first, last] = [Math.min(...buckets.keys()), Math.max(...buckets.keys())];
  for (let open = first; open <= last; open += step) {
    const watched = (buckets.get(open) ?? []).filter((row) => !row.partial);
    const sum = (key) => watched.reduce((all, row) => all + (row[key] ?? 0), 0);
    const isKnown = watched.length > 0;
    const [buy, sell] = [sum('buy_notional'), sum('sell_notional')];
    net += buy - sell;
    flow.t.push(open);
    flow.buy.push(isKnown ? buy : null);
    flow.sell.push(isKnown ? sell : null);
    flow.net.push(isKnown ? net : null);
    flow.price.push(watched.findLast(({ vwap }) => vwap != null)?.vwap ?? null);
    flow.watched.push(watched.length);
  }
  return flow;
}

/** Archived minutes before the live ones, in the live format. Both oldest first. */
export function minutesOf(archived, live) {
  const begins = live[0]?.time ?? Infinity;
  const older = archived.filter(({ timestamp }) => timestamp < begins);
  return [
    ...older.map(({ timestamp: time, buy_usd: buys, sell_usd: sells, vwap, partial }) => ({
      time,
      buy_notional: buys,
      sell_notional: sells,
      vwap,
      partial,
    })),
    ...live,
  ];
}

/** Retention of the service's event stream. */
const STREAM_KEPT_MS = 2 * HOUR_MS;
/** Retention of events in a page that stays open. */
const PAGE_KEPT_MS = DAY_MS + HOUR_MS;

/**
 * Adds events to those received so far: the stream keeps two hours, an open page more.
 *
 * @param known events received before, or undefined; @param events of an answer, oldest first
 * @param limit most events of an answer: a full one does not reach back two hours
 * @param now epoch ms of the answer
 * @returns `{ from, to, events }`: every event from `from` to `to`, by id, once
 */
export function heardEvents(known, events, limit, now) {
  const reach = events.length >= limit ? events[0].ts : now - STREAM_KEPT_MS;
  // A time that no answer covered is unknown.
  const isJoined = known !== undefined && reach <= known.to;
  const all = new Map(isJoined ? known.events.map((event) => [event.id, event]) : []);
  for (const event of events) all.set(event.id, event);
  const from = Math.max(isJoined ? known.from : reach, now - PAGE_KEPT_MS);
  return { from, to: now, events: [...all.values()].filter(({ ts }) => ts >= from) };
}

/**
 * Forced closes by hour and side; null in hours that begin before `from`, which are incomplete.
 *
 * @param events of type `liquidation`
 * @param t opens of the hours
 * @returns `{ long, short, n }` by hour, USD and count
 */
export function forcedByHour(events, t, from = -Infinity) {
  const index = new Map(t.map((open, i) => [open, i]));
  const nothing = () => t.map((open) => (open < from ? null : 0));
  const forced = { long: nothing(), short: nothing(), n: nothing() };
  for (const { ts, side, usd } of events) {
    const i = index.get(Math.floor(ts / HOUR_MS) * HOUR_MS);
    if (i === undefined || !(side in forced) || forced.n[i] === null) continue;
    forced[side][i] += usd;
    forced.n[i] += 1;
  }
  return forced;
}

/** Lower bounds of a heat map's three drawn steps, USD, from its largest cell; each is four times the previous. */
export function heatSteps(most) {
  return most > 0 ? [most / 64, most / 16, most / 4] : [];
}

/** Step of a cell: 0 below the first of {@link heatSteps}, 3 from the last one up. */
export const heatStep = (dollars, steps) => steps.filter((least) => dollars >= least).length;

/** Largest bin of a side within bounds of the price: `{ price, usd }`, undefined without dollars. */
export function largestBin(bins, side, low, high) {
  const near = bins.filter((bin) => bin.price_hi > low && bin.price_lo < high && bin[side] > 0);
  const most = near.reduce((all, bin) => (bin[side] > (all?.[side] ?? 0) ? bin : all), undefined);
  return most && { price: (most.price_lo + most.price_hi) / 2, usd: most[side] };
}

/**
 * Result of several questions: source and time of the first with an answer; without an answer, the state of the first
 * that is no longer pending.
 */
export function together(results, path) {
  const found = results.find(({ state }) => state === 'ok');
  const waits = results.find(({ state }) => state === 'loading' || state === 'waiting');
  return { ...(found ?? waits ?? results[0]), path };
}
