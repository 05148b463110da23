import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { createWalletClient, type Hex, http, parseEther, toHex } from 'viem'
import { sign } from 'viem/accounts'
import { hardhat } from 'viem/chains'
import { testAccount } from '../../../../cli/chain/account.ts'
import { cresolverMarketAbi, sourceKeysAbi } from '../../../../deployments/abi/index.ts'
import { sampleQuestion } from '../../../../local/samples/proof.ts'
import { type Options, playRound, type Saying, signAnswer } from '../../../../local/samples/round.ts'
import {
  Address,
  Bytes,
  Decimal,
  Eip712,
  Hash,
  Question,
  type Report,
  type Round,
  Schema,
  Verification,
  Vote,
  type Wire,
} from '../../../../protocol/index.ts'
import { runHere as run } from '../../../helpers/callCommand.ts'
import { type Node, startNode, temporaryFolder } from '../../../helpers/commandLine.ts'
import { votesOf } from '../../../helpers/votes.ts'

const day = 86_400
const yes = { value: '75120.5' } as const
const no = { value: '74000' } as const
const liar: Saying = { ...yes, proof: (parts) => ({ ...parts, round: 7 }) }

const keyOf = (index: number): Bytes.Hex => toHex(testAccount(index).getHdKey().privateKey!)

describe('a person with a round’s file', function () {
  this.timeout(300_000)
  let node: Node
  let market: Hex
  let sourceKeys: Hex
  const folder = temporaryFolder()
  const common = () => ['--rpc-url', node.url, '--deployments', folder]
  const cli = (words: string, more: string[] = []) => run([...words.split(' '), ...more, ...common()])

  async function json(words: string, more: string[] = [], input = '') {
    const { status, stdout, stderr } = await run([...words.split(' '), '--json', ...more, ...common()], {
      input,
    })
    expect(status, stderr).to.equal(0)
    return JSON.parse(stdout)
  }

  /** What a command that must fail says. */
  async function refusal(words: string, more: string[] = common()) {
    const { status, stdout, stderr } = await run([...words.split(' '), '--json', ...more])
    expect(status, stdout).to.be.oneOf([1, 2])
    expect(stderr).to.match(/^cresolver: /)
    return JSON.parse(stdout.trim().split('\n').at(-1)!)
  }

  before(async () => {
    node = await startNode()
    const { contracts } = await json('deploy')
    market = contracts.CREsolverMarket.address
    sourceKeys = contracts.SourceKeys.address
    for (const i of [0, 1, 2, 3, 4, 5])
      await json(`agent register --account ${2 + i} --endpoint http://127.0.0.1:400${i}`)
  })
  after(async () => {
    await node.close()
    rmSync(folder, { recursive: true })
  })

  const walletOf = (index: number) =>
    createWalletClient({ account: testAccount(index), chain: hardhat, transport: http(node.url) })

  /** Straight to the contract: the commands for this have tests of their own, and take their time. */
  async function call(account: number, functionName: string, args: readonly unknown[], value = 0n) {
    const request = { address: market, abi: cresolverMarketAbi, functionName, args, value }
    const hash = await walletOf(account).writeContract(request as never)
    await node.client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
  }

  const ask = (functionName: 'marketCount' | 'bondOf' | 'stakeOf', args: readonly bigint[] = []) =>
    node.client.readContract({
      address: market,
      abi: cresolverMarketAbi,
      functionName,
      args,
    } as never) as Promise<bigint>

  async function readRound(marketId: number): Promise<Round.Round> {
    const args = [BigInt(marketId), 0n, 16n] as const
    const [, round, createdAt, deadline, , , , , question, workers] = await node.client.readContract({
      address: market,
      abi: cresolverMarketAbi,
      functionName: 'getRound',
      args,
    })
    return Question.pose({
      chainId: 31_337,
      market: Address.of(market),
      marketId,
      round,
      question,
      createdAt: Number(createdAt),
      deadline: Number(deadline),
      workers: workers.map(({ agentId, signer, factorBps }) => ({
        agentId: Number(agentId),
        signer: Address.of(signer),
        factorBps,
      })),
    })
  }

  /** A market from its creation to its report, played by workers with keys; its file is written down. */
  async function told(name: string, sayings: readonly Saying[], options: Options = {}) {
    const { timestamp } = await node.client.getBlock()
    await call(1, 'createMarket', [sampleQuestion, timestamp + BigInt(day)], parseEther('1'))
    const market_id = Number(await ask('marketCount'))
    const id = BigInt(market_id)
    for (const i of sayings.keys()) await call(2 + i, 'joinMarket', [id, BigInt(i)], parseEther('0.5'))
    // The workers say what they saw 40 s after the deadline.
    await node.client.increaseTime({ seconds: day + 60 })
    await call(0, 'requestResolution', [id])
    const round = await readRound(market_id)
    const played = await playRound(round, sayings, { keyOf: (i) => keyOf(2 + i), ...options })
    await json('report sign', [], JSON.stringify(votesOf(played.report)))
    return { round, marketId: market_id, path: save(name, played.file), ...played }
  }

  function save(name: string, value: unknown): string {
    const path = `${folder}/${name}.json`
    writeFileSync(path, JSON.stringify(value))
    return path
  }

  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

  let first: Awaited<ReturnType<typeof told>>

  it('verifies an honest round without a chain and with one, and sees it in tables', async () => {
    first = await told('honest', [yes, yes, no])
    const alone = await run(['round', 'verify', first.path])
    expect(alone.status, alone.stderr).to.equal(0)
    expect(alone.stdout)
      .to.include('Round 1 of market 1 holds.')
      .and.match(/chain +not checked/)
    const held = await cli(`round verify ${first.path}`)
    expect(held.status, held.stdout).to.equal(0)
    expect(held.stdout)
      .to.match(/chain +holds/)
      .and.match(/transcript +holds +15 leaves under 0x/)
    const byId = await json(`round verify 1 --transcript ${first.path}`)
    expect(byId).to.deep.include({ ok: true, market_id: 1, round: 1, findings: [] })
  })

  it('sees what was reported, from the chain, and what was said, from the file', async () => {
    const shown = await json('round show 1')
    expect(shown).to.deep.include({ market_id: 1, round: 1, outcome: 'YES', leaf_count: 15, void: false })
    expect(shown.round_root).to.equal(first.report.roundRoot)
    expect(shown.workers[2]).to.deep.include({ seat: 2, vote: 'NO', now: 'NO' })
    expect(shown.workers[2].check).to.deep.include({ value: '74000', tier: 3, result: 'NO' })
    const text = await cli(`round show 1 --transcript ${first.path}`)
    expect(text.stdout).to.include('74000 at ').and.include("CoinGecko's first sample")
    expect(await refusal('round show 1 --round 2')).to.deep.include({ error: 'Round.NotReported' })
    expect(await refusal('round show 9')).to.deep.include({ error: 'Contract.UnknownMarket' })
  })

  it('is told when a file is not what the chain has, with exit code 1', async () => {
    const other = { ...first.file, question: `${first.file.question}\n`, created_at: 1 }
    const { status, stdout } = await cli(`round verify ${save('other', other)}`)
    expect(status).to.equal(1)
    expect(stdout)
      .to.include('does not hold')
      .and.match(/chain +FAILS +2 findings/)
    expect(stdout).to.match(/CHAIN_MISMATCH +none/)
  })

  it('is told what is wrong with the words, or with the file', async () => {
    const usages = [
      'round verify 1',
      `round verify ${first.path} --transcript ${first.path}`,
      'round verify /nowhere',
    ]
    for (const words of usages) expect(await refusal(words), words).to.deep.include({ error: 'Cli.Usage' })
    expect(await refusal('round show 1 --round 0')).to.deep.include({ error: 'Cli.Usage' })
    expect(await refusal(`round verify ${save('list', [])}`, [])).to.deep.include({ error: 'Cli.Usage' })
    const { status, stdout } = await run(['round', 'verify', save('empty', {}), '--json'])
    expect(status).to.equal(1)
    expect(JSON.parse(stdout).findings[0]).to.deep.include({ code: 'SCHEMA', remedy: 'none' })
  })

  it('has nothing to challenge in an honest round', async () => {
    expect(await refusal(`round challenge ${first.path}`)).to.deep.include({ error: 'Round.NothingFound' })
  })

  it('S2-54: writes a bundle about a liar, sends it as it is, and is paid; the second time is refused', async () => {
    const { path, marketId } = await told('liar', [yes, yes, yes, liar])
    const checked = await cli(`round verify ${path}`)
    expect(checked.status).to.equal(1)
    expect(checked.stdout).to.match(/CONTRADICTED +3 +reasoning 5 +challenge, kind 3/)
    const out = `${folder}/bundle.json`
    const written = await json(`round challenge ${path} --seat 3 --out ${out}`)
    expect(written).to.deep.include({ kind: 3, remedy: 'challenge', seat: 3 })
    Schema.read(Verification.challengeBundle, read(out))
    const struck = await json(`market challenge --bundle ${out} --account 9`)
    expect(struck).to.deep.include({ market_id: marketId, kind: 3, reward_wei: String(parseEther('0.125')) })
    expect((await json(`round show ${marketId}`)).workers[3]).to.deep.include({ vote: 'YES', now: 'struck' })
    const { error, message } = await refusal(`market challenge --bundle ${out} --account 9`)
    expect(error).to.equal('Contract.NotStrikable')
    expect(message).to.include('Seat 3 has no vote that could be struck.')
    expect(await json('market withdraw --account 9')).to.deep.include({
      amount_wei: String(parseEther('0.125')),
    })
  })

  it('SPEC §2: strikes who signed two answers, in one command', async () => {
    const { file, round, marketId } = await told('double', [yes, yes, yes])
    const reply = file.answers[1]!.reply as unknown as Wire.ResolveReply
    const second = await signAnswer(round, keyOf(3), { ...reply, evidence: 'On second thoughts, no.' })
    const other = { index: 1, phase: 'resolve', request_hash: null, reply: second }
    const path = save('double', { ...file, other_replies: [other] })
    const struck = await json(`round challenge ${path} --kind equivocation --send --account 9`)
    expect(struck).to.deep.include({ market_id: marketId, kind: 2, reward_wei: String(parseEther('0.125')) })
    expect((await json(`market show ${marketId}`)).workers[1]).to.deep.include({ reason: 'struck' })
  })

  it('SPEC §2: strikes whom the source itself contradicts', async () => {
    const sourceId = Hash.ofText('coingecko:bitcoin:price_usd')
    // Only a key that is older than the market counts.
    await walletOf(0).writeContract({
      address: sourceKeys,
      abi: sourceKeysAbi,
      functionName: 'register',
      args: [sourceId, testAccount(15).address],
    })
    const { file, marketId, report } = await told('contradicted', [yes, yes, no])
    expect(report.docket!.rule.sourceId).to.equal(sourceId)
    const observed_at = file.deadline + 40
    const domain = {
      name: 'CREsolver Source',
      version: '1',
      chainId: 31_337,
      verifyingContract: Address.of(sourceKeys),
    }
    const struct = Eip712.structHash(
      'Observation(bytes32 sourceId,uint40 observedAt,int128 value)',
      Bytes.bytes32(sourceId),
      Eip712.word(observed_at),
      Bytes.int(Decimal.toFixed18('75000'), 32),
    )
    const hash = Eip712.digest(Eip712.separator(domain), struct)
    const signature = await sign({ hash, privateKey: keyOf(15), to: 'hex' })
    const observations = [{ source_id: sourceId, observed_at, value: '75000', signature }]
    const path = save('contradicted', { ...file, observations })
    const struck = await json(`round challenge ${path} --seat 2 --send --account 9`)
    expect(struck).to.deep.include({ market_id: marketId, kind: 1, reward_wei: String(parseEther('0.125')) })
  })

  it('SPEC §2: voids a round whose transcript is not its docket’s, and the file of the next one is checked against it', async () => {
    const { path, marketId } = await told('void', [yes, yes, no], {
      transcript: (given) => ({ ...given, rule: null }),
    })
    const text = await cli(`round challenge ${marketId} --transcript ${path} --send --account 9`)
    expect(text.stdout, text.stderr).to.include('The round is void')
    expect(await json(`round show ${marketId}`)).to.deep.include({ void: true, round: 1 })
    const round = await readRound(marketId)
    expect(round.round).to.equal(2)
    const again = await playRound(round, [yes, yes, no], { keyOf: (i) => keyOf(2 + i) })
    await json('report sign', [], JSON.stringify(votesOf(again.report)))
    const next = save('again', again.file)
    expect(await json(`round verify ${next}`)).to.deep.include({ ok: true, round: 2 })
    expect(await json(`round show ${marketId}`)).to.deep.include({ void: false, round: 2 })
    expect((await cli(`round verify ${marketId} --round 1 --transcript ${next}`)).status).to.equal(1)
  })

  it('SPEC §2: does the round of an appeal again, on top of the weights before it, and strikes one of its workers', async () => {
    const { marketId } = await told('appealed', [yes, yes, no])
    const id = BigInt(marketId)
    await call(8, 'escalate', [id, Vote.code('YES')], await ask('bondOf', [id]))
    const stake = await ask('stakeOf', [id])
    for (const i of [3, 4, 5]) await call(2 + i, 'joinMarket', [id, BigInt(i)], stake)
    await node.client.increaseTime({ seconds: 3_600 })
    await call(0, 'requestResolution', [id])
    const round = await readRound(marketId)
    expect(round.workers.map(({ agentId }) => agentId)).to.deep.equal([3, 4, 5])
    const { weights } = await json(`market show ${marketId}`)
    const standing = { yes: BigInt(weights.yes), no: BigInt(weights.no), invalid: BigInt(weights.invalid) }
    const options = { keyOf: (i: number) => keyOf(5 + i), cohortStart: 32, quorum: 3, standing }
    const { file, report } = await playRound(round, [yes, yes, liar], options)
    await json('report sign', [], JSON.stringify(votesOf(report)))
    const path = save('appeal-round', file)
    const { stdout } = await run(['round', 'verify', path, '--json', ...common()])
    const { checks, findings } = JSON.parse(stdout)
    expect(checks[0]).to.deep.include({ name: 'chain', ok: true })
    expect(new Set(findings.map((one: { worker_index: number }) => one.worker_index))).to.deep.equal(
      new Set([34]),
    )
    const wrong = save('appeal-wrong', { ...file, standing: { ...file.standing, yes: '1' }, cohort_start: 0 })
    const other = JSON.parse((await run(['round', 'verify', wrong, '--json', ...common()])).stdout)
    const paths = other.findings.map((one: { path: string }) => one.path)
    expect(paths).to.include.members(['/standing/yes', '/cohort_start'])
    const struck = await json(`round challenge ${path} --seat 34 --send --account 9`)
    expect(struck).to.deep.include({ kind: 3, reward_wei: String(stake / 4n) })
    expect(await json(`round verify 1 --transcript ${first.path}`)).to.deep.include({ ok: true })
  })

  it('is told that what no contract can decide is for an appeal, and it is not sent', async () => {
    const report = (given: Report.Report): Report.Report => ({
      ...given,
      records: given.records.map((record, i) => (i === 0 ? { ...record, srcQuality: 100 } : record)),
    })
    const { path } = await told('scores', [yes, yes, no], { report })
    const out = `${folder}/appeal.json`
    const { stdout } = await cli(`round challenge ${path} --out ${out}`)
    expect(stdout).to.include('SCORE_MISMATCH about seat 0').and.include('market escalate')
    expect(read(out)).to.deep.include({ kind: null, remedy: 'appeal', evidence: null })
    for (const words of [`round challenge ${path} --send`, `market challenge --bundle ${out}`]) {
      const { error, message } = await refusal(words)
      expect(error).to.equal('Challenge.Undecidable')
      expect(message).to.include('cresolver market escalate')
    }
  })

  it('is told what is wrong with a bundle before anything is sent', async () => {
    const bundle = read(`${folder}/bundle.json`)
    const elsewhere = save('elsewhere', { ...bundle, chain_id: 1 })
    const incomplete = save('incomplete', { ...bundle, evidence: null })
    const words = 'market challenge --bundle'
    expect(await refusal(`${words} ${elsewhere}`)).to.deep.include({ error: 'Challenge.Elsewhere' })
    expect(await refusal(`${words} ${incomplete}`)).to.deep.include({ error: 'Challenge.Incomplete' })
    const usages = [
      `${words} ${folder}/bundle.json --seat 1`,
      `market challenge 1 --bundle ${folder}/bundle.json`,
      'market challenge 1 --kind equivocation --seat 1',
      'market challenge 1 --evidence 0x00',
      'market challenge',
    ]
    for (const usage of usages) expect(await refusal(usage), usage).to.deep.include({ error: 'Cli.Usage' })
    expect(await refusal(`${words} ${save('junk', { kind: 3 })}`)).to.deep.include({
      error: 'Schema.Mismatch',
    })
  })
})
