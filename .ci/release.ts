/**
 * `npm run release`: freezes the wire of the current version in `fixtures/releases`. The next change of the wire then needs a
 * later version, with an entry of its own in the changelog.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { wireDigests, type WireDocument } from './wire.ts';

const golden = readFileSync(new URL('../fixtures/goldens/openapi.json', import.meta.url), 'utf8');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `npm run accept`
const document = JSON.parse(golden) as WireDocument;
const name = `fixtures/releases/${document.info.version}.json`;
writeFileSync(new URL(`../${name}`, import.meta.url), `${JSON.stringify(wireDigests(document), undefined, 1)}\n`);
process.stdout.write(`Written: ${name}\n`);
