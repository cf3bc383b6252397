/** The risk of a book of perps, by itself. */

export * from '@barograph/risk';
export { riskOf, riskPanelOf } from '../risk-of.ts';
