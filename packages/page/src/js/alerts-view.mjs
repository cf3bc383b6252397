/** The view at `#/alerts`: alerts of this browser, and webhooks of the account. */

import { useEffect, useState } from '../vendor/preact-hooks.mjs';
import { openAlert } from './alert-dialog.mjs';
import { NUMBERS, titleOf, valueOf } from './alert-numbers.mjs';
import { SIGNS } from './alert-rules.mjs';
import { allAlerts, dropAlert, onAlerts } from './alert-store.mjs';
import { useAnswer } from './ask.mjs';
import { cut, DASH, moment, num, say, stamp } from './format.mjs';
import { html, Panel } from './parts.mjs';
import { closedBecause, deleteHook, pingHook, resumeHook } from './webhooks.mjs';

function Row({ alert }) {
  const of = NUMBERS[alert.number];
  const result = useAnswer(...of.ask(alert.coin));
  const value = valueOf(alert, result);
  const state =
    value === undefined ? 'not known' : alert.sign === 'changes' ? 'watched' : alert.isHolding ? 'holds' : 'waits';
  return html`<tr>
    <td>${titleOf(alert)}</td>
    <td>${SIGNS[alert.sign]}${alert.sign !== 'changes' && ` ${of.text(alert.level)}`}</td>
    <td class="r">${value === undefined ? DASH : of.text(value)}</td>
    <td>${state}</td>
    <td>${alert.dueAt === undefined ? 'not yet' : stamp(alert.dueAt)}</td>
    <td class="acts">
      <button class="link" type="button" onClick=${() => openAlert(alert)}>Edit</button>
      <button class="link" type="button" onClick=${() => dropAlert(alert.id)}>Delete</button>
    </td>
  </tr>`;
}

const Head = ({ names }) =>
  html`<thead>
    <tr>
      ${names.map((name) => html`<th scope="col" key=${name} class=${name === 'now' ? 'r' : undefined}>${name}</th>`)}
      <th scope="col"><span class="vh">actions</span></th>
    </tr>
  </thead>`;

/** Notification permission of the browser, and the button that requests it. */
function Permission() {
  const read = () => ('Notification' in globalThis ? Notification.permission : 'absent');
  const [state, set] = useState(read);
  const ask = async () => {
    await Notification.requestPermission();
    set(read());
  };
  const words = {
    granted: 'Notifications are allowed.',
    denied: 'Notifications are blocked in the settings of this browser: alerts are shown at the top of the page alone.',
    absent:
      'There are no notifications here (the page was not opened over https or on this machine): alerts are shown at the top of the page alone.',
    default: 'Notifications are not allowed yet: alerts are shown at the top of the page alone.',
  };
  return html`<p class="sub">
    ${words[state]} ${state === 'default' && html`<button class="link" type="button" onClick=${ask}>Allow notifications</button>`} Alerts are judged while
    a tab of this page is open, hidden or not, and are kept in this browser.
  </p>`;
}

function Own() {
  const [alerts, set] = useState(allAlerts);
  useEffect(() => onAlerts(set), []);
  return html`<${Panel} id="alerts" title="Alerts of this browser" ask="from any number: press the bell beside it">
    <${Permission} />
    ${
      alerts.length === 0
        ? html`<p class="missing">There is none.</p>`
        : html`<div class="scroll" tabindex="0" role="region" aria-label="Alerts">
            <table class="tb">
              <${Head} names=${['number', 'when it', 'now', 'state', 'last due']} />
              <tbody>
                ${alerts.map((alert) => html`<${Row} key=${alert.id} alert=${alert} />`)}
              </tbody>
            </table>
          </div>`
    }
  <//>`;
}

function Hook({ of }) {
  const [word, set] = useState('');
  const act = async (call, done) => {
    set('…');
    const result = await call(of.id);
    set(result.problem ?? done(result));
  };
  const pinged = ({ delivered, status, error }) =>
    delivered ? `delivered, ${status}` : `not delivered: ${cut(error ?? status, 60)}`;
  return html`<tr>
    <td><span class="name">${cut(of.url, 60)}</span></td>
    <td>${of.types?.map(say).join(', ') ?? 'documented types'}${of.when && html`, <code>${cut(of.when, 80)}</code>`}</td>
    <td>${of.symbols?.join(', ') ?? 'all'}</td>
    <td>${of.status}${of.failures > 0 && html` <b class="warn">${num(of.failures)} failed</b>`}</td>
    <td>${of.last_success_at === null ? 'not yet' : stamp(moment(of.last_success_at))}</td>
    <td class="acts">
      <button class="link" type="button" onClick=${() => act(pingHook, pinged)}>Test</button>
      ${of.status === 'paused' && html`<button class="link" type="button" onClick=${() => act(resumeHook, () => '')}>Resume</button>`}
      <button class="link" type="button" onClick=${() => act(deleteHook, () => '')}>Delete</button>
      <span role="status">${word}</span>
    </td>
  </tr>`;
}

function Hooks() {
  const why = closedBecause();
  const result = useAnswer('webhooks', undefined, why === undefined);
  const closed = { state: 'locked', status: 401, message: why };
  return html`<${Panel} id="hooks" title="Webhooks of the account" ask="judged by the host" result=${why === undefined ? { ...result, data: undefined } : closed}>
    ${
      result.data &&
      (result.data.count === 0
        ? html`<p class="missing">There is none.</p>`
        : html`<div class="scroll" tabindex="0" role="region" aria-label="Webhooks">
            <table class="tb">
              <${Head} names=${['address', 'rule', 'symbols', 'state', 'last sent']} />
              <tbody>
                ${result.data.webhooks.map((one) => html`<${Hook} key=${one.id} of=${one} />`)}
              </tbody>
            </table>
          </div>`)
    }
    ${result.data && html`<p class="sub after">The service changes no subscription: to edit one, delete it and set the alert again; it then has a new secret.</p>`}
  <//>`;
}

/** The whole view. @param by current access, which decides whether webhooks are shown */
export const Alerts = ({ by }) =>
  html`<main id="main" tabindex="-1">
    <h1 class="vh">Alerts</h1>
    <div class="sheet"><${Own} /><${Hooks} key=${by} /></div>
  </main>`;
