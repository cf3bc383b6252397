/** All that reads, as one chunk: the first call of a reader loads it, and who imports the package and reads no file does not. */

export { accountsOfFile, accountsOfStream } from './accounts-of-file.ts';
export { artifactOfFile } from './artifact-of-file.ts';
export { bookOfFile, bookOfStream } from './book-of-file.ts';
export { folderProblem } from './byte-source.ts';
export { readCoins, readCoinsStream } from './coins-of-file.ts';
export { referenceOfFolder } from './reference-of-folder.ts';
export { seriesOfFile } from './series-of-file.ts';
export { tradesOfFile, tradesOfStream } from './trades-of-file.ts';
