import { expect } from 'chai'
import { backtracking } from '../../../scripts/check/backtracking.ts'

describe('backtracking', () => {
  const judge = (expression: RegExp) => backtracking(expression.source, expression.flags)

  it('SPEC §6: clears what runs in linear time', () => {
    const linear = [
      /^0x[0-9a-f]{64}$/,
      /^-?\d+(?:\.\d+)?$/,
      /^[a-z]+:[0-9]+$/,
      /[\uD800-\uDFFF]/u,
      /\d+/g,
      /[^\n]*/y,
      /^(?:YES|NO|INVALID)$/i,
      /^\p{L}+\s+\p{N}+$/u,
      /^\d{1,18}\d{1,18}$/,
      /^[^:]*:[^:]*$/,
      /^(\w+)=(?:"[^"]*"|none)$/,
      /\s/,
      /a|b|cd/,
      /^$/,
    ]
    for (const expression of linear) expect(judge(expression), String(expression)).to.equal(undefined)
  })

  it('SPEC §6: refuses loops in loops', () => {
    for (const expression of [/^(a+)+$/, /^(?:a|b*)*$/, /^(?:[a-z]+,)*$/, /^((ab)*c)*$/, /^(?:a{0,}){2,}$/]) {
      expect(judge(expression), String(expression)).to.equal('a loop stands inside a loop')
    }
  })

  it('SPEC §6: refuses neighbours that can share characters', () => {
    const shared = [
      /^\d+\d+$/,
      /^\s*\w*\s*$/,
      /^.*,.*$/,
      /^a*a?a*$/,
      /^\w+(?:x|\d*)y$/,
      /^[a-z]*(?:)[^0-9]*!$/,
      /^A+a+$/i,
    ]
    for (const expression of shared) {
      expect(judge(expression), String(expression)).to.equal('two loops can share the same characters')
    }
  })

  it('SPEC §6: refuses a search that begins with a loop and can fail after it', () => {
    for (const expression of [/\s+$/, /[a-z]+:/, /(?:x|\d+)%/, /a?b*c/]) {
      expect(judge(expression), String(expression)).to.equal('it searches, and begins with a loop: anchor it')
    }
  })

  it('refuses what it cannot judge', () => {
    expect(judge(/^(a|b)\1$/)).to.contain('refers back')
    expect(judge(/^(?<x>a)\k<x>$/)).to.contain('refers back')
  })
})
