/** Alerts of this browser, kept in its storage. */

import { alertsOf, MOST_ALERTS } from './alert-rules.mjs';
import { NUMBERS } from './alert-numbers.mjs';

const KEY = 'barograph-alerts';
const listeners = new Set();

function stored() {
  try {
    return alertsOf(localStorage.getItem(KEY)).filter(({ number }) => Object.hasOwn(NUMBERS, number));
  } catch {
    return [];
  }
}
let alerts = stored();
const tell = () => {
  for (const listener of listeners) listener(alerts);
};
addEventListener('storage', ({ key }) => {
  if (key !== KEY && key !== null) return;
  alerts = stored();
  tell();
});

function keep(next) {
  const isFirst = alerts.length === 0 && next.length > 0;
  alerts = next.slice(-MOST_ALERTS);
  try {
    if (alerts.length > 0) localStorage.setItem(KEY, JSON.stringify(alerts));
    else localStorage.removeItem(KEY);
  } catch {
    // Kept for this visit only.
  }
  tell();
  if (isFirst) dispatchEvent(new Event('alertschange'));
}

/** All alerts. */
export const allAlerts = () => alerts;
/** Adds an alert, or replaces the alert with its id. */
export const putAlert = (alert) =>
  keep(
    alerts.some(({ id }) => id === alert.id)
      ? alerts.map((one) => (one.id === alert.id ? alert : one))
      : [...alerts, alert],
  );
/** Deletes an alert. */
export const dropAlert = (id) => keep(alerts.filter((one) => one.id !== id));

/** Calls `listener` with the alerts on every change. @returns a function that unsubscribes */
export function onAlerts(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
