import { expect } from 'chai'
import { inspectProof, inspectRound, Protocol, replayWith } from './here.ts'
import { expectPinned, expectPinnedText, readPin } from './pin.ts'
import { personalities, playPersonality, sources } from './playPersonality.ts'

const subject = 'personalities'
const rootsOf = (proof: Protocol.Proof.Proof, file: Protocol.RoundFile.RoundFile) => ({
  evidence_root: proof.bundle.evidence_root,
  reasoning_root: proof.bundle.reasoning_root,
  por_root: proof.bundle.por_root,
  round_root: file.report.round_root,
  outcome: file.report.outcome,
})

describe('pin: personalities', function () {
  this.timeout(60_000)
  const means = { replay: replayWith(sources) }

  for (const name of personalities) {
    it(`${name} makes its pinned proof and round file again, byte for byte`, async () => {
      const { proof, file } = await playPersonality(name)
      // As an agent and a gateway serve them.
      expectPinnedText(subject, `${name}.proof.json`, `${Protocol.Json.canonical(proof)}\n`)
      expectPinnedText(subject, `${name}.round.json`, `${JSON.stringify(file)}\n`)
    })

    it(`the pinned proof of ${name} holds, and executes again to the same bytes`, async () => {
      const proof: Protocol.Proof.Proof = JSON.parse(readPin(`${name}.proof.json`))
      const result = await inspectProof(proof, means)
      expect(result.findings).to.deep.equal([])
      expect(result.por_root).to.equal(proof.bundle.por_root)
      expect(means.replay(proof).executed).to.equal(true)
    })

    it(`the pinned round file of ${name} holds, and rebuilds to its root`, async () => {
      const file: Protocol.RoundFile.RoundFile = JSON.parse(readPin(`${name}.round.json`))
      const { result } = await inspectRound(file, null, means)
      expect(result.findings).to.deep.equal([])
      const { transcript, report } = Protocol.RoundFile.rebuild(file)
      expect(Protocol.Transcript.build(transcript).root).to.equal(file.report.round_root)
      expect(report.outcome).to.equal(file.report.outcome)
    })
  }

  it('the pinned files have their pinned roots', () => {
    const read = (name: string, kind: string) => JSON.parse(readPin(`${name}.${kind}.json`))
    const roots = personalities.map((name) => [name, rootsOf(read(name, 'proof'), read(name, 'round'))])
    expectPinned('roots', Object.fromEntries(roots))
  })
})
