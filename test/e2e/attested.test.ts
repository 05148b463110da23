import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { encodeFunctionData, stringToHex } from 'viem'
import { identityRegistryAbi, reputationRegistryAbi } from '../../deployments/abi/index.ts'
import type { Service } from '../../don/service.ts'
import { Claim, type Proof, type RoundFile, Verification } from '../../protocol/index.ts'
import { testAccount, testKey } from '../../scripts/chain/account.ts'
import { getMarket } from '../../scripts/chain/marketState.ts'
import { readReports } from '../../scripts/chain/roundFacts.ts'
import type { Planned } from '../../scripts/demo/marketsOf.ts'
import { ask } from '../../scripts/demo/steps/ask.ts'
import { end } from '../../scripts/demo/steps/end.ts'
import { open } from '../../scripts/demo/steps/open.ts'
import { begin, type Stage } from '../../scripts/demo/Told.ts'
import { buildContracts } from '../../scripts/local/buildContracts.ts'
import { Closing } from '../../scripts/local/Closing.ts'
import { deployLocal, type LocalPlace } from '../../scripts/local/deployLocal.ts'
import { openTemporaryStore } from '../../scripts/local/openStores.ts'
import { type LocalChain, startChain } from '../../scripts/local/startChain.ts'
import { ourWorkflow, startDon } from '../../scripts/local/startDon.ts'
import { type LocalGateway, startLocalGateway } from '../../scripts/local/startLocalGateway.ts'
import { transact } from '../../scripts/local/transact.ts'
import { firstWorker } from '../../scripts/local/workers/startWorkers.ts'
import { checkConfig } from '../../workers/agent/Config.ts'
import { startAgent } from '../../workers/agent/startAgent.ts'
import type { AttestedClaim } from '../../workers/participant/index.ts'
import { stages } from '../../workers/pipeline/Stage.ts'
import { run } from '../helpers/commandLine.ts'
import { type FakeApi, startFakeApi } from '../helpers/fakeApi.ts'
import { startService } from '../helpers/serviceProcess.ts'
import { startWorker, type WorkerProcess } from '../helpers/workerProcess.ts'

const day = 86_400
/** Agents 0 to 3 answer markets; 1, 2 and 3 also verify claims of others, with signers that hold the keys of their wallets. */
const agents = [0, 1, 2, 3]
const verifiers = [1, 2, 3]
const keyOf = (agentId: number) => testKey(firstWorker + agentId)
const walletOf = (agentId: number) => testAccount(firstWorker + agentId).address.toLowerCase()
/** Mines, and is no agent. */
const miner = testAccount(40).address.toLowerCase()

describe('two participants, and the market that their claim decides', function () {
  this.timeout(300_000)
  const closing = new Closing()
  // Days ago, because the source is asked for what it said then, and our clocks are those of the machine.
  const start = Math.floor(Date.now() / 1_000) - 3 * day
  /** Two on the first day, the third on the second. */
  const deadlineOf = (id: number) => start + Math.ceil(id / 2) * day
  let folder: string
  let chain: LocalChain
  let place: LocalPlace
  let gateway: LocalGateway
  let don: Service
  let api: FakeApi
  let worker: WorkerProcess
  let fundId: string
  let attested: AttestedClaim

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'attested-'))
    await buildContracts()
    chain = await closing.opened(startChain({ start }), (one) => one.stop())
    place = await closing.opened(deployLocal(chain), (one) => one.forget())
    fundId = Claim.fundOf(place.chainId, place.market.toLowerCase() as `0x${string}`)
    const spot = ({ path }: { path: string }) => {
      const from = Number(new URL(path, 'http://source').searchParams.get('from'))
      return { body: `{"points":[[${from + 5}, 75000.5]]}` }
    }
    api = await closing.opened(startFakeApi(spot), (one) => one.close())
    await startAgents()
    gateway = await closing.opened(
      startLocalGateway(chain, place, { resolveMs: 8_000, challengeMs: 4_000 }),
      (one) => one.stop(),
    )
    const logs = { pollMs: 100, finalityMs: 6_000 }
    const wasm = await ourWorkflow()
    const workflow = { gateways: [{ url: gateway.url }] }
    don = await closing.opened(startDon(chain, place, { wasm, workflow, service: { logs } }), (one) =>
      one.stop(),
    )
  })
  after(async () => {
    await closing.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const sourceId = 'spot/btc'
  const configOf = (agentId: number) => ({
    agentId,
    personality: 'aap',
    listen: { host: '127.0.0.1', port: 0 },
    chainId: place.chainId,
    market: place.market,
    rpcUrl: chain.url,
    keyEnv: 'AGENT_KEY',
    log: 'silent',
    graceMs: 500,
    watch: { pollMs: 30_000 },
    callers: { rate: null },
    // On a busy machine a stage may wait for its turn.
    stageMs: Object.fromEntries(stages.map((stage) => [stage, 60_000])),
    sources: {
      transport: 'live',
      allowLoopback: true,
      timeoutMs: 30_000,
      http: [
        {
          id: sourceId,
          metric: 'price',
          url: `${api.url}/spot?from={from}`,
          value: '$.points[*][1]',
          time: '$.points[*][0]',
        },
      ],
    },
  })

  /** Agent 0 is a process of its own that also takes claims; what an attestation counts it looks up on the chain. */
  async function startAgents(): Promise<void> {
    const registries = {
      identityRegistry: place.at('IdentityRegistry'),
      reputationRegistry: place.at('ReputationRegistry'),
    }
    const participant = { address: walletOf(0), reputation: registries }
    const config = { ...configOf(0), participant, store: { folder: join(folder, 'agent-0') } }
    worker = await closing.opened(startWorker({ config, env: { AGENT_KEY: keyOf(0) } }), (one) => one.stop())
    await register(0, worker.url)
    const store = await closing.opened(openTemporaryStore('agent'), (one) => one.close())
    for (const agentId of verifiers) {
      const checked = checkConfig(configOf(agentId), { file: `agent ${agentId}` })
      const env = { AGENT_KEY: keyOf(agentId) }
      const { url } = await closing.opened(startAgent(checked, { env, store }), (one) => one.stop())
      await register(agentId, url)
    }
  }

  async function register(agentId: number, url: string): Promise<void> {
    const args = ['', [{ metadataKey: 'a2a', metadataValue: stringToHex(url) }]] as const
    const data = encodeFunctionData({ abi: identityRegistryAbi, functionName: 'register', args })
    await transact(chain, firstWorker + agentId, { to: place.at('IdentityRegistry'), data })
  }

  const stageOf = (...ids: number[]): Stage => {
    const told = ids.map((id) => begin(plannedOf(id), agents))
    return { world: { chain, place, don } as Stage['world'], cast: {} as Stage['cast'], told, say: () => {} }
  }

  const plannedOf = (id: number): Planned => {
    const question = `§question Was BTC at 75,000 or more?\n§rule\nsource:http:${sourceId}\nmetric:price\nop:gte\ntarget:75000`
    return {
      id,
      kind: 'price',
      question,
      title: '',
      deadline: deadlineOf(id),
      asset: 'btc',
      value: '75000.5',
      truth: 'YES',
    }
  }

  const fileOf = async (id: number): Promise<RoundFile.RoundFile> => {
    for (;;) {
      const response = await fetch(`${gateway.url}/rounds/${id}/1`)
      const file = (await response.json()) as RoundFile.RoundFile
      if (response.ok) return file
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  const itemOf = async (id: number, agentId: number) => {
    const { proofs } = await fileOf(id)
    return (proofs[agentId]!.proof as unknown as Proof.Proof).evidence.items[0]!
  }

  const factorOf = (agentId: number) =>
    place.client.readContract({
      address: place.at('ReputationRegistry'),
      abi: reputationRegistryAbi,
      functionName: 'factorOf',
      args: [BigInt(agentId)],
    })

  const onChain = () => ['--rpc-url', chain.url, '--deployments', place.folder]
  const write = (name: string, value: unknown) => {
    writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value))
    return join(folder, name)
  }

  it('S3-42 agents gain a record by markets that really resolve', async () => {
    expect(await factorOf(1)).to.deep.equal([2_500, true])
    const stage = stageOf(1, 2)
    await open(stage)
    await ask(stage)
    await end(stage)
    for (const { end } of stage.told) expect(end).to.include({ status: 'Finalized', outcome: 'YES' })
    for (const agentId of agents) {
      const [factor, isNewcomer] = await factorOf(agentId)
      expect(isNewcomer).to.equal(false)
      expect(factor).to.be.greaterThan(2_500)
    }
    expect((await itemOf(1, 0)).provenance, 'nobody had attested anything').to.include({ tier: 3 })
  })

  it('S3-5 C89 A mines for the market contract, the market and its next round, as the chain has them', async () => {
    await open(stageOf(3))
    const { round } = await getMarket(place, 3n)
    const scope = { fundId, roomId: '3', epochId: Number(round) + 1 }
    const before = api.calls.length
    const sourceSpec = {
      sourceSpecId: 'spot-btc',
      sourceRef: `${api.url}/spot?from=${deadlineOf(3)}`,
      extractor: {
        type: 'jsonpath',
        recipe: '$.points[0][1]',
        time: { recipe: '$.points[0][0]', format: 'seconds' },
      },
      freshnessSeconds: 3 * day,
    }
    const words = ['participant', write('mine.json', { taskType: 'mine_claim', ...scope, sourceSpec })]
    const mined = await run([...words, '--allow-loopback', '--address', miner, '--data', join(folder, 'a')])
    expect(mined.status, mined.stderr + mined.stdout).to.equal(0)
    write('mined.json', mined.stdout)
    expect(api.calls.length - before).to.equal(1)

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
      const config = { socket, keyEnv: 'KEY', funds: [fundId], audit: join(folder, `audit-${agentId}`) }
      const env = { KEY: keyOf(agentId) }
      await closing.opened(startService(['signer', 'start'], { ...config, log: 'silent' }, env), (one) =>
        one.stop(),
      )
      const data = ['--data', join(folder, `b-${agentId}`)]
      const hits = api.calls.length
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
      expect(api.calls.length - hits).to.equal(1)
      const words = ['participant', 'attest', '--json', '--signer', socket, '--claim', before]
      const signed = await run([...words, '--agent-id', String(agentId)], { input: verified.stdout })
      expect(signed.status, signed.stderr).to.equal(0)
      before = write(`attested-${agentId}.json`, signed.stdout)
      attested = JSON.parse(signed.stdout)
    }
    expect(attested.attestations.map(({ verifier }) => verifier)).to.deep.equal(verifiers.map(walletOf))
  })

  it('S3-42 anyone adds up what they count by their record on the chain', async () => {
    const factors = await Promise.all(verifiers.map(async (agentId) => (await factorOf(agentId))[0]))
    const sum = factors.reduce((all, one) => all + one, 0)
    const scope = ['--fund', fundId, '--room', '3', '--epoch', '1']
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
    const posted = await fetch(`${worker.url}/participant/claims`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(attested),
    })
    expect(await posted.json()).to.include({ kept: true, isMet: true })

    const stage = stageOf(3)
    await ask(stage)
    expect(stage.told[0]!.round).to.include({ round: 1, outcome: 'YES' })
    const item = await itemOf(3, 0)
    expect(item.provenance).to.include({ kind: 'attestations', tier: 2 })
    expect(item.provenance.proof).to.deep.include({ claim: attested.claim })
    expect((await itemOf(3, 1)).provenance, 'who knows of no claim has a plain reply').to.include({ tier: 3 })

    const file = await fileOf(3)
    const proof = file.proofs[0]!.proof as unknown as Proof.Proof
    expect(Verification.verifyText(JSON.stringify(proof))).to.have.property('ok', true)
    expect(JSON.stringify(file.answers[0]!.reply)).to.include(proof.bundle.por_root)
    const [report] = await readReports(place, 3n)
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
    const file = await fileOf(3)
    expect(await verify(file)).to.deep.include({ exit: 0, ok: true, findings: [] })
    const forged = JSON.parse(JSON.stringify(file).replaceAll('"epochId":1', '"epochId":2'))
    expect(await verify(forged)).to.deep.include({ exit: 1, ok: false })
  })

  it('ends as any other market: settled, finalized, paid', async () => {
    const stage = stageOf(3)
    await end(stage)
    expect(stage.told[0]!.end).to.include({ status: 'Finalized', outcome: 'YES' })
  })
})
