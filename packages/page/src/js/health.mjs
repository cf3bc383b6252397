/** Market health: eleven components with their inputs, and those without a source. */

import { useAnswer } from './ask.mjs';
import { Bell } from './bell.mjs';
import { DASH, num, pct, say } from './format.mjs';
import { detailRows, detailText, NEEDS } from './health-inputs.mjs';
import { AsTable, Bar, Flags, html, Panel } from './parts.mjs';
import { HEALTH_LONG, HEALTH_SHORT } from './words.mjs';

const BULLISH = 60;
const BEARISH = 40;

function HealthRow({ name, component }) {
  const { score, weight, details } = component ?? {};
  const isGone = score == null || component.available === false;
  const tone = score >= BULLISH ? 'up' : score <= BEARISH ? 'down' : 'muted';
  return html`<div class="hrow" title=${detailText(details)}>
    <span>${name}</span><span class="w">${weight == null ? DASH : pct(100 * weight)}</span>
    ${
      isGone
        ? html`<span class="gone" role="img" aria-label="no source"></span><span class="v missing">${DASH}</span>`
        : html`<${Bar} value=${score} ticks=${[BEARISH, BULLISH]} tone=${tone} label=${`${score} of 100`} /><span
              class="v"
              >${num(score)}</span
            >`
    }
  </div>`;
}

function HealthHalf({ title, score, sentiment, names, components }) {
  return html`<div class="hg">
      <b>${title}</b><span>${say(sentiment).toLowerCase()} <b class="num">${num(score)}</b></span>
    </div>
    ${Object.entries(names).map(([key, name]) => html`<${HealthRow} key=${key} name=${name} component=${components[key]} />`)}`;
}

const Names = ({ of }) => of.map(([, name]) => name).join(', ');

/** One line of components without a value: those without a source, with the flags that add it, and the others. */
function Gone({ components }) {
  const feeds = new Set((useAnswer('health').data?.feeds ?? []).map(({ feed }) => feed));
  const isOpen = ([key]) => NEEDS[key] !== undefined && !feeds.has(NEEDS[key]);
  const [open, silent] = [components.filter(isOpen), components.filter((one) => !isOpen(one))];
  return html`<p class="sub after">
    ${open.length > 0 && html`No source: <${Names} of=${open} />. <${Flags} of=${[...new Set(open.map(([key]) => NEEDS[key]))]} />${' '}`}
    ${silent.length > 0 && html`No value now: <${Names} of=${silent} />.${' '}`}Their weights go to the others.
  </p>`;
}

/** Eleven components, with those that have no source. */
export function MarketHealth() {
  const result = useAnswer('marketHealth');
  const { data } = result;
  const names = { ...HEALTH_LONG, ...HEALTH_SHORT };
  const gone = data && Object.entries(names).filter(([key]) => data.components[key]?.score == null);
  return html`<${Panel} id="health" title="Market health" ask="eleven components" result=${result}>
    ${
      data &&
      html`<div class="total">
          <span class="big num">${num(data.total_score)}<span class="unit"> of 100</span><${Bell} of="market_health" /></span>
          <span class="mid">${say(data.sentiment).toLowerCase()}</span>
        </div>
        <${HealthHalf}
          title="Long term"
          score=${data.long_term_score}
          sentiment=${data.long_term_sentiment}
          names=${HEALTH_LONG}
          components=${data.components}
        />
        <${HealthHalf}
          title="Short term"
          score=${data.short_term_score}
          sentiment=${data.short_term_sentiment}
          names=${HEALTH_SHORT}
          components=${data.components}
        />
        ${gone.length > 0 && html`<${Gone} components=${gone} />`}
        <${AsTable}
          of="Inputs of market health"
          head=${['component', 'input', 'value', 'points']}
          rows=${() => Object.entries(names).flatMap(([key, name]) => detailRows(data.components[key]?.details).map((row) => [name, ...row]))}
        />`
    }
  <//>`;
}
