/** The check of releases on a catalogue that is edited in any order: each answer is the model's. */

import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { catalogFaults, type Catalog, type CatalogEntry } from '../../.ci/catalog.ts';
import { CATALOG_MODEL, START, type CatalogCommand } from './catalog-version.ts';
import { expectModel, type Real } from './machine.ts';

const entry = (label: string, text: string): CatalogEntry => ({
  label,
  display_name: label.toUpperCase(),
  description: text,
  algo_basket_stance: '',
});
/** 2026.9.8 and the versions around it, over the end of a digit and of a year. */
const versionOf = (number: number): string =>
  ['2026.9.7', '2026.9.8', '2026.9.9', '2026.9.10', '2026.10.0', '2027.1.0'][number + 1]!;

async function open(): Promise<Real<CatalogCommand>> {
  const regimes = START.labels.map((label, id) => entry(label, START.texts[id]!));
  let released: Catalog = { catalog_version: versionOf(START.version), regimes };
  let current = released;
  let appended = 0;
  const edit = (change: (entries: CatalogEntry[]) => void): void => {
    const entries = [...current.regimes];
    change(entries);
    current = { ...current, regimes: entries };
  };
  return {
    do: async (command) => {
      const size = current.regimes.length;
      switch (command.kind) {
        case 'append':
          return edit((all) => void all.push(entry(`new ${++appended}`, 'new')));
        case 'drop':
          return size === 1 ? undefined : edit((all) => void all.pop());
        case 'relabel':
          return edit(
            (all) => void (all[command.id % size] = entry(command.name, all[command.id % size]!.description)),
          );
        case 'retext':
          return edit((all) => void (all[command.id % size] = entry(all[command.id % size]!.label, command.name)));
        case 'reorder':
          return edit((all) => {
            const [a, b] = [command.id % size, command.other % size];
            [all[a], all[b]] = [all[b]!, all[a]!];
          });
        case 'version':
          current = { ...current, catalog_version: versionOf(command.number) };
          return undefined;
        case 'release': {
          const isServed = catalogFaults(released, current).length === 0;
          if (isServed) released = current;
          return isServed;
        }
      }
    },
  };
}

const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const id = fc.nat({ max: 4 });
const release = fc.record({ kind: kind('release') });

describe('the version of the catalogue of regimes', () => {
  it('model: appended to, relabelled, reordered and released in any order [#466]', async () => {
    await expectModel<(typeof CATALOG_MODEL)['start'], CatalogCommand>({
      model: CATALOG_MODEL,
      open,
      commands: [
        release,
        release,
        release,
        fc.record({ kind: kind('append') }),
        fc.record({ kind: kind('drop') }),
        fc.record({ kind: kind('relabel'), id, name: fc.constantFrom('bull', 'bear', 'squeeze') }),
        fc.record({ kind: kind('retext'), id, name: fc.constantFrom('a', 'b', 'other') }),
        fc.record({ kind: kind('reorder'), id, other: id }),
        fc.record({ kind: kind('version'), number: fc.integer({ min: -1, max: 4 }) }),
      ],
    });
  });
});
