/** Waits for answers before a part of the page is drawn, so that it is drawn once. */

import { useEffect } from '../vendor/preact-hooks.mjs';
import { useAnswer } from './ask.mjs';

/**
 * Draws nothing; calls `done` once no answer is pending, or after the longest wait.
 *
 * @param questions kind and arguments of each, of constant number; `patience` ms
 */
export function Settling({ questions, patience, done }) {
  const isSettled = questions.map(([kind, of]) => useAnswer(kind, of).state).every((state) => state !== 'loading');
  useEffect(() => {
    const timer = setTimeout(() => done(), isSettled ? 0 : patience);
    return () => clearTimeout(timer);
  }, [isSettled]);
  return null;
}
