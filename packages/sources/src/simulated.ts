/** `@barograph/sources/simulated`: the simulator as a source, apart from the others so that only its users load it. */

export { createSimulatedSource } from './simulated/source.ts';
