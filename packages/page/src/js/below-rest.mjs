/** All other panels of the market. Loaded after the first ones; on a phone on request. */

import { EtfFlows } from './etf.mjs';
import { MarketHealth } from './health.mjs';
import { News } from './news.mjs';
import { Liquidity, Stress } from './panels.mjs';
import { html } from './parts.mjs';
import { Sources } from './status.mjs';
import { Daily, Sentiment } from './surroundings.mjs';
import { Tape } from './tape.mjs';

/** Questions of these panels: kind and arguments. */
export const questions = () => [
  ['marketHealth'],
  ['policy'],
  ['event'],
  ['security'],
  ['meme'],
  ['liquidity'],
  ['liquidityRows'],
  ['news'],
  ['pulse'],
  ['etf', 'btc'],
  ['etf', 'eth'],
  ['etf', 'sol'],
  ['fearGreed'],
  ['macro'],
  ['stablecoins'],
  ['daily'],
];

/** The panels, in reading order. */
export const Panels = ({ by }) =>
  html`<${MarketHealth} />
    <${Stress} />
    <${Liquidity} />
    <${News} />
    <${EtfFlows} />
    <${Sentiment} />
    <${Daily} />
    <${Tape} by=${by} />
    <${Sources} />`;
