/** The gamma analog: its rows, its rules and the points of its history. The operations come with the host's cycle. */

export { gammaAnswer, type GammaAnswerWire, type GammaSource } from './answer.ts';
export { gammaPoint, type GammaPointWire } from './context-row.ts';
export { gammaRow, type CoinGamma, type GammaRowWire } from './row.ts';
export { gammaRules, type GammaRulesWire } from './rules.ts';
