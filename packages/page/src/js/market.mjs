/** The market at a glance. */

import { useMemo } from '../vendor/preact-hooks.mjs';
import { useAnswer } from './ask.mjs';
import { EtfFlows } from './etf.mjs';
import { AsTable, html, Panel } from './parts.mjs';
import { News } from './news.mjs';
import { lastMoment, Liquidity, MarketHealth, Outlook, Stress, Volatility } from './panels.mjs';
import { Barogram, barogramTable } from './plots.mjs';
import { Reading } from './reading.mjs';
import { Signum } from './signum.mjs';
import { Sources } from './status.mjs';
import { Daily, Sentiment } from './surroundings.mjs';
import { Tape } from './tape.mjs';
import { NOWCAST } from './words.mjs';

const HOUR_MS = 3_600_000;

/** The two weeks that led here. */
function BarogramPanel() {
  const history = useAnswer('history', 'market');
  // Nothing is drawn without the labels, and a call of a small key is not spent on it.
  const bars = useAnswer('bars', 'BTC', history.state !== 'locked');
  const rows = history.data?.rows;
  const candles = bars.data?.candles;
  const drawn = useMemo(() => candles ?? [], [candles]);
  const isEmpty = history.state === 'ok' && rows.length === 0;
  const last = rows?.at(-1) === undefined ? undefined : lastMoment(history.data) + HOUR_MS;
  return html`<${Panel}
    id="baro"
    title="Barogram"
    ask="Price, published label and the probability of each state, 14 days"
    result=${isEmpty ? { ...history, state: 'empty' } : history}
    at=${last}
  >
    ${
      rows &&
      html`<${Barogram} rows=${rows} candles=${drawn} of=${history.data} />
        <${AsTable}
          of="Published label and probabilities by hour"
          head=${['hour, UTC', 'label', 'sure', ...NOWCAST.map(({ code }) => code)]}
          rows=${() => barogramTable(rows)}
        />`
    }
  <//>`;
}

/** The view at `#/`. */
export function Market({ by }) {
  return html`<main id="main" tabindex="-1">
    <h1 class="vh">The market at a glance</h1>
    <div class="sheet">
      <${Reading} />
      <${BarogramPanel} />
      <${Outlook} />
      <${MarketHealth} />
      <${Signum} />
      <${Volatility} />
      <${Stress} />
      <${Liquidity} />
      <${News} />
      <${EtfFlows} />
      <${Sentiment} />
      <${Daily} />
      <${Tape} by=${by} />
      <${Sources} />
    </div>
  </main>`;
}
