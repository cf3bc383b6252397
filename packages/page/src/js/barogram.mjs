/** Panel of the barogram: recent history of the regime. */

import { useMemo } from '../vendor/preact-hooks.mjs';
import { settingNow, useSetting } from './address.mjs';
import { useAnswer } from './ask.mjs';
import { BAR_HOURS, sampled } from './bars.mjs';
import { Barogram, barogramTable } from './barogram-plot.mjs';
import { Choice, useSteady } from './controls.mjs';
import { lastMoment } from './panels.mjs';
import { AsTable, html, Panel } from './parts.mjs';
import { NOWCAST } from './words.mjs';

const HOUR_MS = 3_600_000;
const NONE = [];
/** Days by their names in the address; one answer holds 2,000 hours of labels. */
const DAYS = { '7d': 7, '14d': 14, '30d': 30, '90d': 90 };
const FIRST_HOURS = 2000;

const RANGE = ['range', Object.keys(DAYS), '14d'];

/** Questions of the panel for its current settings: kind and arguments. */
export function barogramQuestions() {
  const days = DAYS[settingNow(...RANGE)];
  return [
    ['history', ['market', days]],
    ['bars', ['BTC', days]],
  ];
}

/** The panel; 14 days by default. */
export function BarogramPanel() {
  const [range, setRange] = useSetting(...RANGE);
  const [bar, setBar] = useSetting('tf', Object.keys(BAR_HOURS), '1h');
  const days = DAYS[range];
  const isLong = days * 24 > FIRST_HOURS;
  const first = useAnswer('history', ['market', days]);
  const rest = useAnswer('history', ['market', days, FIRST_HOURS], isLong);
  const whole = isLong && first.state === 'ok' ? rest : first;
  const merged = useMemo(
    () =>
      whole.state === 'ok' ? { ...whole, rows: [...first.data.rows, ...(isLong ? rest.data.rows : NONE)] } : whole,
    [whole, first],
  );
  const history = useSteady(merged);
  // Without labels nothing is drawn, so that a small key's call is not spent on bars.
  const bars = useAnswer('bars', ['BTC', days], history.state !== 'locked');
  const step = BAR_HOURS[bar];
  const rows = useMemo(() => history.rows && sampled(history.rows, step), [history, step]);
  const candles = bars.data?.candles;
  const drawn = useMemo(() => sampled(candles ?? NONE, step), [candles, step]);
  const isEmpty = history.state === 'ok' && rows.length === 0;
  const last = rows?.at(-1) === undefined ? undefined : lastMoment(history.data) + HOUR_MS;
  const choices = html`<${Choice} label="Length of a bar" of=${Object.keys(BAR_HOURS)} value=${bar} set=${setBar} />
    <${Choice} label="Time shown" of=${Object.keys(DAYS)} value=${range} set=${setRange} />`;
  return html`<${Panel}
    id="baro"
    title="Barogram"
    ask=${`Price, published label and the probability of each state, ${days} days`}
    result=${isEmpty ? { ...history, state: 'empty' } : history}
    at=${last}
    extra=${choices}
  >
    ${
      rows &&
      html`<${Barogram} rows=${rows} candles=${drawn} of=${history.data} step=${3600 * step} />
        <${AsTable}
          of="Published label and probabilities by hour"
          head=${['hour, UTC', 'label', 'sure', ...NOWCAST.map(({ code }) => code)]}
          rows=${() => barogramTable(rows)}
        />`
    }
  <//>`;
}
