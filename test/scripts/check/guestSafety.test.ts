import { expect } from 'chai'
import { backtracking } from '../../../scripts/check/backtracking.ts'
import { projectFiles, show } from '../../../scripts/check/files.ts'
import { guestSafety } from '../../../scripts/check/guestSafety.ts'

const findings = (text: string, path = 'protocol/A.ts') => guestSafety([{ path, text }])
const accepts = (text: string, path?: string) =>
  expect(findings(text, path).map(show), text).to.deep.equal([])
const refuses = (text: string, path?: string) => expect(findings(text, path), text).to.not.have.length(0)

describe('guestSafety', () => {
  it('SPEC §6: finds nothing in the project', () => {
    expect(guestSafety(projectFiles()).map(show)).to.deep.equal([])
  })

  it('SPEC §6: refuses what the guest lacks or answers otherwise', () => {
    const calls = [
      'new URL(x)',
      'new Intl.Collator()',
      'Date.now()',
      'new Date()',
      'new WeakRef(x)',
      'structuredClone(x)',
    ]
    const more = [
      'fetch(x)',
      'setTimeout(f, 1)',
      'crypto.subtle',
      'process.env.X',
      'Buffer.from(x)',
      'globalThis.fetch',
    ]
    for (const call of [...calls, ...more, 'performance.now()', 'atob(x)', 'require(x)']) {
      refuses(`const a = ${call}`)
      refuses(`const a = ${call}`, 'workflow/a.ts')
    }
    for (const text of ['const a = { URL }', 'let a: Date', 'f(URL)', 'x instanceof Date', 'typeof process'])
      refuses(text)
  })

  it('lets a member, a key or a declaration carry such a name', () => {
    for (const text of [
      'a.URL',
      'a.Date.fetch',
      'const a = { URL: 1, process: 2 }',
      'type A = { Date: 1 }',
      '"new URL()"',
    ]) {
      accepts(text)
    }
    accepts('// new URL(x)')
  })

  it('looks only at what runs in the guest', () => {
    accepts('new URL(x)', 'workers/a.ts')
    accepts('new URL(x)', 'protocol/a.json')
  })

  it('keeps protocol/ synchronous and pure, and lets workflow/ wait', () => {
    for (const text of [
      'async function f() {}',
      'const f = async () => 1',
      'await x',
      'Promise.resolve(1)',
      'Math.random()',
    ]) {
      refuses(text)
    }
    accepts('async function f() { await Promise.resolve(1) }', 'workflow/a.ts')
  })

  it('refuses what depends on a locale', () => {
    for (const text of ['a.localeCompare(b)', 'a.toLocaleLowerCase()', '(1).toLocaleString()']) refuses(text)
  })

  it('SPEC §6: refuses the checks of zod that differ or hang', () => {
    for (const text of [
      'z.url()',
      'z.email()',
      'z.iso.datetime()',
      'z.string().url()',
      'z.string().min(1).email()',
    ]) {
      refuses(text)
    }
    for (const text of ['z.string().min(1)', 'z.object({ url: z.string() })', 'a.url', 'wire.email()'])
      accepts(text)
  })

  it('SPEC §6: refuses the flag v, lookbehind and expressions built at run time', () => {
    for (const text of [
      '/[a--b]/v',
      '/(?<=a)b/',
      '/(?<!a)b/',
      'new RegExp(x)',
      "RegExp('^' + x)",
      "new RegExp('(a+)+')",
    ]) {
      refuses(text)
    }
    accepts("new RegExp('^[a-z]+$', 'u')")
  })

  it('judges an expression that is joined from constants', () => {
    const word = "const word = '[a-z]+'\n"
    accepts(`${word}new RegExp(\`^\${word}:\${word}$\`)`)
    accepts(`${word}new RegExp('^' + word + ':' + (word) + '$')`)
    refuses(`${word}new RegExp(\`^\${word}\${word}$\`)`)
    refuses("let word = '[a-z]+'\nnew RegExp(word)")
    refuses('const f = (word: string) => new RegExp(word)')
  })

  it('takes a reason on the line before, and only a reason', () => {
    accepts('// guest-safe: the text is ours and short\nconst a = /(a+)+$/')
    refuses('// guest-safe:\nconst a = /(a+)+$/')
    refuses('// guest-safe: the text is ours\n\nconst a = /(a+)+$/')
  })

  it('says where', () => {
    expect(findings('let a\n\nlet b = new URL(x)')[0]).to.include({
      path: 'protocol/A.ts',
      line: 3,
      rule: 'guest',
    })
  })
})

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
