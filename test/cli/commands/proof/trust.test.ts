import { rmSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { meansFrom } from '../../../../cli/commands/proof/trust.ts'
import { temporaryFolder } from '../../../helpers/program.ts'
import { onChain } from '../../place.ts'

describe('what origins can be checked with', () => {
  const here = onChain()
  const folder = temporaryFolder()
  after(() => rmSync(folder, { recursive: true }))
  const kinds = ({ verifiers = {} }: Awaited<ReturnType<typeof meansFrom>>) => Object.keys(verifiers).sort()

  it('C147: without a file and a chain, only signatures of keys that are known, which are none', async () => {
    const means = await meansFrom({})
    expect(kinds(means)).to.deep.equal(['signature'])
    expect(means.attestation).to.equal(undefined)
  })

  it('B13 C147: a file brings attestors and enclaves, a chain its registers', async () => {
    const trust = `${folder}/trust.yaml`
    writeFileSync(
      trust,
      `reclaim: { attestors: ["0x${'11'.repeat(20)}"] }\nnitro: { pcrs: { 0: ["${'1'.repeat(96)}"] } }\n`,
    )
    const alone = await meansFrom({ trust })
    expect(kinds(alone)).to.deep.equal(['signature', 'zktls'])
    expect(alone.attestation).to.be.a('function')
    const place = { rpcUrl: here().chain.url, deployments: here().folder }
    expect(kinds(await meansFrom({ trust, ...place }))).to.deep.equal([
      'attestations',
      'log',
      'signature',
      'zktls',
    ])
  })

  it('a file that is not there is a wrong call', async () => {
    const error = await meansFrom({ trust: `${folder}/none.yaml` }).catch((error: Error) => error)
    expect(error).to.have.property('name', 'Cli.UsageError')
  })
})
