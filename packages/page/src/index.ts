export { PAGE_FOLDER } from './folder.ts';
