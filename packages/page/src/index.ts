export { DOCS_FOLDER, PAGE_FOLDER } from './folder.ts';
