import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { parse } from 'yaml'
import { updateProject } from '../../../cli/deploy/project.ts'
import { temporaryFolder } from '../../../local/temporaryFolder.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const market = '0x00000000000000000000000000000000000000Aa'
const forwarder = '0x00000000000000000000000000000000000000Bb'
const local = { selector: '7759470850252068959', forwarder } as const
const files = [
  'project.yaml',
  'workflow/config.local.json',
  'workflow/config.staging.json',
  'gateway/examples/gateway.yaml',
  'keeper/examples/keeper.yaml',
  'adapters/signer/examples/signer.yaml',
]

describe('the project beside a deployment', () => {
  const place = temporaryFolder('project')
  const deployments = join(place.path, 'deployments')
  const at = (file: string) => join(place.path, file)
  const text = (file: string) => readFileSync(at(file), 'utf8')
  beforeEach(() => {
    for (const file of files) {
      mkdirSync(dirname(at(file)), { recursive: true })
      cpSync(join(root, file), at(file))
    }
  })
  after(() => place.remove())

  it('AUDIT E3: every config of the chain gets the market, and project.yaml the mock forwarder', () => {
    const before = text('workflow/config.staging.json')
    const written = updateProject(deployments, { chainId: 31_337, market, local })
    expect(written).to.have.members(files.filter((file) => !file.includes('staging')))
    const lower = market.toLowerCase()
    expect(JSON.parse(text('workflow/config.local.json')).market).to.equal(lower)
    for (const service of ['gateway', 'keeper'])
      expect(parse(text(`${service}/examples/${service}.yaml`)).market).to.equal(lower)
    expect(parse(text('adapters/signer/examples/signer.yaml')).funds).to.deep.equal([`eip155:31337:${lower}`])
    const { 'local-settings': target } = parse(text('project.yaml'))
    expect(target['experimental-chains'][0].forwarder).to.equal(forwarder)
    expect(text('workflow/config.staging.json')).to.equal(before)
  })

  it('says nothing where all is as it should be, and changes nothing but addresses', () => {
    const place = { chainId: 31_337, market, local } as const
    updateProject(deployments, place)
    expect(updateProject(deployments, place)).to.deep.equal([])
    const bare = (content: string) => content.replace(/0x[0-9a-fA-F]{40}/g, '0x')
    for (const file of files)
      expect(bare(text(file)), file).to.equal(bare(readFileSync(join(root, file), 'utf8')))
  })

  it('another chain’s configs are its own', () => {
    const written = updateProject(deployments, { chainId: 11_155_111, market, local: null })
    expect(written).to.deep.equal(['workflow/config.staging.json'])
    expect(JSON.parse(text('workflow/config.staging.json')).market).to.equal(market.toLowerCase())
  })

  it('a folder without a project is left alone', () => {
    const elsewhere = join(place.path, 'elsewhere')
    mkdirSync(join(elsewhere, 'workflow'), { recursive: true })
    const config = '{ "chainId": 31337, "market": "0x0000000000000000000000000000000000000000" }'
    writeFileSync(join(elsewhere, 'workflow/config.local.json'), config)
    expect(updateProject(join(elsewhere, 'deployments'), { chainId: 31_337, market, local })).to.deep.equal(
      [],
    )
    expect(readFileSync(join(elsewhere, 'workflow/config.local.json'), 'utf8')).to.equal(config)
  })
})
