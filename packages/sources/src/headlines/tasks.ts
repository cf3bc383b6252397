/** Requests of the source of headlines: feeds by address, the journal by agency. */

import { feedQuestion } from '../upstream/polled/feed-question.ts';
import type { PolledTask } from '../upstream/polled/polling.ts';
import type { HeadlineAnswers } from './answers.ts';
import type { HeadlineFeed, HeadlinesConfig } from './config.ts';
import { documentsOf, REGISTER, registerPayload } from './register.ts';
import type { RawHeadline } from './rows.ts';
import { itemsOfFeed } from './syndication.ts';

/** Creates the task that requests a feed. */
export function feedTask(
  feed: HeadlineFeed,
  config: HeadlinesConfig,
  answers: Pick<HeadlineAnswers, 'take'>,
): PolledTask {
  const { maxBytes, items: most } = config;
  const { url, publisher } = feed;
  const ask = feedQuestion<RawHeadline>({ url, maxBytes, read: (body) => itemsOfFeed(body, feed, most) });
  return {
    run: async (on) => {
      const { answer, items, broken } = await ask(on);
      answers.take({ name: url, publisher, tapped: url }, answer, items, broken);
      return answer.ok ? config.feedMs : config.againMs;
    },
  };
}

/** Creates the task that requests the journal's documents of an agency. */
export function registerTask(
  agency: string,
  config: HeadlinesConfig,
  answers: Pick<HeadlineAnswers, 'take'>,
): PolledTask {
  return {
    run: async (on) => {
      const answer = await on.request({
        path: '/documents.json',
        query: {
          'conditions[agencies][]': agency,
          'conditions[term]': config.term,
          order: 'newest',
          per_page: String(config.documents),
        },
        weight: 1,
        priority: 'live',
        schema: registerPayload,
        maxBytes: config.maxBytes,
      });
      const documents = answer.ok ? documentsOf(answer.value.value, config.issueMs) : [];
      answers.take({ name: agency, publisher: REGISTER, tapped: REGISTER }, answer, documents);
      return answer.ok ? config.registerMs : config.againMs;
    },
  };
}
