/** The gamma analog: its rows, its rules and the points of its history, from the cycle of positioning. */

import { feature } from '../feature.ts';
import { quantGexHistory } from './gex-history.ts';
import { quantGex } from './gex.ts';

export { gammaAnswer, gammaMeta, type GammaAnswerWire, type GammaSource } from './answer.ts';
export { gammaPoint, type GammaPointWire } from './context-row.ts';
export { gammaRow, type CoinGamma, type GammaRowWire } from './row.ts';
export { gammaRules, type GammaRulesWire } from './rules.ts';
export const gamma = feature({ operations: [quantGex, quantGexHistory] });
