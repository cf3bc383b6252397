/** Settings of a view in the page's address: a view can be shared, and a change adds no step for the back button. */

import { useEffect, useState } from '../vendor/preact-hooks.mjs';
import { placeOf, settingOf, withSettings } from './place.mjs';

const listeners = new Set();
const tell = () => {
  for (const listener of listeners) listener();
};
addEventListener('hashchange', tell);

/** Place that the address names. */
export const place = () => placeOf(location.hash);

/** Changes settings of the view; replaces the current address. */
export function setSettings(changes) {
  history.replaceState(history.state, '', withSettings(location.hash, changes));
  tell();
}

/** Current setting of the view in the address. See {@link settingOf}. */
export const settingNow = (name, allowed, fallback) => settingOf(place().settings.get(name), allowed, fallback);

/** Setting of the view, and a function that changes it. The fallback is not written. See {@link settingOf}. */
export function useSetting(name, allowed, fallback) {
  const read = () => settingNow(name, allowed, fallback);
  const [value, set] = useState(read);
  useEffect(() => {
    const changed = () => set(read);
    listeners.add(changed);
    return () => listeners.delete(changed);
  }, [name]);
  return [value, (next) => setSettings({ [name]: next === fallback ? undefined : next })];
}
