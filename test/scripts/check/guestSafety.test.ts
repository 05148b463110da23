import { expect } from 'chai'
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
