/** Puts the kernels in place by being imported: `import '@barograph/kernels/install'`. */

import { installKernels } from './kernels.ts';

export { hasKernels } from './machine.ts';

installKernels();
