import { expect } from 'chai'
import { decode, type Token } from '../../../adapters/captcha/decode.ts'
import { readGlyphs } from '../../../adapters/captcha/Glyph.ts'
import { readOperands } from '../../../adapters/captcha/operands.ts'
import { retag } from '../../../adapters/captcha/retag.ts'
import type { Rule } from '../../../adapters/captcha/rules/Rule.ts'
import { type Scene, setScene } from '../../../adapters/captcha/Scene.ts'
import { tidy } from '../../../adapters/captcha/tidy.ts'

/** A text's tokens, as `solve` has them before it looks for numbers. */
export const tokensOf = (text: string): Token[] => retag(tidy(decode(readGlyphs(text))))

/** The scene of a text that has just two numbers. */
export function sceneOf(text: string): Scene {
  const tokens = tokensOf(text)
  const [a, b, ...more] = readOperands(tokens)
  if (a === undefined || b === undefined || more.length > 0)
    throw new Error(`This has not just two numbers: ${text}`)
  return setScene(tokens, a, b)
}

/** What a rule alone says of a text: an operation, `none: ` and why, or null where it has nothing to say. */
export function ruling(rule: Rule, text: string): string | null {
  const decision = rule(sceneOf(text))
  if (decision === null) return null
  const { operation, why, isSwapped } = decision
  if (operation === null) return `none: ${why}`
  return isSwapped ? `${operation}, swapped` : operation
}

/** A rule by its name, and what it alone says of some texts. */
export type RuleCases = readonly (readonly [string, Rule, readonly (readonly [string, string | null])[]])[]

export function describeRules(cases: RuleCases): void {
  for (const [name, rule, texts] of cases)
    describe(`the rule ${name}`, () => {
      for (const [text, wanted] of texts)
        it(`${text} → ${wanted ?? 'nothing to say'}`, () => {
          expect(ruling(rule, text)).to.equal(wanted)
        })
    })
}
