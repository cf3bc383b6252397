/** Version of the catalogue of regimes as the documents have it: a number for what stands at each id. */

import type { Model } from './machine.ts';

export type CatalogCommand =
  | { readonly kind: 'append' | 'drop' }
  /** Numbers of ids wrap around. */
  | { readonly kind: 'relabel' | 'retext'; readonly id: number; readonly name: string }
  | { readonly kind: 'reorder'; readonly id: number; readonly other: number }
  /** Sets the version: the number counts from that of the start. */
  | { readonly kind: 'version'; readonly number: number }
  /** Asks whether the catalogue may be served, and serves it then. */
  | { readonly kind: 'release' };

interface Entries {
  readonly version: number;
  readonly labels: readonly string[];
  readonly texts: readonly string[];
}
interface State {
  readonly released: Entries;
  readonly current: Entries;
  readonly appended: number;
}

const put = (list: readonly string[], id: number, name: string): readonly string[] =>
  list.map((item, i) => (i === id % list.length ? name : item));
const swap = (list: readonly string[], id: number, other: number): readonly string[] => {
  const [a, b] = [id % list.length, other % list.length];
  return list.map((item, i) => (i === a ? list[b]! : i === b ? list[a]! : item));
};

/** Whether every id that is released has kept what it stands for. */
function isKept({ released, current }: State): boolean {
  return released.labels.every((label, id) => label === current.labels[id] && released.texts[id] === current.texts[id]);
}

function edited(entries: Entries, command: CatalogCommand, appended: number): Entries {
  const { labels, texts } = entries;
  switch (command.kind) {
    case 'append':
      return { ...entries, labels: [...labels, `new ${appended}`], texts: [...texts, 'new'] };
    case 'drop':
      return labels.length === 1 ? entries : { ...entries, labels: labels.slice(0, -1), texts: texts.slice(0, -1) };
    case 'relabel':
      return { ...entries, labels: put(labels, command.id, command.name) };
    case 'retext':
      return { ...entries, texts: put(texts, command.id, command.name) };
    case 'reorder':
      return {
        ...entries,
        labels: swap(labels, command.id, command.other),
        texts: swap(texts, command.id, command.other),
      };
    case 'version':
      return { ...entries, version: command.number };
    case 'release':
      return entries;
  }
}

export const START: Entries = { version: 0, labels: ['bull', 'bear', 'range'], texts: ['a', 'b', 'c'] };

export const CATALOG_MODEL: Model<State, CatalogCommand> = {
  machine: {
    id: 'catalog-version',
    title: 'catalog_version of the regimes',
    states: ['version v'],
    transitions: [
      { from: 'version v', on: 'relabel or reorder ids', to: 'version v+1', line: '001:50' },
      { from: 'version v', on: 'append an id', to: 'version v', line: '001:50' },
      { from: 'version v', on: 'other texts, or an id less', to: 'version v+1', line: 'own' },
      { from: 'version v', on: 'a version that is earlier, or moves without a change', to: 'refused', line: 'own' },
    ],
  },
  start: { released: START, current: START, appended: 0 },
  step: (state, command) => {
    const appended = state.appended + (command.kind === 'append' ? 1 : 0);
    const next = { ...state, appended, current: edited(state.current, command, appended) };
    if (command.kind !== 'release') return { state: next, answer: undefined };
    const [was, is] = [next.released.version, next.current.version];
    const isServed = isKept(next) ? is === was : is > was;
    return { state: isServed ? { ...next, released: next.current } : next, answer: isServed };
  },
};
