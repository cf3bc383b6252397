/** The gamma analog: rows, rules and history points. Its operations belong to the positioning feature. */

export { gammaAnswer, gammaMeta, type GammaAnswerWire, type GammaSource } from './answer.ts';
export { gammaPoint, type GammaPointWire } from './context-row.ts';
export { gammaRow, type CoinGamma, type GammaRowWire } from './row.ts';
export { gammaRules, type GammaRulesWire } from './rules.ts';
