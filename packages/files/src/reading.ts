/** All readers in a single chunk, loaded by the first reader call rather than by importing the package. */

export { accountsOfFile, accountsOfStream } from './accounts-of-file.ts';
export { artifactOfFile } from './artifact-of-file.ts';
export { bookOfFile, bookOfStream } from './book-of-file.ts';
export { folderProblem } from './byte-source.ts';
export { readCoins, readCoinsStream } from './coins-of-file.ts';
export { referenceOfFolder } from './reference-of-folder.ts';
export { seriesOfFile } from './series-of-file.ts';
export { tradesOfFile, tradesOfStream } from './trades-of-file.ts';
