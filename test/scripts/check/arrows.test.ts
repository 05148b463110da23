import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'
import { followImports, readRules } from '../../../scripts/check/arrows.ts'

type Planted = { readonly from: string; readonly to: string; readonly text?: string }

/** HOUSE §1 once more, on its own: what each room may import. */
const below = {
  services: 'protocol deployments',
  reading: 'services protocol deployments',
  doors: 'reading services protocol deployments',
  cli: 'workflow don gateway indexer keeper adapters workers reading services protocol deployments',
}
const may: Readonly<Record<string, string>> = {
  protocol: '',
  deployments: '',
  services: below.services,
  reading: below.reading,
  workflow: 'protocol deployments',
  don: below.doors,
  gateway: below.doors,
  indexer: below.doors,
  keeper: below.doors,
  adapters: below.doors,
  workers: below.doors,
  cli: below.cli,
  local: `cli ${below.cli}`,
  scripts: `local cli ${below.cli}`,
  examples: `workers ${below.doors}`,
  test: `examples scripts local cli ${below.cli}`,
}
const rooms = Object.keys(may)
const mayImport = (from: string, to: string): boolean => may[from]!.split(' ').includes(to)

/** The file that stands for a room: of the protocol it is the door. */
const fileOf = (room: string): string => `${room}/index.ts`

const betweenRooms = rooms.flatMap((from) =>
  rooms.filter((to) => to !== from).map((to) => ({ from: `${from}/to-${to}.ts`, to: fileOf(to) })),
)

/** For each rule inside rooms, an arrow that it refuses; then some that all of them accept. */
const refusedInside = `
  workers/sdk → workers/agent              workers/sdk → workers/source
  workers/facts → workers/pipeline
  protocol/question → protocol/source      protocol/question → protocol/rubric
  services/fetch → services/http           services/store → services/chain
  services/chain → services/http           services/model → services/store
  services/http → services/model           services/archive → services/http
  reading/text → reading/rule
  workers/source → workers/pipeline        workers/pipeline → workers/agent
  workers/pipeline/rule → workers/pipeline/text
  workers/sentinel → workers/agent         workers/agent → workers/sentinel
  workers/conformance → workers/agent      adapters/captcha → adapters/moltbook
  adapters/moltbook → adapters/signer      adapters/rules → adapters/moltbook
  adapters/participant → adapters/signer   adapters/signer → adapters/rules
  cli/terminal → cli/commands              cli/chain → cli/commands
  cli/deploy → cli/commands                cli/commands → cli/moltbook`
const acceptedInside = `
  services/http → services/store           reading/rule → reading/text
  workers/pipeline → workers/source        workers/agent → workers/pipeline
  workers/sentinel → workers/pipeline      adapters/moltbook → adapters/rules
  cli/commands → cli/terminal              cli/moltbook → cli/chain`
const inside = (list: string): Planted[] =>
  [...list.matchAll(/(\S+) → (\S+)/g)].map(([, from, to]) => ({
    from: `${from}/to-${to!.replaceAll('/', '-')}.ts`,
    to: `${to}/inner.ts`,
  }))

const plant = (from: string, to: string, text?: string): Planted =>
  text === undefined ? { from, to } : { from, to, text }
const packageAt = (name: string): string => `node_modules/${name}/index.js`

/** Other arrows, by the rule that refuses them. */
const refused: Readonly<Record<string, readonly Planted[]>> = {
  'packages-protocol': [
    plant('protocol/node.ts', 'fs', "import 'node:fs'"),
    plant('protocol/viem.ts', packageAt('viem'), "import { type Hex, keccak256 } from 'viem'"),
    plant('protocol/hono.ts', packageAt('hono'), "import 'hono'"),
  ],
  'packages-workflow': [plant('workflow/node.ts', 'fs', "import 'node:fs'")],
  'packages-deployments': [plant('deployments/zod.ts', packageAt('zod'), "import 'zod'")],
  'browser-services-chain': [
    plant('services/chain/browser/node.ts', 'fs', "import 'node:fs'"),
    plant('services/chain/browser/follow.ts', 'services/chain/inner.ts'),
  ],
  'browser-sentinel-check': [
    plant('workers/sentinel/check/node.ts', 'fs', "import 'node:fs'"),
    plant('workers/sentinel/check/pipeline.ts', 'workers/pipeline/inner.ts'),
    plant('workers/source/provenance/PublicKey.ts', 'services/fetch/inner.ts'),
  ],
  'doors-of-protocol': [
    plant('don/json.ts', 'protocol/Json.ts'),
    plant('scripts/json.ts', 'protocol/Json.ts'),
  ],
  'no-circles': [plant('services/fetch/one.ts', 'services/fetch/other.ts')],
  resolvable: [plant('cli/nowhere.ts', './nowhere-at-all.ts', "import './nowhere-at-all.ts'")],
  'listed-in-package-json': [
    plant('cli/chai.ts', packageAt('chai'), "import 'chai'"),
    plant('gateway/unlisted.ts', packageAt('unlisted'), "import 'unlisted'"),
  ],
  'from-a-room': [plant('attic/a.ts', 'services/index.ts')],
  'to-a-room': [
    plant('services/attic.ts', 'attic/b.ts'),
    plant('services/root.ts', 'root.ts'),
    plant('scripts/outside.ts', '../outside.ts'),
  ],
}

const accepted: readonly Planted[] = [
  // The way back of the circle above, which counts once.
  plant('services/fetch/other.ts', 'services/fetch/one.ts'),
  plant('protocol/utils.ts', 'node_modules/viem/_esm/utils/index.js', "import { hex } from 'viem/utils'"),
  plant('protocol/types.ts', packageAt('viem'), "import type { Hex } from 'viem'"),
  plant('protocol/zod.ts', packageAt('zod'), "import 'zod'"),
  plant('workflow/sdk.ts', packageAt('@chainlink/cre-sdk'), "import '@chainlink/cre-sdk'"),
  plant('don/core.ts', 'protocol/core.ts'),
  plant('indexer/catalog.ts', 'protocol/Catalog.ts'),
  plant('workers/sentinel/check/facts.ts', 'services/chain/browser/inner.ts'),
  plant('test/json.test.ts', 'protocol/Json.ts'),
  plant('test/chai.test.ts', packageAt('chai'), "import 'chai'"),
  plant('gateway/node.ts', 'fs', "import 'node:fs'"),
  plant(
    'reading/types-a.ts',
    'reading/types-b.ts',
    "import type * as B from './types-b.ts'\nexport type A = 1",
  ),
  plant(
    'reading/types-b.ts',
    'reading/types-a.ts',
    "import type * as A from './types-a.ts'\nexport type B = 1",
  ),
]

const packages = ['viem', 'zod', 'hono', 'chai', 'unlisted', '@chainlink/cre-sdk']
const manifest = {
  name: 'planted',
  dependencies: { viem: '*', zod: '*', hono: '*', '@chainlink/cre-sdk': '*' },
  devDependencies: { chai: '*' },
}

/** A project of its own with all these imports; gives what breaks which rule, as `rule: from → to`. */
async function findings(planted: readonly Planted[]): Promise<string[]> {
  const folder = temporaryFolder('arrows')
  const root = join(folder.path, 'project')
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  try {
    write('package.json', JSON.stringify(manifest))
    for (const name of packages) {
      write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }))
      write(packageAt(name), '')
    }
    const exports = { '.': './index.js', './utils': './_esm/utils/index.js' }
    write('node_modules/viem/package.json', JSON.stringify({ name: 'viem', exports }))
    write('node_modules/viem/_esm/utils/index.js', '')
    for (const { to } of planted) if (to.endsWith('.ts') && !to.startsWith('./')) write(to, 'export {}')
    for (const { from, to, text } of planted)
      write(from, text ?? `import '${'../'.repeat(depth(from))}${to}'`)
    const { summary } = await followImports(root)
    return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`).sort()
  } finally {
    folder.remove()
  }
}

const ruleInside = (from: string): string => `inside-${dirname(from).replaceAll('/', '-')}`
const depth = (path: string): number => path.split('/').length - 1
const told = (rule: string, planted: readonly Planted[]): string[] =>
  planted.map(({ from, to }) => `${rule}: ${from} → ${to}`)

describe('arrows', () => {
  it('HOUSE §1: between rooms, what is drawn is accepted and all else is refused', async () => {
    const wrong = betweenRooms.filter(({ from, to }) => !mayImport(from.split('/')[0]!, to.split('/')[0]!))
    expect(wrong).to.have.length.above(80)
    const expected = wrong.flatMap((one) => told(`room-${one.from.split('/')[0]}`, [one]))
    expect(await findings(betweenRooms)).to.deep.equal(expected.sort())
  })

  it('inside rooms, folders import what lies below them', async () => {
    const wrong = inside(refusedInside)
    const expected = wrong.flatMap((one) => told(ruleInside(one.from), [one]))
    expect(await findings([...wrong, ...inside(acceptedInside)])).to.deep.equal(expected.sort())
  })

  it('doors, packages, circles and places outside of the rooms are checked too', async () => {
    const expected = Object.entries(refused).flatMap(([rule, planted]) => told(rule, planted))
    const found = await findings([...Object.values(refused).flat(), ...accepted])
    expect(found).to.deep.equal(expected.sort())
  })

  it('has a test for every rule, so each can fail', async () => {
    const { ruleSet } = await readRules()
    const tested = [
      // Tests may import every room.
      ...rooms.filter((room) => room !== 'test').map((room) => `room-${room}`),
      ...inside(refusedInside).map(({ from }) => ruleInside(from)),
      ...Object.keys(refused),
    ]
    expect([...new Set(tested)]).to.have.members(ruleSet!.forbidden!.map(({ name }) => name))
  })
})
