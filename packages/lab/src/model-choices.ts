/** Design choices made on years that the walk-forward also tests, which flatters its figures. */

/** A choice, with the years of data it was based on. */
interface Choice {
  readonly choice: string;
  readonly value: string;
  readonly how: string;
  readonly years: string;
  /** Whether those years include tested hours. */
  readonly tested: 'yes' | 'in part' | 'no';
}

/** Choices of every training version: from the design and docs/chapters/nowcast.md. */
const CHOICES: readonly Choice[] = [
  {
    choice: 'latent states',
    value: '12, two for each label',
    how: 'compared with 6 and 18 by log loss over the chain of labels and changes a day',
    years: 'learnt 2017–2021-06, compared 2021-07–2024-06',
    tested: 'yes',
  },
  {
    choice: 'prototypes of the labels, their scales and weights',
    value: '6 prototypes of 8 features',
    how: 'written by hand, after looking at fits and at the labels that they gave',
    years: '2017–2024-06',
    tested: 'yes',
  },
  {
    choice: 'the eight features',
    value: 'windows and formulas of `hmm_features/1`, which version 2 keeps',
    how: 'by hand: ratios and ranks, after a state fitted on the level of 2018 was empty in 2021–2024',
    years: '2017–2024-06',
    tested: 'yes',
  },
  {
    choice: 'ν and the shape of the scale matrices',
    value: '5, full',
    how: 'likelihood of later hours, against the Gaussian and against diagonal matrices',
    years: 'learnt 2017–2021-06, compared 2021-07–2024-06',
    tested: 'yes',
  },
  {
    choice: 'the grid of β, and .6 changes a day as its aim',
    value: '.12, .16, .2, .25, .3',
    how: 'flips, saturation and log loss. Within the grid β is chosen by each refit on hours before it',
    years: '2021-07–2024-06',
    tested: 'yes',
  },
  {
    choice: 'penalties, stride and inputs of the heads',
    value: '`heads/2`, which version 3 keeps but for the volatility',
    how: 'log loss of the heads on later hours',
    years: 'learnt 2017–2021-06, compared 2021-07–2024-06',
    tested: 'yes',
  },
  {
    choice: 'one start of EM, and no jittered ones',
    value: '1',
    how: 'log loss out of sample in five windows',
    years: '2017–2025',
    tested: 'yes',
  },
  {
    choice: 'weight of the panel',
    value: '0.5',
    how: 'density and log loss of the years after four cuts; .5 and 1 could not be distinguished',
    years: '2022–2025-07',
    tested: 'yes',
  },
  {
    choice: 'reversion of the Monte Carlo and scale of its residuals',
    value: '.05 an hour, variance 1',
    how: 'score of the distribution and of the drawdown in three periods',
    years: '2019–2024',
    tested: 'yes',
  },
  {
    choice: 'the approval rule over a year of tested hours',
    value: '`walk_forward/1`',
    how: 'changed after a first walk-forward refused a refit over one month of coverage',
    years: '2019–2025-07',
    tested: 'yes',
  },
  {
    choice: 'hysteresis: margin, bars, override, floor',
    value: '.10, 2, .70, .10',
    how: 'given by the contract',
    years: 'none',
    tested: 'no',
  },
  {
    choice: 'baselines, surrogates, tests and their numbers',
    value: '`peers/1`, `surrogates/1`, `diebold_mariano/1`, `tail_test/1`',
    how: 'fixed before they were run on these hours; only the least number of origins for the rule of the tails was added after a first look',
    years: 'none',
    tested: 'no',
  },
];

/** Choices of `training/3`, `heads/3`, `monte_carlo/2`: docs/chapters/nowcast.md. */
const CHOICES_3: readonly Choice[] = [
  {
    choice: 'inputs and windows of the expected volatility',
    value: '`har/1`: 6 h, 24 h, 7 d, 30 d, falls, hour, weekend',
    how: 'written down once from the literature, not searched',
    years: 'none',
    tested: 'no',
  },
  {
    choice: 'rows that the pooled fit of the expected volatility is worth to a coin',
    value: '17,520',
    how: 'misses of the next year on 23 perps; 8,640 and 26,000 differed by .4 % at most',
    years: '2021–2023',
    tested: 'yes',
  },
  {
    choice: 'inputs of the volatility head, and no square of the expected volatility',
    value: '`heads/3`',
    how: 'log loss of nine series on later hours',
    years: '2022–2025',
    tested: 'yes',
  },
  {
    choice: 'one pool of residuals, and factors by the deviation of the fit',
    value: '`monte_carlo/2`',
    how: 'quantiles and Brier score of nine series',
    years: '2022–2025',
    tested: 'yes',
  },
  {
    choice: 'inputs of funding and open interest, their windows and bound',
    value: '`har_derivatives/1`',
    how: 'written down once; that they enter at all was decided after a look at three tested years',
    years: '2022-07–2025-07',
    tested: 'yes',
  },
  {
    choice: 'acceptance of a refit by support over all rows',
    value: '1 % of all rows learnt from, `training/3`',
    how: 'in view of the refits that the rule of the last 90 days refused',
    years: '2019–2025-07',
    tested: 'yes',
  },
  {
    choice: 'windows that go on over a gap',
    value: '`gaps/2`: the rank, up to 30 days',
    how: 'agreement with the unbroken series after 89 gaps cut into six files',
    years: '2017–2025',
    tested: 'yes',
  },
];

/** Choices behind a training version. @param training training version, such as `training/3`. */
export function choicesOf(training: string): readonly Choice[] {
  return training === 'training/2' ? CHOICES : [...CHOICES, ...CHOICES_3];
}
