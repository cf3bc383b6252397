/** The view at `#/history`: regimes of weeks over years, and those of the next hours over 14, 90 and 365 days. */

import { useMemo } from '../vendor/preact-hooks.mjs';
import { useSetting } from './address.mjs';
import { useAnswer } from './ask.mjs';
import { Choice } from './controls.mjs';
import { full, neat, num, price } from './format.mjs';
import { Lanes } from './lanes.mjs';
import { AsTable, html, Panel } from './parts.mjs';
import { CYCLE_WINDOW, HOURS_WINDOW, usePast, WINDOWS } from './past.mjs';
import { Barogram, barogramTable } from './barogram-plot.mjs';
import { DAY_MS, daysOf, HOUR_MS, onGrid, runsOfValues, windowsSince } from './series.mjs';
import { now } from './time.mjs';
import { cycleOf, NOWCAST } from './words.mjs';

/** Shown below the six states: their history has no evidence, unlike that of the ten. */
const NO_REASONS = 'No operation serves why a label of past hours held: the archive has labels and probabilities.';
/** Ten states from best to worst, six from up to down. */
const TEN = [9, 8, 7, 6, 5, 4, 10, 2, 3, 1].map((id) => {
  const { name, short, tone } = cycleOf(id);
  return { id, name, tone, short: `${id} ${short}` };
});
const SIX = [0, 2, 5, 3, 4, 1].map((id) => ({ ...NOWCAST[id], id, short: NOWCAST[id].code }));
const NONE = [];
const dateOf = (ms) => full(ms).slice(0, 10);

/** Daily closes of BTC: of the perp, and of the spot pair for days before it. */
function useCloses(isAsked, first) {
  const perp = useAnswer('dayBars', 'BTC', isAsked);
  const begins = perp.data?.candles[0]?.timestamp ?? Infinity;
  const needsSpot = isAsked && perp.state !== 'loading' && first !== undefined && begins > first;
  const spot = useAnswer('dayBarsSpot', 'BTC', needsSpot);
  return useMemo(() => {
    const bars = [...(spot.data?.klines ?? NONE), ...(perp.data?.candles ?? NONE)];
    return new Map(bars.map(({ timestamp, close }) => [timestamp, close]));
  }, [perp.data, spot.data]);
}

/** Published regime of every day of `t`: the last one of the day. */
function publishedOn(t, spells) {
  return t.map((open) => {
    const spell = spells.findLast(
      (one) => Date.parse(one.committed_at) < open + DAY_MS && Date.parse(one.ended_at ?? one.last_observed_at) >= open,
    );
    return spell ?? null;
  });
}

function CycleReadout({ row, spell }) {
  const state = row?.id == null ? undefined : cycleOf(row.id);
  const raw = row?.raw_id == null || row.raw_id === row.id ? undefined : cycleOf(row.raw_id);
  return html`${
    state
      ? html`<span><span class=${`key c-${state.tone}`}></span><b>${state.id} ${state.name}</b>, reconstructed</span>`
      : html`<span class="missing">${row === undefined ? 'not closed yet' : 'no rule has held for three days'}</span>`
  }${raw && html`<span>the day alone reads ${raw.id} ${raw.name}</span>`}${spell && html`<span>published: <b>${spell.regime} ${spell.name}</b></span>`}${
    row?.breadth === 'unavailable' && html`<span>without breadth</span>`
  }<span class="why">${neat(spell?.rationale ?? row?.rationale ?? '')}</span>`;
}

const spellRows = (rows, t) =>
  runsOfValues(rows.map((row) => row?.id))
    .filter(({ value }) => value !== undefined)
    .map(({ value, first, last }) => [
      dateOf(t[first]),
      dateOf(t[last]),
      value === null ? 'no label' : `${value} ${cycleOf(value).name}`,
      num(last - first + 1),
      neat(rows[first]?.rationale ?? ''),
    ]);

const YEARS = { '365d': '1 year', all: 'all' };

/** Ten states over years. @param range `365d` or `all`, the initial value; @param controls replace the panel's own */
export function CyclePast({ range: first = 'all', controls }) {
  const [chosen, choose] = useSetting('years', Object.keys(YEARS), first);
  const range = controls === undefined ? chosen : first;
  const newest = useAnswer('cyclePast', ['BTC', 0]);
  const begins = newest.data?.available.from ?? undefined;
  const count = range === 'all' && begins !== undefined ? windowsSince(now(), begins, CYCLE_WINDOW, WINDOWS) : 1;
  const past = usePast('cyclePast', 'BTC', count, (data) => data.days);
  const published = useAnswer('cyclePublished');
  const closes = useCloses(newest.state === 'ok', past.rows[0]?.timestamp);
  const spells = published.data?.history ?? NONE;
  const shown = useMemo(() => {
    const closed = past.rows.at(-1)?.timestamp;
    if (closed === undefined) return undefined;
    // The running day has no bar-based reading yet, but may have a published one.
    const last = spells.length > 0 ? closed + DAY_MS : closed;
    const from = Math.max(past.rows[0].timestamp, last - (daysOf(range) - 1) * DAY_MS);
    const { t, at } = onGrid(past.rows, DAY_MS, from, last);
    const spell = publishedOn(t, spells);
    return {
      t,
      at,
      spell,
      states: at.map((row) => row?.id),
      published: spell.map((one) => one?.regime ?? null),
      close: t.map((open) => closes.get(open) ?? null),
    };
  }, [past.isWhole, past.rows.length, range, spells, closes]);
  const choice = html`<${Choice} label="Range of the ten states" of=${Object.keys(YEARS)} names=${YEARS} value=${range} set=${choose} />`;
  const isEmpty = newest.state === 'ok' && shown === undefined;
  const kept = published.data?.archive_start;
  return html`<${Panel}
    id="cycle-past"
    title="Regimes of weeks to months"
    ask="ten states, day by day, below the price of BTC"
    result=${isEmpty ? { ...newest, state: 'empty' } : newest}
    foot=${html`<span>GET /regimes/history</span>`}
    at=${past.rows.length > 0 ? past.rows.at(-1).timestamp + DAY_MS : undefined}
  >
    ${
      shown &&
      html`<${Lanes}
        label="Long-horizon regime by day, with the price of BTC."
        t=${shown.t}
        step=${DAY_MS}
        close=${shown.close}
        states=${shown.states}
        published=${shown.published}
        lanes=${TEN}
        of=${newest.data}
        when=${dateOf}
        say=${(i) => html`<${CycleReadout} row=${shown.at[i]} spell=${shown.spell[i]} />`}
        controls=${controls ?? choice}
        aDay=${30}
        notes=${[
          'Filled: reconstructed. The rules read the bars of each day at its close, afterwards; three days confirm a change. Outlined: published by this host at the time.',
          kept
            ? `Published regimes are kept since ${kept.slice(0, 10)}.`
            : published.state === 'ok'
              ? 'No regime was published yet.'
              : published.message,
          past.failed && `Some years are missing: ${past.failed.message ?? 'no answer'}`,
          !past.isWhole && 'Earlier years are on their way.',
        ]}
        table=${{
          of: 'Spells of the long-horizon regime, reconstructed',
          head: ['from', 'to', 'regime', 'days', 'why, on its first day'],
          rows: () => spellRows(shown.at, shown.t).reverse(),
        }}
      />`
    }
  <//>`;
}

/** Hourly labels with their probabilities, as the barogram draws them. */
function Hours({ range, controls }) {
  const days = daysOf(range);
  const past = usePast('hoursPast', 'market', Math.ceil(days / HOURS_WINDOW), (data) => data.rows);
  const bars = useAnswer('hourBars', ['BTC', 0], past.newest.state === 'ok');
  const rows = useMemo(() => {
    const last = past.rows.findLast((row) => row.regime_id !== null)?.timestamp;
    return past.rows.filter((row) => row.regime_id !== null && row.timestamp > last - days * DAY_MS);
  }, [past.isWhole, past.rows.length, days]);
  const { newest } = past;
  const candles = bars.data?.candles ?? NONE;
  return html`<${Part} controls=${controls} result=${newest} isEmpty=${past.isWhole && rows.length === 0} at=${rows.length > 0 ? rows.at(-1).timestamp + HOUR_MS : undefined}>
    ${
      rows.length > 0 &&
      html`<${Barogram} rows=${rows} candles=${candles} of=${newest.data} />
        <p class="sub note">${NO_REASONS}</p>
        ${past.failed && html`<p class="sub warn">Some days are missing: ${past.failed.message ?? 'no answer'}</p>`}
        <${AsTable}
          of="Published label and probabilities by hour"
          head=${['hour, UTC', 'label', 'sure', ...NOWCAST.map(({ code }) => code)]}
          rows=${() => barogramTable(rows)}
        />`
    }
  <//>`;
}

/** Label of each UTC day: the most frequent one of its hours. */
function Days({ range, controls }) {
  const timeline = useAnswer('timeline');
  const days = timeline.data?.days ?? NONE;
  const closes = useCloses(timeline.state === 'ok', days.length > 0 ? Date.parse(days[0].date) : undefined);
  const shown = useMemo(() => {
    if (days.length === 0) return undefined;
    const rows = days.map((one) => ({ ...one, timestamp: Date.parse(one.date) }));
    const last = rows.at(-1).timestamp;
    const { t, at } = onGrid(rows, DAY_MS, Math.max(rows[0].timestamp, last - (daysOf(range) - 1) * DAY_MS), last);
    const states = at.map((row) => (row?.regime == null ? null : NOWCAST.findIndex(({ id }) => id === row.regime)));
    return { t, at, states, close: t.map((open) => closes.get(open) ?? null) };
  }, [days, range, closes]);
  const say = (i) => {
    const state = NOWCAST[shown.states[i]];
    return state
      ? html`<span><span class=${`key c-${state.tone}`}></span><b>${state.name}</b> held most of ${num(shown.at[i].hours)} h</span>`
      : html`<span class="missing">fewer than 12 hours with a label</span>`;
  };
  return html`<${Part} controls=${controls} result=${timeline} isEmpty=${timeline.state === 'ok' && shown === undefined} at=${shown && shown.t.at(-1) + DAY_MS}>
    ${
      shown &&
      html`<${Lanes}
        label="Published label of the next hours by day, with the price of BTC."
        t=${shown.t}
        step=${DAY_MS}
        close=${shown.close}
        states=${shown.states}
        lanes=${SIX}
        of=${timeline.data}
        when=${dateOf}
        say=${say}
        aDay=${30}
        notes=${['The label that held most hours of each UTC day. Ranges of 14 and 90 days have the hours with their probabilities.', NO_REASONS]}
        table=${{
          of: 'Label of each day',
          head: ['day', 'label', 'hours with a label', 'BTC'],
          rows: () =>
            shown.t
              .map((ms, i) => [
                dateOf(ms),
                NOWCAST[shown.states[i]]?.name ?? 'no label',
                num(shown.at[i]?.hours),
                price(shown.close[i]),
              ])
              .reverse(),
        }}
      />`
    }
  <//>`;
}

/** Panel of the six states around the content of its range. */
const Part = ({ result, isEmpty, at, controls, children }) =>
  html`<${Panel}
    id="hours-past"
    title="Regimes of the next hours"
    ask="six states, below the price of BTC"
    result=${isEmpty ? { ...result, state: 'empty' } : result}
    at=${at}
    extra=${controls}
    >${children}<//
  >`;

const RANGES = { '14d': '14 days', '90d': '90 days', '365d': '1 year', all: 'all' };

/**
 * Six states. @param range `14d`, `90d`, `365d` or `all`, the initial value; up to 90 days by hour unless timeframe is
 * `1d`
 */
export function HoursPast({ range: first = '14d', timeframe = '1h', controls }) {
  const [chosen, choose] = useSetting('range', Object.keys(RANGES), first);
  const range = controls === undefined ? chosen : first;
  const isByDay = timeframe === '1d' || daysOf(range) > 90;
  const choice =
    controls ??
    html`<${Choice} label="Range of the six states" of=${Object.keys(RANGES)} names=${RANGES} value=${range} set=${choose} />`;
  const Shown = isByDay ? Days : Hours;
  return html`<${Shown} range=${range} controls=${choice} key=${isByDay ? 'days' : range} />`;
}

/** The view at `#/history`. */
export const History = () =>
  html`<main id="main" tabindex="-1">
    <h1 class="vh">History of the regimes</h1>
    <div class="sheet"><${CyclePast} /><${HoursPast} /></div>
  </main>`;
