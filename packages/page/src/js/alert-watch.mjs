/** Watches alerts while the page is open, also in hidden tabs, and notifies when due. Loaded when alerts exist. */

import { useEffect, useState } from '../vendor/preact-hooks.mjs';
import { NUMBERS, titleOf, valueOf } from './alert-numbers.mjs';
import { judged, SIGNS } from './alert-rules.mjs';
import { allAlerts, onAlerts, putAlert } from './alert-store.mjs';
import { listen } from './ask.mjs';
import { clock } from './format.mjs';
import { html, kindOf } from './parts.mjs';
import { now } from './time.mjs';

const SHOWN = 3;
const listening = new Map();
const listeners = new Set();
let told = [];

/** Text of a due alert. */
function textOf(alert, value, isSimulated) {
  const { text } = NUMBERS[alert.number];
  const what =
    alert.sign === 'changes'
      ? `is now ${text(value)}`
      : `${SIGNS[alert.sign].replace('rises', 'rose').replace('falls', 'fell')} ${text(alert.level)}: ${text(value)}`;
  return `${isSimulated ? 'SIMULATED · ' : ''}${titleOf(alert)} ${what}`;
}

function notify(alert, text) {
  told = [{ id: `${alert.id} ${now()}`, at: now(), text }, ...told].slice(0, SHOWN);
  for (const listener of listeners) listener(told);
  try {
    if (Notification.permission !== 'granted') return;
    const shown = new Notification('Barograph', { body: text, tag: alert.id });
    shown.addEventListener('click', () => {
      focus();
      location.hash = alert.coin === undefined ? '#/' : `#/coin/${encodeURIComponent(alert.coin)}`;
      shown.close();
    });
  } catch {
    // A browser without notifications: the line on the page remains.
  }
}

/** Evaluates an alert on a new answer. */
function look(id, result) {
  const before = allAlerts().find((one) => one.id === id);
  if (before === undefined) return;
  const value = valueOf(before, result);
  const { alert, isDue } = judged(before, value);
  if (alert !== before) putAlert(isDue ? { ...alert, dueAt: now() } : alert);
  if (isDue) notify(alert, textOf(alert, value, kindOf(result.data) === 'simulated'));
}

function listenToAll(alerts) {
  for (const [id, end] of listening)
    if (!alerts.some((one) => one.id === id)) {
      end();
      listening.delete(id);
    }
  for (const { id, number, coin } of alerts)
    if (!listening.has(id)) {
      listening.set(id, () => {});
      const [kind, of] = NUMBERS[number].ask(coin);
      listening.set(
        id,
        listen(kind, of, (result) => look(id, result)),
      );
    }
}
listenToAll(allAlerts());
onAlerts(listenToAll);

/** Due alerts, at the top of the page. */
export function Due() {
  const [rows, set] = useState(told);
  useEffect(() => {
    set(told);
    listeners.add(set);
    return () => listeners.delete(set);
  }, []);
  if (rows.length === 0) return null;
  const dismiss = () => {
    told = [];
    set(told);
  };
  return html`<div class="notice due" role="status">
    ${rows.map(({ id, at, text }) => html`<p key=${id}><b>Alert</b> ${clock(at)} UTC: ${text}</p>`)}
    <p><a href="#/alerts">All alerts</a> <button class="link" type="button" onClick=${dismiss}>Dismiss</button></p>
  </div>`;
}
