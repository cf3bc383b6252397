/** Panels of a coin across venues: funding, open interest, and the long/short ratio of accounts. */

import { useMemo } from '../vendor/preact-hooks.mjs';
import { useSetting } from './address.mjs';
import { QUESTIONS, useAnswer } from './ask.mjs';
import { Choice } from './controls.mjs';
import { full, moment, num, pct, stamp, usd } from './format.mjs';
import { html, Panel } from './parts.mjs';
import { DAY_MS, onGrid, together } from './series.mjs';
import { now } from './time.mjs';
import { TimeLines } from './timechart.mjs';
import { fundingByHour, linesOf, silences, VENUES, venuesByDay } from './venues.mjs';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const asked =
  (path, ...more) =>
  (coin) =>
    `derivatives/${path}=${encodeURIComponent(coin)}${more.join('')}`;

Object.assign(QUESTIONS, {
  fundingNow: [asked('funding-rates?coin'), 5 * MINUTE],
  interestNow: [asked('open-interest?coin'), 5 * MINUTE],
  cexaDays: [asked('cexa/history?symbol', '&days=90'), HOUR],
  perpDays: [asked('perpdex/history?symbol', '&days=180'), HOUR],
  cexaSettled: [asked('cexa/funding-rates?symbol', '&limit=100'), HOUR],
  accounts: [asked('cexa/long-short-ratio?symbol'), HOUR],
});

const NONE = [];
const dateOf = (ms) => full(ms).slice(0, 10);
const rate = (value) => pct(value, 1, true);
const NO_PAST = 'The second exchange has its present value alone: no operation serves its past.';

/** Current values by venue. */
const present = (data, field) =>
  Object.fromEntries(Object.keys(VENUES).map((key) => [key, data?.[key]?.[field] ?? null]));

/** Time of an answer across venues, each of which has its own. */
const madeAt = ({ data }) => moment(data?.generated_at);

/** One line for a result without an answer. */
const saidOf = (result, what) =>
  !['ok', 'loading', 'waiting'].includes(result.state) && `${what}: ${result.message ?? 'no answer'}`;

const archiveNote = (data, what) =>
  data?.archive_start != null && `${what} are kept since ${dateOf(data.archive_start)}.`;

/** Timeframe from the caller's controls, or the panel's own: the value, and the controls above the chart. */
function useFrame(name, given, first, names, label) {
  const of = Object.keys(names);
  const [chosen, set] = useSetting(name, of, first);
  if (given !== undefined) return [first, given];
  return [chosen, html`<${Choice} label=${label} of=${of} names=${names} value=${chosen} set=${set} />`];
}

/** One line with the reason when no venue has a value; without venue sources, also the flags that add them. */
const Nothing = ({ text, results }) =>
  html`<p class="missing">
    ${text} ${[...new Set(results.flatMap(({ message, data }) => message ?? data?.reason ?? data?.available?.reason ?? []))].join(' ')}${
      results.some(({ state }) => state === 'unavailable') &&
      html` Start the host with <code>--derivatives</code> or <code>--live</code>.`
    }
  </p>`;

/** Funding, percent per year. @param timeframe `1d`, or `1h` and `4h` for the settlements of a week */
export function Funding({ symbol, range = '90d', timeframe = '1d', controls }) {
  const [frame, choice] = useFrame(
    'funding',
    controls,
    timeframe,
    { '1h': '7 days', '1d': '90 days' },
    'Range of funding',
  );
  const isDaily = frame === '1d';
  const current = useAnswer('fundingNow', symbol);
  const large = useAnswer('cexaDays', symbol, isDaily);
  const perp = useAnswer('perpDays', symbol, isDaily);
  const settled = useAnswer('cexaSettled', symbol, !isDaily);
  const shown = useMemo(() => {
    const value = present(current.data, 'annualized_pct');
    const at = now();
    const { t, columns } = isDaily
      ? venuesByDay({
          past: { perpdex: perp.data?.days ?? NONE, cexa: large.data?.days ?? NONE },
          present: value,
          pick: (row) => row.annualized_pct,
          range,
          now: at,
        })
      : fundingByHour({
          settled: { perpdex: current.data?.perpdex.history ?? NONE, cexa: settled.data?.history ?? NONE },
          present: value,
          days: 7,
          now: at,
        });
    return { t, series: linesOf(columns, { isStepped: true }) };
  }, [isDaily, range, current.data, large.data, perp.data, settled.data]);
  const result = together([current, large, perp], 'GET /derivatives/funding-rates, cexa/history, perpdex/history');
  return html`<${Panel} id="funding" title="Funding" ask="percent a year, by venue; above zero longs pay" result=${result} at=${madeAt(result)}>
    ${
      shown.series.length === 0
        ? html`<${Nothing} text="No venue has a rate of this coin." results=${[current, large, perp]} />`
        : html`<p class="readout now">
              <span>spread of venues <b>${num(current.data?.spread_annualized_pct, 1)}</b> points</span>
            </p>
            <${TimeLines}
              label=${`Funding of ${symbol} by venue, percent a year.`}
              t=${shown.t}
              series=${shown.series}
              format=${rate}
              ruledAt=${0}
              of=${result.data}
              when=${isDaily ? dateOf : stamp}
              aDay=${isDaily ? 30 : 24}
              controls=${choice}
              notes=${[
                NO_PAST,
                isDaily && archiveNote(perp.data, 'Days of the perp venue'),
                isDaily
                  ? saidOf(perp, 'perp venue')
                  : 'The perp venue has the settlements of a day, the large exchange those of its week.',
                isDaily ? saidOf(large, 'large exchange') : saidOf(settled, 'large exchange'),
                ...silences(current.data),
              ]}
            />`
    }
  <//>`;
}

/** Open interest, USD. */
export function Interest({ symbol, range = '90d', controls }) {
  const current = useAnswer('interestNow', symbol);
  const large = useAnswer('cexaDays', symbol);
  const perp = useAnswer('perpDays', symbol);
  const shown = useMemo(() => {
    const { t, columns } = venuesByDay({
      past: { perpdex: perp.data?.days ?? NONE, cexa: large.data?.days ?? NONE },
      present: present(current.data, 'open_interest_usd'),
      pick: (row) => row.open_interest_usd,
      range,
      now: now(),
    });
    const begins = Math.min(
      ...Object.values(columns)
        .map((y) => y.findIndex((value) => value !== null))
        .filter((i) => i >= 0),
    );
    const from = Number.isFinite(begins) ? begins : 0;
    return { t: t.slice(from), series: linesOf(columns).map((line) => ({ ...line, y: line.y.slice(from) })) };
  }, [range, current.data, large.data, perp.data]);
  const result = together([current, large, perp], 'GET /derivatives/open-interest, cexa/history, perpdex/history');
  const { data } = current;
  return html`<${Panel} id="interest" title="Open interest" ask="USD, by venue" result=${result} at=${madeAt(result)}>
    ${
      shown.series.length === 0
        ? html`<${Nothing} text="No venue has open interest of this coin." results=${[current, large, perp]} />`
        : html`<p class="readout now">
              <span>all venues <b>${usd(data?.total_usd)}</b></span
              ><span>${num(data?.venues_counted.length)} of ${num(Object.keys(VENUES).length)} venues counted</span>
            </p>
            <${TimeLines}
              label=${`Open interest of ${symbol} by venue, dollars.`}
              t=${shown.t}
              series=${shown.series}
              format=${usd}
              of=${result.data}
              when=${dateOf}
              aDay=${30}
              controls=${controls}
              notes=${[NO_PAST, archiveNote(perp.data, 'Days of the perp venue'), saidOf(perp, 'perp venue'), saidOf(large, 'large exchange'), ...silences(data)]}
            />`
    }
  <//>`;
}

/** Long accounts per short account. @param timeframe `1h` for a day by hour, `1d` for the archive's days */
export function Accounts({ symbol, range = '30d', timeframe = '1h', controls }) {
  const [frame, choice] = useFrame(
    'accounts',
    controls,
    timeframe,
    { '1h': '1 day', '1d': '30 days' },
    'Range of the long/short ratio',
  );
  const isDaily = frame === '1d';
  const hours = useAnswer('accounts', symbol);
  const days = useAnswer('cexaDays', symbol, isDaily);
  const result = isDaily ? days : hours;
  const rows = useMemo(
    () => ((isDaily ? days.data?.days : hours.data?.history) ?? NONE).filter((row) => row.long_short_ratio !== null),
    [isDaily, days.data, hours.data],
  );
  const shown = useMemo(() => {
    if (rows.length === 0) return undefined;
    const last = rows.at(-1).timestamp;
    const step = isDaily ? DAY_MS : HOUR;
    const { t, at } = onGrid(
      rows.filter(({ timestamp }) => timestamp > last - (isDaily && range !== 'all' ? 30 : 90) * DAY_MS),
      step,
      rows[0].timestamp,
      last,
    );
    const y = at.map((row) => row?.long_short_ratio ?? null);
    return { t, series: [{ name: 'long accounts for one short', short: '', tone: 'ink', y }] };
  }, [rows, isDaily, range]);
  const share = hours.data?.long_account;
  return html`<${Panel} id="accounts" title="Long/short ratio" ask="accounts, not sizes; large exchange" result=${result} at=${madeAt(result)}>
    ${
      shown === undefined
        ? html`<${Nothing} text="No ratio of this coin." results=${[hours]} />`
        : html`<p class="readout now"><span>accounts long <b>${pct(100 * share, 1)}</b>, short <b>${pct(100 * (1 - share), 1)}</b></span></p>
            <${TimeLines}
              label=${`Long accounts of ${symbol} for each short one.`}
              t=${shown.t}
              series=${shown.series}
              format=${(value) => num(value, 2)}
              ruledAt=${1}
              of=${result.data}
              when=${isDaily ? dateOf : stamp}
              aDay=${isDaily ? 30 : 24}
              controls=${choice}
              notes=${['Line at 1: as many accounts long as short. No operation serves the ratio of another venue.']}
            />`
    }
  <//>`;
}
