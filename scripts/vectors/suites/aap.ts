import { Aap, Decimal, Question, Rule } from '../../../protocol/index.ts'

type Text = { readonly text: string; readonly deadline?: number }
type Timed = Text & { readonly created: number; readonly deadline: number }

const ruleOf = ({ text }: Text): Rule.Rule => Question.validate(text).rule

export const run = {
  parse: ({ text, deadline }: Text) => Question.parse(text, { deadline }),
  /** The issues alone, without their words. */
  issues: ({ text, deadline }: Text) =>
    Question.parse(text, { deadline }).issues.map(
      ({ code, severity, line, column }) => `${line}:${column} ${severity} ${code}`,
    ),
  tree: ({ text }: Text) => Aap.parse(text).sections,
  isValid: ({ text }: Text) => Question.isValid(text),
  validate: ({ text }: Text) => Question.validate(text),
  format: (json: unknown) => Question.format(Question.fromJson(json)),
  reformat: ({ text }: Text) => Question.format(Question.validate(text)),
  legacy: ({ text }: Text) => Question.toLegacy(Question.parse(text)),
  evaluate: ({ text, value }: Text & { readonly value: string | null }) =>
    Rule.evaluate(ruleOf({ text }), value),
  docketRule: ({ text, created, deadline }: Timed) =>
    Rule.docketRule(Question.parse(text).rule, { created, deadline }),
  touchWarning: ({ text }: Text) =>
    Rule.touchWarning(Question.validate(text).question ?? '', ruleOf({ text })),
  compare: ({ a, b }: { readonly a: string; readonly b: string }) => Decimal.compare(a, b),
  toFixed18: ({ text }: Text) => Decimal.toFixed18(text),
  fromFixed18: ({ value }: { readonly value: string }) => Decimal.fromFixed18(BigInt(value)),
}
