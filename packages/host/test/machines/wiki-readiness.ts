/** Readiness of the wiki as documented. */

import type { Model } from '../../../../test/machines/machine.ts';

/** Indexes that a host may find: a current one, one without labels of strategies, a broken one, or none. */
export const INDEXES = ['current', 'old', 'broken', 'absent'] as const;
export type Index = (typeof INDEXES)[number];

export type WikiCommand =
  | { readonly kind: 'restart'; readonly index: Index }
  | { readonly kind: 'read' }
  | { readonly kind: 'search'; readonly filter: string | null };
/** Filters of `wiki/search` that ask for labels of strategies, and others (001:227). */
export const OF_STRATEGIES = ['backtest_status', 'horizon', 'strategy_type', 'complexity', 'crowding_risk', 'market'];
export const OTHERS = ['type', 'tag', 'category'];

interface State {
  readonly index: Index;
  readonly isRead: boolean;
}

function search({ index, isRead }: State, filter: string | null): unknown {
  // Retry-After says that it is warming, not away (000:363).
  if (!isRead) return { code: 'wiki_index_unavailable', isRetried: true };
  if (index === 'broken' || index === 'absent') return { code: 'wiki_index_unavailable', isRetried: false };
  const isOld = index === 'old' && filter !== null && OF_STRATEGIES.includes(filter);
  return isOld ? { code: 'wiki_index_outdated', isRetried: false } : { code: 200 };
}

export const WIKI_MODEL: Model<State, WikiCommand> = {
  machine: {
    id: 'wiki-readiness',
    title: 'Index of the wiki',
    states: ['unavailable', 'outdated', 'ready'],
    transitions: [
      { from: 'unavailable', on: 'search', to: 'unavailable, 503 wiki_index_unavailable', line: '000:361' },
      {
        from: 'outdated',
        on: 'search with filters of strategies',
        to: 'outdated, 503 wiki_index_outdated',
        line: '000:361',
      },
      { from: 'outdated', on: 'search without them', to: 'outdated, 200', line: 'own' },
      { from: 'unavailable', on: 'the index is read', to: 'ready, outdated or unavailable', line: 'own' },
      { from: 'any', on: 'a restart', to: 'unavailable, with Retry-After while it is read', line: '000:363' },
    ],
  },
  start: { index: 'current', isRead: false },
  step: (state, command) => {
    switch (command.kind) {
      case 'restart':
        return { state: { index: command.index, isRead: false }, answer: undefined };
      case 'read':
        return { state: { ...state, isRead: true }, answer: undefined };
      case 'search':
        return { state, answer: search(state, command.filter) };
    }
  },
};
