import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { parse } from 'yaml'
import { deployLocal } from '../../local/deployLocal.ts'
import { startChain } from '../../local/startChain.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = globSync('{adapters,gateway,keeper,workers}/**/examples/*.yaml', { cwd: root })

/** Where a service that starts with an example would write. */
function placesIn(config: ReturnType<typeof parse>): string[] {
  const { store, socket, audit, killSwitch, files: outputs = [] } = config
  const paths: (string | undefined)[] = [
    store?.folder,
    socket,
    audit,
    killSwitch?.file,
    ...outputs.map((output: { path: string }) => output.path),
  ]
  return paths.filter((path) => path !== undefined)
}

describe('example configs', () => {
  it('are found', () => {
    expect(files).to.include.members([
      'gateway/examples/gateway.yaml',
      'keeper/examples/keeper.yaml',
      'adapters/signer/examples/signer.yaml',
    ])
  })

  it('AUDIT E3: name the contracts that `cresolver deploy` puts on a new local chain', async function () {
    this.timeout(120_000)
    const chain = await startChain()
    const place = await deployLocal(chain)
    try {
      const market = place.market.toLowerCase()
      const read = (file: string) => parse(readFileSync(join(root, file), 'utf8'))
      for (const file of ['gateway/examples/gateway.yaml', 'keeper/examples/keeper.yaml'])
        expect(read(file).market, file).to.equal(market)
      expect(read('workflow/config.local.json').market).to.equal(market)
      expect(read('adapters/signer/examples/signer.yaml').funds).to.deep.equal([`eip155:31337:${market}`])
      const [local] = read('project.yaml')['local-settings']['experimental-chains']
      expect(local.forwarder).to.equal(place.at('MockKeystoneForwarder'))
      const page = readFileSync(join(root, 'docs/participant.md'), 'utf8')
      const funds = new Set(page.match(/eip155:31337:0x[0-9a-fA-F]{40}/g))
      expect([...funds]).to.deep.equal([`eip155:31337:${market}`])
    } finally {
      place.forget()
      await chain.stop()
    }
  })

  for (const file of files)
    it(`write only where git does not look: ${file}`, () => {
      const places = placesIn(parse(readFileSync(join(root, file), 'utf8')))
      expect(places).to.not.deep.equal([])
      for (const place of places)
        expect(relative(root, resolve(root, dirname(file), place)), place).to.match(/^build\//)
    })
})
