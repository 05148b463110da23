import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { AttestedClaim } from '../../adapters/participant/index.ts'
import { readConfig } from '../../adapters/signer/Config.ts'
import { startSigner } from '../../adapters/signer/startSigner.ts'
import { testAccount } from '../../cli/chain/account.ts'
import { getMarket } from '../../cli/chain/marketState.ts'
import { readReports } from '../../cli/chain/roundFacts.ts'
import { Verification } from '../../protocol/index.ts'
import { ask } from '../../scripts/demo/steps/ask.ts'
import { end } from '../../scripts/demo/steps/end.ts'
import { open } from '../../scripts/demo/steps/open.ts'
import { describeInFull } from '../helpers/budget.ts'
import { runHere as run } from '../helpers/callCommand.ts'
import { startService } from '../helpers/serviceProcess.ts'
import { databaseAt } from './databaseAt.ts'
import { day, keyOf, openSpotWorld, type SpotWorld, walletOf } from './spotWorld.ts'

/** Agents who also verify claims of others, with signers that hold the keys of their wallets. */
const verifiers = [1, 2, 3]
/** Mines, and is no agent. */
const miner = testAccount(40).address.toLowerCase()

describeInFull('two participants, and the market whose proof shows their claim', function () {
  this.timeout(300_000)
  let folder: string
  let world: SpotWorld
  let attested: AttestedClaim
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'attested-'))
    world = await openSpotWorld(folder)
  })
  after(async () => {
    await world?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const onChain = () => ['--rpc-url', world.chain.url, '--deployments', world.place.folder]
  const write = (name: string, value: unknown) => {
    writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value))
    return join(folder, name)
  }

  /** The first is a process of its own, as all would be elsewhere. */
  async function startSignerOf(agentId: number, socket: string): Promise<{ stop(): Promise<unknown> }> {
    const audit = join(folder, `audit-${agentId}`)
    const config = { socket, keyEnv: 'KEY', funds: [world.fundId], audit, log: 'silent' }
    const env = { KEY: keyOf(agentId) }
    if (agentId === verifiers[0]) return startService(['signer', 'start'], config, env)
    return startSigner(readConfig(write(`signer-${agentId}.json`, config)), { env })
  }

  const provenanceOf = async (id: number, agentId: number) =>
    (await world.proofOf(id, agentId)).evidence.items[0]!.provenance

  it('S3-42 agents gain a record by markets that really resolve', async () => {
    expect([await world.factorOf(1), await world.recordOf(1)]).to.deep.equal([2_500, 0])
    const stage = world.stageOf(1, 2)
    await open(stage)
    await ask(stage)
    await end(stage)
    for (const { end } of stage.told) expect(end).to.include({ status: 'Finalized', outcome: 'YES' })
    for (const agentId of [0, ...verifiers]) {
      expect(await world.recordOf(agentId)).to.equal(2)
      expect(await world.factorOf(agentId)).to.be.greaterThan(2_500)
    }
    expect(await provenanceOf(1, 0), 'nobody had attested anything').to.include({ tier: 3 })
  })

  it('S3-5 C89 A mines for the market contract, the market and its next round, as the chain has them', async () => {
    await open(world.stageOf(3))
    const { round } = await getMarket(world.place, 3n)
    const scope = { fundId: world.fundId, roomId: '3', epochId: Number(round) + 1 }
    const before = world.api.calls.length
    const sourceSpec = {
      sourceSpecId: 'spot-btc',
      sourceRef: `${world.api.url}/spot?from=${world.deadlineOf(3)}`,
      extractor: {
        type: 'jsonpath',
        recipe: '$.points[0][1]',
        time: { recipe: '$.points[0][0]', format: 'seconds' },
      },
      freshnessSeconds: 3 * day,
    }
    const words = ['participant', write('mine.json', { taskType: 'mine_claim', ...scope, sourceSpec })]
    const mined = await run([
      ...words,
      '--allow-loopback',
      '--address',
      miner,
      '--data',
      await databaseAt(join(folder, 'a')),
    ])
    expect(mined.status, mined.stderr + mined.stdout).to.equal(0)
    write('mined.json', mined.stdout)
    expect(world.api.calls.length - before).to.equal(1)

    const { claim, claimHash } = JSON.parse(mined.stdout)
    write('verify.json', {
      taskType: 'verify_claim_or_intent_validity',
      ...scope,
      subjectType: 'CLAIM',
      subjectHash: claimHash,
      subjectPayload: claim,
      validationPolicy: { reproducible: true, maxDataAgeSeconds: 3 * day },
    })
  })

  it('S3-2 S3-3 S3-31 B and two more verify it by asking the source again, and their signers attest', async () => {
    let before = join(folder, 'mined.json')
    for (const agentId of verifiers) {
      const socket = join(folder, `${agentId}.sock`)
      await world.opened(startSignerOf(agentId, socket), (one) => one.stop())
      const data = ['--data', await databaseAt(join(folder, `b-${agentId}`))]
      const hits = world.api.calls.length
      const verified = await run([
        'participant',
        join(folder, 'verify.json'),
        '--allow-loopback',
        '--signer',
        socket,
        ...data,
      ])
      expect(verified.status, verified.stderr).to.equal(0)
      expect(JSON.parse(verified.stdout)).to.deep.include({ verdict: 'PASS', reason: 'REPRODUCED' })
      expect(JSON.parse(verified.stdout).attestationDraft.validator).to.equal(walletOf(agentId))
      expect(world.api.calls.length - hits).to.equal(1)
      const words = ['participant', 'attest', '--json', '--signer', socket, '--claim', before]
      const signed = await run([...words, '--agent-id', String(agentId)], { input: verified.stdout })
      expect(signed.status, signed.stderr).to.equal(0)
      before = write(`attested-${agentId}.json`, signed.stdout)
      attested = JSON.parse(signed.stdout)
    }
    expect(attested.attestations.map(({ verifier }) => verifier)).to.deep.equal(verifiers.map(walletOf))
  })

  it('S3-42 anyone adds up what they count by their record on the chain', async () => {
    const factors = await Promise.all(verifiers.map((agentId) => world.factorOf(agentId)))
    const sum = factors.reduce((all, one) => all + one, 0)
    const scope = ['--fund', world.fundId, '--room', '3', '--epoch', '1']
    const check = async (value: AttestedClaim, ...more: string[]) => {
      const words = ['participant', 'check', '--json', ...onChain(), ...more]
      const { status, stdout, stderr } = await run(words, { input: JSON.stringify(value) })
      expect(stderr).to.equal('')
      return { exit: status, ...JSON.parse(stdout) }
    }
    expect(await check(attested, ...scope)).to.deep.include({
      exit: 0,
      isMet: true,
      weight: sum,
      threshold: 10_000,
      counted: verifiers.map((agentId, i) => ({ verifier: walletOf(agentId), weight: factors[i]! })),
    })
    const two = { ...attested, attestations: attested.attestations.slice(1) }
    expect(await check(two)).to.deep.include({ exit: 1, isMet: false, weight: sum - factors[0]! })
    const borrowed = attested.attestations.map((one) => ({ ...one, agentId: 1 }))
    expect(await check({ ...attested, attestations: borrowed })).to.deep.include({
      exit: 1,
      weight: factors[0]!,
      refused: [2, 3].map((agentId) => ({ verifier: walletOf(agentId), reason: 'no-weight' })),
    })
  })

  it('S3-3 C89 the worker that is asked uses it as tier 2, its proof shows it, and the chain has the root', async () => {
    const posted = await fetch(`${world.worker.url}/participant/claims`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(attested),
    })
    expect(await posted.json()).to.include({ kept: true, isMet: true })

    const stage = world.stageOf(3)
    await ask(stage)
    expect(stage.told[0]!.round).to.include({ round: 1, outcome: 'YES' })
    const provenance = await provenanceOf(3, 0)
    expect(provenance).to.include({ kind: 'attestations', tier: 2 })
    expect(provenance.proof).to.deep.include({ claim: attested.claim })
    expect(await provenanceOf(3, 1), 'who knows of no claim has a plain reply').to.include({ tier: 3 })

    const file = await world.fileOf(3)
    const proof = await world.proofOf(3, 0)
    expect(Verification.verifyText(JSON.stringify(proof))).to.have.property('ok', true)
    expect(JSON.stringify(file.answers[0]!.reply)).to.include(proof.bundle.por_root)
    const [report] = await readReports(world.place, 3n)
    expect(report!.roundRoot).to.equal(file.report!.round_root)
  })

  it('S3-43 whoever does the round again finds that all of it holds, and what was changed in it', async () => {
    const verify = async (file: object) => {
      const words = [
        'round',
        'verify',
        '3',
        '--json',
        '--transcript',
        write('round.json', file),
        ...onChain(),
      ]
      const { status, stdout, stderr } = await run(words)
      return { exit: status, stderr, ...JSON.parse(stdout) }
    }
    const file = await world.fileOf(3)
    expect(await verify(file)).to.deep.include({ exit: 0, ok: true, findings: [] })
    const forged = JSON.parse(JSON.stringify(file).replaceAll('"epochId":1', '"epochId":2'))
    expect(await verify(forged)).to.deep.include({ exit: 1, ok: false })
  })

  it('ends as any other market: settled, finalized, paid', async () => {
    const stage = world.stageOf(3)
    await end(stage)
    expect(stage.told[0]!.end).to.include({ status: 'Finalized', outcome: 'YES' })
  })
})
