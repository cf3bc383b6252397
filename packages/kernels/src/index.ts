export { hasKernels, withoutKernels } from './machine.ts';
export { loadFilter, type FilterLaw, type LoadedFilter, type Tables } from './filter.ts';
export { smoothBackward } from './backward.ts';
export { addMomentSums, type MomentSums } from './moments.ts';
export { fillRanks } from './rank.ts';
export { fillEstimators, type EstimatorSums, type EstimatorTerms, type PriceColumns } from './estimators.ts';
