import { expect } from 'chai'
import * as branch from '../../../../cli/commands/proof/branch.ts'
import { sampleParts } from '../../../../local/samples/proof.ts'
import { Proof } from '../../../../protocol/index.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'

const proof = commandsOf('proof', branch.register)
const built = Proof.buildPorBundle(sampleParts())
const input = JSON.stringify(built)

describe('cresolver proof branch', () => {
  it('S2-91: leads from every leaf of every tree up to por_root', async () => {
    const sizes = { por: 4, evidence: built.evidence.items.length, reasoning: built.trace.steps.length }
    for (const [tree, size] of Object.entries(sizes))
      for (let leaf = 0; leaf < size; leaf++) {
        const found = await proof.json(`branch --tree ${tree} --leaf ${leaf}`, { input })
        expect(Proof.verifyBranch(found, built.bundle.por_root), `${tree} ${leaf}`).to.equal(true)
      }
  })

  it('is the same for eyes, on many lines', async () => {
    const { stdout } = await proof.call('branch --tree por --leaf 0', { input })
    expect(stdout.split('\n').length).to.be.greaterThan(3)
    expect(JSON.parse(stdout)).to.deep.equal(await proof.json('branch --tree por --leaf 0', { input }))
  })

  it('error: a leaf that is not there is named', async () => {
    const { status, stderr } = await proof.call('branch --tree por --leaf 4', { input })
    expect(status).to.equal(1)
    expect(stderr).to.include('There is no leaf 4 in a tree of 4')
  })

  it('error: words that are missing or wrong, and a file that is not a proof', async () => {
    for (const words of ['--leaf 0', '--tree por', '--tree oak --leaf 0', '--tree por --leaf -1'])
      expect(await proof.refusal(`branch ${words}`, { input }), words).to.include({ status: 2 })
    expect(await proof.refusal('branch --tree por --leaf 0', { input: '{}' })).to.include({
      status: 1,
      error: 'Schema.Mismatch',
    })
  })
})
