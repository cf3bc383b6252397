export { installKernels, KERNELS, withoutKernels } from './kernels.ts';
export { hasKernels } from './machine.ts';
