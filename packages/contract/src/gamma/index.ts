/** The gamma analog: its rows, its rules and the points of its history. Its operations are of the feature of positioning. */

export { gammaAnswer, gammaMeta, type GammaAnswerWire, type GammaSource } from './answer.ts';
export { gammaPoint, type GammaPointWire } from './context-row.ts';
export { gammaRow, type CoinGamma, type GammaRowWire } from './row.ts';
export { gammaRules, type GammaRulesWire } from './rules.ts';
