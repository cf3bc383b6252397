/** The reader's watch list: kept in this browser, never sent. */

import { useEffect, useState } from '../vendor/preact-hooks.mjs';
import { MOST, namesOf } from './watched-names.mjs';

const KEY = 'barograph-watched';
const listeners = new Set();

function stored() {
  try {
    return namesOf(localStorage.getItem(KEY));
  } catch {
    return [];
  }
}
let names = stored();
const tell = () => {
  for (const listener of listeners) listener(names);
};
// Changed by another tab.
addEventListener('storage', ({ key }) => {
  if (key !== KEY && key !== null) return;
  names = stored();
  tell();
});

/** Adds a coin to the watch list, or removes it. */
export function toggleWatched(symbol) {
  names = names.includes(symbol) ? names.filter((one) => one !== symbol) : [...names, symbol].slice(-MOST);
  try {
    if (names.length > 0) localStorage.setItem(KEY, JSON.stringify(names));
    else localStorage.removeItem(KEY);
  } catch {
    // Kept for this visit only.
  }
  tell();
}

/** Watched coins. */
export const watchedNow = () => names;

/** Watched coins, in the order they were added. */
export function useWatched() {
  const [list, set] = useState(names);
  useEffect(() => {
    set(names);
    listeners.add(set);
    return () => listeners.delete(set);
  }, []);
  return list;
}
