import { readFileSync } from 'node:fs'
import { builtinModules, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import * as sdk from '../../../workers/sdk/index.ts'

const entry = new URL('../../../workers/sdk/index.ts', import.meta.url)
const root = new URL('../../../', import.meta.url)

/** Static imports at the start of a line, and dynamic ones outside of comments. */
const imports = /^(?:(?:import|export|\})[^'\n]* from |import |[^*\n]*\bimport\()'([^']+)'/gm

/** Every file that is loaded with the entry, and every package that those files load. */
function reach(from: URL) {
  const files = new Map<string, string>()
  const packages = new Set<string>()
  const visit = (url: URL): void => {
    if (files.has(url.href)) return
    // Imports of types alone are gone once types are stripped.
    const code = stripTypeScriptTypes(readFileSync(url, 'utf8'))
    files.set(url.href, code)
    for (const [, name] of code.matchAll(imports)) {
      if (name!.startsWith('.')) visit(new URL(name!, url))
      else packages.add(name!.split('/', name!.startsWith('@') ? 2 : 1).join('/'))
    }
  }
  visit(from)
  const isBuiltin = (name: string) => name.startsWith('node:') || builtinModules.includes(name)
  return { files, packages: [...packages].filter((name) => !isBuiltin(name)).sort() }
}

/** What came to JavaScript and Node after Node 20. */
const newer = [
  /\bPromise\.(withResolvers|try)\b/,
  /\bArray\.fromAsync\b/,
  /\b(Object|Map)\.groupBy\b/,
  /\bIterator\.(from|prototype)\b|\.(values|keys|entries)\(\)\.(map|filter|toArray|some|every|find|take|drop)\(/,
  /\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|intersection|difference|union)\(/,
  /\bRegExp\.escape\b|\bError\.isError\b|\bUint8Array\.from(Hex|Base64)\b|\.to(Hex|Base64)\(\)/,
  /\bimport\.meta\.(dirname|filename|main)\b/,
  /\bgetBuiltinModule\b|\bregisterHooks\b|\bstripTypeScriptTypes\b|'node:(sqlite|sea)'/,
  /^\s*(await )?using \w+ =/m,
]

describe('@cresolver/worker', () => {
  const { files, packages } = reach(entry)

  it('exports what a worker’s author needs', () => {
    expect(Object.keys(sdk).sort()).to.deep.equal([
      'FullStoreError',
      'InvalidKeyError',
      'NoRoundError',
      'OtherMarketError',
      'UnguardedSignerError',
      'UnwritableAnswerError',
      'WrongSignerError',
      'agentChallengeRequest',
      'agentChallengeResponse',
      'agentResolveRequest',
      'agentResolveResponse',
      'attestAnswer',
      'attestDefence',
      'cite',
      'connectChain',
      'createWorker',
      'defaultLimits',
      'fileStore',
      'memoryStore',
      'reproducer',
      'signerOf',
      'toNodeHandler',
      'undecided',
    ])
  })

  it('starts small: no database, no log library, no metrics, no YAML', () => {
    expect(packages).to.deep.equal([
      '@hono/node-server',
      '@noble/curves',
      'hono',
      'ipaddr.js',
      'tldts',
      'viem',
      'zod',
    ])
  })

  it('stands on protocol, services and its own room only', () => {
    const rooms = new Set(
      [...files.keys()].map((href) => href.slice(root.href.length).split('/', 2).join('/')),
    )
    const others = [...rooms].filter((room) => !/^(protocol|deployments)\//.test(room))
    expect(others.sort()).to.deep.equal([
      'services/RetryableError.ts',
      'services/chain',
      'services/fetch',
      'services/http',
      'services/store',
      'workers/sdk',
    ])
    const stored = [...files.keys()].filter((href) => href.includes('/services/store/'))
    expect(
      stored.map((href) => href.split('/').at(-1)),
      'the errors of stores alone',
    ).to.deep.equal(['Store.ts'])
  })

  it('uses nothing that Node 20 lacks', () => {
    const found = [...files].flatMap(([href, code]) =>
      newer.flatMap((pattern) => {
        const [match] = pattern.exec(code) ?? []
        return match === undefined ? [] : [`${fileURLToPath(href)}: ${match}`]
      }),
    )
    expect(files.size).to.be.greaterThan(60)
    expect(found).to.deep.equal([])
  })
})
