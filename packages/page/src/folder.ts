/** Files of the page and of the documentation as they were built. */

import { fileURLToPath } from 'node:url';

/** Folder of the built page: `index.html`, its scripts and sheets, as a server sends them. */
export const PAGE_FOLDER: string = fileURLToPath(new URL('../dist/page', import.meta.url));

/** Folder of the built documentation, a Brotli file each (`index.html.br`); absent until `npm run docs` has built it. */
export const DOCS_FOLDER: string = fileURLToPath(new URL('../dist/docs', import.meta.url));
