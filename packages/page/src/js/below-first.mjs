/** Panels below the reading that a phone also shows before "more". Loaded after the first paint. */

import { BarogramPanel, barogramQuestions } from './barogram.mjs';
import { Outlook, Volatility, volatilityQuestion } from './panels.mjs';
import { html } from './parts.mjs';
import { Signum } from './signum.mjs';
import { Watched, watchedQuestions } from './watch-panel.mjs';
import { useWatched } from './watched.mjs';

/** Questions of these panels for the current settings: kind and arguments. */
export const questions = () => [
  ...barogramQuestions(),
  ['now24'],
  ...watchedQuestions(),
  ['signum'],
  ['cvi'],
  volatilityQuestion(),
  ['volatilityScore'],
];

/** The panels, in reading order. */
export function Panels() {
  const watched = useWatched();
  return html`<${BarogramPanel} /><${Outlook} />${watched.length > 0 && html`<${Watched} />`}<${Signum} /><${Volatility} />`;
}
