/** Composites of the user's own, apart from the rest of the package: only they load the parser of expressions. */

export { userComposite, type UserComposite, type UserCompositeProblem, type UserScore } from './user/composite.ts';
export {
  EXPRESSION_V1,
  readExpression,
  type Expression,
  type ExpressionLimits,
  type ExpressionProblem,
  type Scope,
} from './user/expression.ts';
