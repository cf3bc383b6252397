/** Files of the page as they were built. */

import { fileURLToPath } from 'node:url';

/** Folder of the built page: `index.html`, its scripts and sheets, as a server sends them. */
export const PAGE_FOLDER: string = fileURLToPath(new URL('../dist/page', import.meta.url));
