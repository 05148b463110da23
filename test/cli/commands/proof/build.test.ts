import { expect } from 'chai'
import * as proof from '../../../../cli/commands/proof/index.ts'
import { sampleParts } from '../../../../local/samples/proof.ts'
import { Instant, Proof } from '../../../../protocol/index.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'

const { call } = commandsOf('proof', proof.register)
const { promptSpec, ruleCheck, createdAt, ...rest } = sampleParts()
const parts = { ...rest, prompt_spec: promptSpec, rule_check: ruleCheck, created_at: createdAt }
const build = (value: unknown) => call('build', { input: JSON.stringify(value) })

describe('cresolver proof build', () => {
  it('S2-82 S2-91: build → verify → branch', async () => {
    const built = await build(parts)
    expect(JSON.parse(built.stdout)).to.deep.equal(Proof.buildPorBundle(sampleParts()))
    const verified = await call('verify --json', { input: built.stdout })
    expect(verified.status).to.equal(0)
    expect(JSON.parse(verified.stdout)).to.include({ ok: true })
    const branch = await call('branch --tree reasoning --leaf 2 --json', { input: built.stdout })
    const { bundle } = JSON.parse(built.stdout)
    expect(Proof.verifyBranch(JSON.parse(branch.stdout), bundle.por_root)).to.equal(true)
  })

  it('commits steps that carry no hash yet, and refuses unknown fields by name', async () => {
    const steps = parts.trace.steps.map(({ hash_commitment: _, ...step }) => step)
    const bare = { ...parts, trace: { ...parts.trace, steps } }
    expect((await build(bare)).stdout).to.equal((await build(parts)).stdout)
    const { status, stdout } = await build({ ...parts, extra: 1 })
    expect(status).to.equal(1)
    expect(JSON.parse(stdout).error).to.equal('Schema.Mismatch')
  })

  it('sums up the evidence itself, whatever summary came with it', async () => {
    const { provenance_summary: _, ...bare } = parts.evidence
    expect((await build({ ...parts, evidence: bare })).stdout).to.equal((await build(parts)).stdout)
  })

  it('the time of building is outside every root, and is now where none is given', async () => {
    const { created_at: _, ...timeless } = parts
    const before = Math.floor(Date.now() / 1_000)
    const { bundle, created_at } = JSON.parse((await build(timeless)).stdout)
    expect(Instant.parse(created_at)).to.be.within(before, Math.floor(Date.now() / 1_000))
    expect(bundle.por_root).to.equal(Proof.buildPorBundle(sampleParts()).bundle.por_root)
  })

  it('many proofs, one line each, carrying their ids', async () => {
    const lines = [1, 2].map((id) => JSON.stringify({ id, ...parts })).join('\n')
    const { stdout } = await call('verify', { input: (await call('build', { input: lines })).stdout })
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(answers.map(({ id, ok }) => [id, ok])).to.deep.equal([
      [1, true],
      [2, true],
    ])
  })

  it('one bad input among several fails only with --strict', async () => {
    const input = `${JSON.stringify(parts)}\n{"id":2}`
    expect((await call('build', { input })).status).to.equal(0)
    expect((await call('build --strict', { input })).status).to.equal(1)
  })
})
