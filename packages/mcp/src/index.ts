export { ANSWER_MOST, bounded, cutNote, type Bounded, type CutList } from './bounded.ts';
