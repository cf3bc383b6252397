/** Risk of a book of perps. */

export * from '@barograph/risk';
export { riskOf, riskPanelOf } from '../risk-of.ts';
