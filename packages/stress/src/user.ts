/** User-defined composites, a separate entry: only they load the expression parser. */

export { userComposite, type UserComposite, type UserCompositeProblem, type UserScore } from './user/composite.ts';
export {
  EXPRESSION_V1,
  readExpression,
  type Expression,
  type ExpressionLimits,
  type ExpressionProblem,
  type Scope,
} from './user/expression.ts';
