/**
 * `npm run release`: freezes the wire of the current version in `fixtures/releases`, and the catalogue of regimes in
 * `fixtures/catalog`. The next change of the wire then needs a later version, with an entry of its own in the changelog, and the
 * next change of an entry of the catalogue a later `catalog_version`.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { catalogFaults, frozenCatalog, type Catalog } from './catalog.ts';
import { wireDigests, type WireDocument } from './wire.ts';

const golden = readFileSync(new URL('../fixtures/goldens/openapi.json', import.meta.url), 'utf8');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `npm run accept`
const document = JSON.parse(golden) as WireDocument;
const name = `fixtures/releases/${document.info.version}.json`;
writeFileSync(new URL(`../${name}`, import.meta.url), `${JSON.stringify(wireDigests(document), undefined, 1)}\n`);
process.stdout.write(`Written: ${name}\n`);

const frozen = 'fixtures/catalog/regimes.json';
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `npm run accept`
const examples = read('packages/contract/src/examples.json') as Readonly<Record<'quant.regimes', Catalog>>;
const catalog = examples['quant.regimes'];
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written below
const faults = catalogFaults(read(frozen) as Catalog, catalog);
if (faults.length > 0) throw new Error(faults.join('; '));
writeFileSync(new URL(`../${frozen}`, import.meta.url), `${JSON.stringify(frozenCatalog(catalog), undefined, 2)}\n`);
process.stdout.write(`Written: ${frozen}\n`);
