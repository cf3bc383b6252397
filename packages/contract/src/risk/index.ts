/** Risk of perp books, and co-movement of perps. */

import { feature } from '../feature.ts';
import { postRiskBook } from './book.ts';
import { getRiskMarket } from './market.ts';
import { getRiskScenarios } from './scenarios.ts';

export { riskOfBook, type RiskOfBookWire } from './book-record.ts';
export { riskOfMarket, type RiskOfMarketWire } from './market.ts';
export { RISK_PANELS, type RiskPanels } from './port.ts';
export { riskReport, type RiskReport } from './report.ts';
export { riskScenarios, type RiskScenariosWire } from './scenarios.ts';
export { riskRequest, type RiskRequest } from './request.ts';

export const risk = feature({ operations: [postRiskBook, getRiskMarket, getRiskScenarios] });
