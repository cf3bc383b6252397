/** Charts of a coin that are loaded on scroll: venues, forced closes, taker flow, options. */

import { CumulativeFlow } from './cumulative.mjs';
import { Accounts, Funding, Interest } from './derivatives.mjs';
import { HeatMap } from './liquidations.mjs';
import { Options } from './options.mjs';
import { html } from './parts.mjs';

/** All of them, in reading order. */
export const TraderCharts = ({ symbol }) =>
  [Funding, Interest, Accounts, HeatMap, Options, CumulativeFlow].map((Chart) => html`<${Chart} symbol=${symbol} />`);
