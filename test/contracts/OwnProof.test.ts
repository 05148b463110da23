import { expect } from 'chai'
import { concat, keccak256, parseEther } from 'ethers'
import { network } from 'hardhat'
import {
  answer,
  attest,
  challenge,
  expectEmptied,
  hear,
  invalid,
  keyBehind,
  no,
  payouts,
  question,
  readRound,
  type Said,
  type Saying,
  type Told,
  toldMarket,
  yes,
} from '../../local/ledger/evidence.ts'
import {
  deliver,
  deploySystem,
  manualQuestion,
  Outcome,
  requested,
  Status,
  settle,
} from '../../local/ledger/market.ts'
import { expectTable } from '../../local/ledger/payout.ts'
import { Bytes, type Hash, Instant, Leaf, Merkle, Proof, Verification } from '../../protocol/index.ts'
import * as Evidence from '../../workers/sentinel/check/evidence.ts'
import { itMeasures } from '../helpers/gas.ts'

const connection = await network.create()
const { networkHelpers } = connection
const fixture = () => deploySystem(connection)

/** Where a sample proof has its leaves: two an item, four steps, then check, verdict and header. */
const receipt = (item: number) => 2 * item
const ownCheck = 4
const verdict = 5

type Change = (parts: Proof.Parts) => Proof.Parts

/** The samples of the evidence, moved to where the function puts them. */
const observedAt =
  (item: number, at: (deadline: number) => number): Change =>
  (parts) => {
    const items = parts.evidence.items.map((one, i) => {
      if (i !== item) return one
      const deadline = Instant.parse(one.normalized!.observed_at) - 40 - i
      const moved = { ...one.normalized!, observed_at: Instant.format(at(deadline)) }
      return { ...one, normalized: moved }
    })
    return { ...parts, evidence: { ...parts.evidence, items } }
  }

const ofTier =
  (item: number, tier: number): Change =>
  (parts) => {
    const items = parts.evidence.items.map((one, i) =>
      i === item ? { ...one, provenance: { ...one.provenance, tier } } : one,
    )
    return { ...parts, evidence: { ...parts.evidence, items } }
  }

const shownOf = (told: Told, worker: number, tree: Proof.TreeName, index: number) => {
  const { attestation, proof } = told.answers[worker]!
  return Evidence.ownProof(told.report, attestation, Proof.branch(proof!, tree, index))
}

const branchesOf = (told: Told, worker: number, tree: 'evidence' | 'reasoning', index: number) => {
  const branch = Proof.branch(told.answers[worker]!.proof!, tree, index)
  const { outer } = branch
  const hex = (text: string) => text as Bytes.Hex
  return {
    inner: {
      leaf: hex(branch.leaf),
      index,
      count: branch.count,
      siblings: branch.branch.map(hex),
    },
    outer: { leaf: hex(branch.root), index: outer!.index, count: 4, siblings: outer!.branch.map(hex) },
  }
}

describe('a leaf of the worker’s own proof (kind 3)', () => {
  async function market(last: Said, others: readonly Saying[] = [yes, yes, yes]) {
    const system = await networkHelpers.loadFixture(fixture)
    const told = await toldMarket(system, [...others, last])
    return { system, told, worker: others.length }
  }

  const lies: [string, Said, 'evidence' | 'reasoning', number][] = [
    [
      'evidence one second before the window',
      { ...yes, proof: observedAt(0, (d) => d - 1) },
      'evidence',
      receipt(0),
    ],
    [
      'evidence one second after the window',
      { ...yes, proof: observedAt(0, (d) => d + 3_901) },
      'evidence',
      receipt(0),
    ],
    [
      'evidence of a worse tier than the check claims',
      { ...yes, tier: 1, proof: ofTier(0, 2) },
      'evidence',
      receipt(0),
    ],
    [
      'a rule check of another value',
      { ...yes, proof: (p) => ({ ...p, ruleCheck: { ...p.ruleCheck!, value: '75120.6' } }) },
      'reasoning',
      ownCheck,
    ],
    [
      'a rule check of another second',
      {
        ...yes,
        proof: (p) => ({ ...p, ruleCheck: { ...p.ruleCheck!, observed_at: p.ruleCheck!.observed_at + 1 } }),
      },
      'reasoning',
      ownCheck,
    ],
    [
      'a rule check of another tier',
      { ...yes, proof: (p) => ({ ...p, ruleCheck: { ...p.ruleCheck!, tier: 2 } }) },
      'reasoning',
      ownCheck,
    ],
    [
      'a rule check of another result',
      { ...yes, proof: (p) => ({ ...p, ruleCheck: { ...p.ruleCheck!, result: 'NO' } }) },
      'reasoning',
      ownCheck,
    ],
    [
      'a verdict other than the answer',
      { ...yes, proof: (p) => ({ ...p, verdict: { ...p.verdict, outcome: 'NO' } }) },
      'reasoning',
      verdict,
    ],
    ['a verdict about another round', { ...yes, proof: (p) => ({ ...p, round: 2 }) }, 'reasoning', verdict],
    [
      'a rule check about another round',
      { ...yes, proof: (p) => ({ ...p, round: 2 }) },
      'reasoning',
      ownCheck,
    ],
    [
      'a verdict about another market',
      { ...yes, proof: (p) => ({ ...p, market_id: '77' }) },
      'reasoning',
      verdict,
    ],
    [
      'a rule check about another market',
      { ...yes, proof: (p) => ({ ...p, market_id: '77' }) },
      'reasoning',
      ownCheck,
    ],
    [
      'a verdict other than INVALID under an INVALID',
      {
        ...invalid,
        proof: (p) => ({ ...p, verdict: { ...p.verdict, outcome: 'YES' } }),
      },
      'reasoning',
      verdict,
    ],
  ]

  for (const [name, said, tree, index] of lies) {
    it(`SPEC §2: ${name} strikes`, async () => {
      const { system, told, worker } = await market(said)
      await expect(challenge(system, told.marketId, worker, shownOf(told, worker, tree, index)))
        .to.emit(system.market, 'WorkerStruck')
        .withArgs(told.marketId, worker, 3, system.challenger.address, parseEther('0.125'))
      expect((await system.market.getWorker(told.marketId, worker)).reason).to.equal(63n)
      await settle(system, told.marketId)
      expect((await payouts(system, told.marketId))[worker]).to.equal(0n)
      await expectEmptied(system, told.marketId)
    })
  }

  it('S2-73: what verification finds in a published proof becomes a strike as it is', async () => {
    const { system, told } = await market({ ...yes, proof: observedAt(0, (d) => d - 60) })
    const { proof, attestation } = told.answers[3]!
    const { findings } = Verification.verifyPorBundle(proof!)
    const found = findings.find((finding) => finding.tree === 'evidence' && finding.leaf_index === 0)!
    const bundle = Verification.challengeOf(proof!, found, 3)!
    const shown = Evidence.ownProof(told.report, attestation, bundle.branch)
    expect(shown.kind).to.equal(bundle.kind)
    await challenge(system, told.marketId, bundle.worker_index!, shown)
    expect((await system.market.getWorker(told.marketId, 3)).reason).to.equal(63n)
  })

  it('shares what a strike leaves: YES becomes NO, and each wei has its owner', async () => {
    const liar: Said = { ...yes, score: 100, proof: observedAt(0, (d) => d - 1) }
    const { system, told } = await market(liar, [
      { ...yes, score: 1 },
      { ...no, score: 100 },
    ])
    expect(told.outcome).to.equal('YES')
    await challenge(system, told.marketId, 2, shownOf(told, 2, 'evidence', 0))
    expect(await system.market.outcomeOf(told.marketId)).to.equal(Outcome.No)
    await settle(system, told.marketId)
    const { challengers } = await expectTable(system, told.marketId)
    expect(await system.market.creditOf(system.challenger.address)).to.equal(challengers)
    await expectEmptied(system, told.marketId)
  })

  describe('proves nothing', () => {
    it('when the proof is honest: not one of its leaves strikes', async () => {
      const { system, told } = await market({ ...yes, proof: true })
      const { proof } = told.answers[3]!
      for (const tree of ['evidence', 'reasoning'] as const) {
        for (const index of Proof.leavesOf(proof!, tree).keys()) {
          await expect(
            challenge(system, told.marketId, 3, shownOf(told, 3, tree, index)),
            `${tree} ${index}`,
          ).to.be.revertedWithCustomError(system.judge, 'ProvesNothing')
        }
      }
    })

    const harmless: [string, Said, number][] = [
      [
        'when the evidence outside the window was not used',
        { ...yes, proof: observedAt(1, (d) => d - 900) },
        1,
      ],
      ['when the evidence of a worse tier was not used', { ...yes, tier: 1, proof: ofTier(1, 3) }, 1],
      ['when the evidence is from the first second', { ...yes, proof: observedAt(0, (d) => d) }, 0],
      ['when the evidence is from the last second', { ...yes, proof: observedAt(0, (d) => d + 3_900) }, 0],
      ['when the evidence is better than claimed', { ...yes, tier: 2, proof: ofTier(0, 0) }, 0],
      [
        'when the answer is INVALID: it rests on no sample',
        { ...invalid, proof: observedAt(0, (d) => d - 900) },
        0,
      ],
    ]
    for (const [name, said, item] of harmless) {
      it(name, async () => {
        const { system, told } = await market(said)
        await expect(
          challenge(system, told.marketId, 3, shownOf(told, 3, 'evidence', receipt(item))),
        ).to.be.revertedWithCustomError(system.judge, 'ProvesNothing')
      })
    }

    it('when the branch is tampered with at any place', async () => {
      const { system, told } = await market({ ...yes, proof: observedAt(0, (d) => d - 1) })
      const { attestation } = told.answers[3]!
      const { inner, outer } = branchesOf(told, 3, 'evidence', 0)
      const zero = Bytes.zero32
      const bent: [string, { inner: Evidence.Branch; outer: Evidence.Branch }][] = [
        ['a sibling', { inner: { ...inner, siblings: [zero, ...inner.siblings.slice(1)] }, outer }],
        ['a sibling missing', { inner: { ...inner, siblings: inner.siblings.slice(1) }, outer }],
        ['a sibling more', { inner: { ...inner, siblings: [...inner.siblings, zero] }, outer }],
        ['the count', { inner: { ...inner, count: inner.count + 1 }, outer }],
        ['the count, one less', { inner: { ...inner, count: inner.count - 1 }, outer }],
        ['the index', { inner: { ...inner, index: 1 }, outer }],
        ['an index beyond the count', { inner: { ...inner, index: inner.count }, outer }],
        ['the leaf', { inner: { ...inner, leaf: `${inner.leaf.slice(0, -2)}00` as Bytes.Hex }, outer }],
        ['an empty leaf', { inner: { ...inner, leaf: '0x' }, outer }],
        ['the outer sibling', { inner, outer: { ...outer, siblings: [zero, outer.siblings[1]!] } }],
        ['the outer index', { inner, outer: { ...outer, index: 2 } }],
        ['the outer index, prompt', { inner, outer: { ...outer, index: 0 } }],
        ['the outer index, verdict', { inner, outer: { ...outer, index: 3 } }],
        ['the outer count', { inner, outer: { ...outer, count: 5 } }],
        ['the outer root', { inner, outer: { ...outer, leaf: zero } }],
        ['a longer outer root', { inner, outer: { ...outer, leaf: `${outer.leaf}00` as Bytes.Hex } }],
      ]
      for (const [name, branches] of bent) {
        const shown = Evidence.ownProofOf(told.report, attestation, branches)
        await expect(challenge(system, told.marketId, 3, shown), name).to.be.revertedWithCustomError(
          system.judge,
          'ProvesNothing',
        )
      }
      await challenge(
        system,
        told.marketId,
        3,
        Evidence.ownProofOf(told.report, attestation, { inner, outer }),
      )
    })

    it('when a receipt stands among the reasoning, a verdict among the evidence, or a leaf is too long', async () => {
      const bad = { used: true, sourceId: Bytes.zero32, observedAt: 1, tier: 3, responseHash: Bytes.zero32 }
      const lie = { marketId: 1n, round: 9, outcome: 'NO' as const, confidenceBps: 1 }
      const check = { marketId: 1n, round: 9, observedAt: 1, value: 1n, tier: 3, result: 'NO' as const }
      const leaves = [Leaf.receipt(bad), Leaf.verdict(lie), Leaf.ownCheck(check)]
      const longer = leaves.map((leaf) => Bytes.concat(leaf, new Uint8Array(1)))
      const others = [Leaf.absent, Uint8Array.of(6), new Uint8Array(0)]
      const all = [...leaves, ...longer, ...others]
      const inner = Merkle.build(all)
      const porLeaves = [inner, inner, inner, inner].map(({ root }) => Bytes.bytes32(root))
      const por = Merkle.build(porLeaves)
      const system = await networkHelpers.loadFixture(fixture)
      const told = await withRoot(system, por.root)
      const { attestation } = told.answers[3]!
      const shownAt = (index: number, outer: number) =>
        Evidence.ownProofOf(told.report, attestation, {
          inner: {
            leaf: Bytes.toHex(all[index]!),
            index,
            count: all.length,
            siblings: Merkle.prove(inner, index),
          },
          outer: { leaf: inner.root, index: outer, count: 4, siblings: Merkle.prove(por, outer) },
        })
      const strikes = new Set(['0 1', '1 2', '2 2'])
      for (const index of all.keys()) {
        for (const outer of [1, 2]) {
          if (strikes.has(`${index} ${outer}`)) continue
          await expect(
            challenge(system, told.marketId, 3, shownAt(index, outer)),
            `leaf ${index} under ${outer}`,
          ).to.be.revertedWithCustomError(system.judge, 'ProvesNothing')
        }
      }
      await challenge(system, told.marketId, 3, shownAt(0, 1))
    })
  })

  it('is judged in a tree of up to 2^32 − 1 leaves, and not beyond its last leaf or its count', async () => {
    const system = await networkHelpers.loadFixture(fixture)
    const bad = { used: true, sourceId: Bytes.zero32, observedAt: 1, tier: 3, responseHash: Bytes.zero32 }
    const leaf = Leaf.receipt(bad)
    const first = keccak256(concat(['0x00', leaf]))
    const levels: Bytes.Hex[] = Array(32).fill(Bytes.zero32)
    const top = levels.reduce((hash, sibling) => keccak256(concat(['0x01', hash, sibling])), first)
    // A count of 33 bits would spill into the byte that says what is hashed.
    const trees = [
      { head: '0x02ffffffff', top, index: 0, count: 2 ** 32 - 1, siblings: levels, isJudged: true },
      { head: '0x0300000000', top, index: 0, count: 2 ** 32, siblings: levels, isJudged: false },
      { head: '0x0200000002', top: first, index: 2, count: 2, siblings: [], isJudged: false },
    ]
    for (const { head, top, index, count, siblings, isJudged } of trees) {
      const root = keccak256(concat([head, top])) as Bytes.Hex
      const por = Merkle.build([root, root, root, root].map((one) => Bytes.bytes32(one)))
      const told = await withRoot(system, por.root)
      const shown = Evidence.ownProofOf(told.report, told.answers[3]!.attestation, {
        inner: { leaf: Bytes.toHex(leaf), index, count, siblings },
        outer: { leaf: root, index: 1, count: 4, siblings: Merkle.prove(por, 1) },
      })
      const challenged = challenge(system, told.marketId, 3, shown)
      if (isJudged) await challenged
      else await expect(challenged).to.be.revertedWithCustomError(system.judge, 'ProvesNothing')
      expect((await system.market.getWorker(told.marketId, 3)).reason).to.equal(isJudged ? 63n : 0n)
    }
  })

  /** A round of four in which the last worker answers YES with this root, whatever is under it. */
  async function withRoot(system: Awaited<ReturnType<typeof fixture>>, root: Hash.Root, workers = 4) {
    const { marketId } = await requested(system, workers, { question })
    const round = await readRound(system, marketId)
    const told = await hear(system, marketId, Array(workers).fill(yes))
    const last = workers - 1
    const key = keyBehind(round.workers[last]!.signer)
    const plain = answer(round, key, yes)
    const reply = { ...plain.reply, por: { root, uri: 'ipfs://proof' } }
    const attestation = attest(round, key, reply)
    const docket = told.report.docket!
    const checks = docket.checks.map((check, i) => (i === last ? { ...check, porRoot: root } : check))
    const report = { ...told.report, docket: { ...docket, checks } }
    await deliver(system, report)
    const answers = told.answers.map((one, i) => (i === last ? { ...one!, attestation } : one))
    return { ...told, report, answers }
  }

  describe('is refused', () => {
    it('when the attestation is missing, of another worker, agent, phase, check, round or market', async () => {
      const { system, told } = await market({ ...yes, proof: observedAt(0, (d) => d - 1) })
      const { key, reply, attestation, proof } = told.answers[3]!
      const zero = Bytes.zero32
      const others = [
        { ...attestation, signature: '0x' as const },
        told.answers[0]!.attestation,
        { ...told.answers[0]!.attestation, checkHash: attestation.checkHash },
        attest(told.round, key, reply, { phase: 'challenge' }),
        attest(told.round, key, reply, { checkHash: zero }),
        attest(told.round, key, reply, { round: 2 }),
        attest(told.round, key, reply, { marketId: 2 }),
        attest(told.round, key, reply, { agentId: told.round.workers[2]!.agentId }),
        attest(told.round, keyBehind(system.challenger.address), reply),
      ]
      const branch = Proof.branch(proof!, 'evidence', 0)
      for (const [i, other] of others.entries()) {
        const shown = Evidence.ownProof(told.report, other, branch)
        await expect(challenge(system, told.marketId, 3, shown), `${i}`).to.be.revertedWithCustomError(
          system.judge,
          'BadSignature',
        )
      }
    })

    it('when the docket is another one, or there is none', async () => {
      const { system, told } = await market({ ...yes, proof: observedAt(0, (d) => d - 1) })
      const { attestation, proof } = told.answers[3]!
      const { docket } = told.report
      const branch = Proof.branch(proof!, 'evidence', 0)
      const narrower = { ...docket!, rule: { ...docket!.rule, from: docket!.rule.from + 1 } }
      for (const other of [narrower, null]) {
        const shown = Evidence.ownProof({ ...told.report, docket: other }, attestation, branch)
        await expect(challenge(system, told.marketId, 3, shown)).to.be.revertedWithCustomError(
          system.judge,
          'WrongDocket',
        )
      }
      const manual = await toldMarket(system, [yes, yes, yes], { question: manualQuestion })
      const shown = Evidence.ownProof(manual.report, manual.answers[2]!.attestation, branch)
      await expect(challenge(system, manual.marketId, 2, shown)).to.be.revertedWithCustomError(
        system.judge,
        'WrongDocket',
      )
    })

    it('when it is about another worker, or one that is struck already', async () => {
      const { system, told } = await market({ ...yes, proof: observedAt(0, (d) => d - 1) })
      const shown = shownOf(told, 3, 'evidence', 0)
      await expect(challenge(system, told.marketId, 2, shown)).to.be.revertedWithCustomError(
        system.judge,
        'BadSignature',
      )
      await challenge(system, told.marketId, 3, shown)
      await expect(challenge(system, told.marketId, 3, shown)).to.be.revertedWithCustomError(
        system.market,
        'NotStrikable',
      )
    })

    it('by the encoder already, when the leaf is one of the four under the root', () => {
      const por = {
        tree: 'por',
        leaf: '0x',
        index: 0,
        count: 4,
        branch: [],
        root: '0x' as never,
        outer: null,
      } as const
      const attestation = { phase: 'resolve', signature: '0x' } as never
      expect(() =>
        Evidence.ownProof({ roundRoot: '0x' as never, docket: null }, attestation, { ...por, branch: [] }),
      )
        .to.throw()
        .with.property('name', 'Evidence.NotChallengeableError')
    })
  })

  itMeasures('costs at most 130,000 gas at 10 workers by a branch of depth 12', async () => {
    const others: Saying[] = Array(9).fill(yes)
    const system = await networkHelpers.loadFixture(fixture)
    const crowd = (parts: Proof.Parts): Proof.Parts => {
      const [first] = observedAt(0, (d) => d - 1)(parts).evidence.items
      const items = Array.from({ length: 500 }, (_, i) => ({ ...first!, evidence_id: `e${i}` }))
      return { ...parts, evidence: { ...parts.evidence, items } }
    }
    const told = await toldMarket(system, [...others, { ...yes, proof: crowd }])
    const { inner, outer } = branchesOf(told, 9, 'evidence', 0)
    expect(inner.siblings.length + outer.siblings.length).to.equal(12)
    const sent = await challenge(system, told.marketId, 9, shownOf(told, 9, 'evidence', 0))
    const { gasUsed } = (await sent.wait())!
    console.log(`      strike by a branch of depth 10 + 2 at 10 workers: ${gasUsed} gas`)
    expect(Number(gasUsed)).to.be.at.most(130_000)

    const bad = { used: true, sourceId: Bytes.zero32, observedAt: 1, tier: 3, responseHash: Bytes.zero32 }
    const leaves = Array.from({ length: 4_096 }, () => Leaf.receipt(bad))
    const tree = Merkle.build(leaves)
    const por = Merkle.build([tree, tree, tree, tree].map(({ root }) => Bytes.bytes32(root)))
    const deep = await withRoot(system, por.root, 10)
    const shown = Evidence.ownProofOf(deep.report, deep.answers[9]!.attestation, {
      inner: { leaf: Bytes.toHex(leaves[0]!), index: 0, count: 4_096, siblings: Merkle.prove(tree, 0) },
      outer: { leaf: tree.root, index: 1, count: 4, siblings: Merkle.prove(por, 1) },
    })
    // Who has credit already would pay less.
    await system.market.connect(system.challenger).withdraw(system.challenger.address)
    const second = (await (await challenge(system, deep.marketId, 9, shown)).wait())!
    console.log(`      strike by a branch of depth 12 + 2 at 10 workers: ${second.gasUsed} gas`)
    expect(Number(second.gasUsed)).to.be.at.most(130_000)
    for (const { marketId } of [told, deep]) await settle(system, marketId)
    expect(await system.market.statusOf(deep.marketId)).to.equal(Status.Settled)
    await expectEmptied(system, told.marketId, deep.marketId)
  })
})
