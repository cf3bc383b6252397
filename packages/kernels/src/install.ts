/** Installs the kernels on import: `import '@barograph/kernels/install'`. */

import { installKernels } from './kernels.ts';

export { hasKernels } from './machine.ts';

installKernels();
