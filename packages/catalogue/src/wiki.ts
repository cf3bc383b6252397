export { generatedPages } from './wiki/generated-pages.ts';
export { indexOf, WIKI_SCHEMA, type WikiIndex, type WikiStamp } from './wiki/index-of.ts';
export { type StrategyLabels, type WikiPage } from './wiki/page.ts';
export {
  openWiki,
  WikiIndexError,
  type FoundPage,
  type Wiki,
  type WikiFilters,
  type WikiQuestion,
  type WikiStats,
} from './wiki/open.ts';
