import { rmSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { type Address, encodeAbiParameters, type Hex, parseAbiParameters, parseEther, zeroHash } from 'viem'
import { testAccount } from '../../../../cli/chain/account.ts'
import { Payout, Score, Vote } from '../../../../protocol/index.ts'
import { runHere as run } from '../../../helpers/callCommand.ts'
import { type Node, startNode, temporaryFolder } from '../../../helpers/commandLine.ts'

const question = '§question Will the bill be signed by March?\n§rule\nsource:manual'
const day = 86_400
const receiver: Address = '0x00000000000000000000000000000000000ca11e'

describe('a person with a key and an RPC URL', function () {
  this.timeout(300_000)
  let node: Node
  const folder = temporaryFolder()
  const common = () => ['--rpc-url', node.url, '--deployments', folder]

  before(async () => {
    node = await startNode()
  })
  after(async () => {
    await node.close()
    rmSync(folder, { recursive: true })
  })

  const cli = (words: string, more: string[] = [], options = {}) =>
    run([...words.split(' '), ...more, ...common()], options)

  /** The JSON of a command that must succeed. */
  async function json(words: string, more: string[] = [], input = '') {
    const { status, stdout, stderr } = await cli(`${words} --json`, more, { input })
    expect(status, stderr).to.equal(0)
    return JSON.parse(stdout)
  }

  /** What a command that must fail says, and under which name. */
  async function refusal(words: string, more: string[] = [], input = '') {
    const { status, stdout, stderr } = await cli(`${words} --json`, more, { input })
    expect(status, stdout).to.be.oneOf([1, 2])
    expect(stderr).to.match(/^cresolver: /)
    return JSON.parse(stdout.trim().split('\n').at(-1)!)
  }

  const warp = async (seconds: number) => {
    await node.client.increaseTime({ seconds })
    await node.client.mine({ blocks: 1 })
  }
  const balanceOf = (address: Address) => node.client.getBalance({ address })

  const scores = (res_quality: number, src_quality: number, analysis_depth: number) => ({
    res_quality,
    src_quality,
    analysis_depth,
  })
  const votes = [
    { outcome: 'YES', ...scores(80, 70, 90) },
    { outcome: 'YES', ...scores(60, 60, 60) },
    { outcome: 'NO', ...scores(70, 70, 70) },
  ]
  const report = (outcome: string | null, marketId = 1) => JSON.stringify({ marketId, outcome, votes })

  it('is told to deploy first where nothing stands', async () => {
    expect(await refusal('market list')).to.deep.include({ error: 'Deploy.NotDeployed' })
  })

  it('deploys with one command, and a second run does nothing', async () => {
    const dry = await json('deploy --dry-run')
    const first = await json('deploy')
    expect(first).to.deep.include({ chain_id: 31_337, deployed: 17, production_ready: false })
    expect(first.wired).to.have.length(3)
    expect(dry.contracts).to.deep.equal(first.contracts)
    const blocks = await node.client.getBlockNumber()
    const second = await json('deploy')
    expect(second).to.deep.include({ deployed: 0, wired: [] })
    expect(second.contracts.CREsolverMarket.address).to.equal(first.contracts.CREsolverMarket.address)
    expect(await node.client.getBlockNumber()).to.equal(blocks)
  })

  it('S1-28: registers agents, whose ids count from 0, and sees them', async () => {
    for (const i of [0, 1, 2]) {
      const agent = await json(`agent register --account ${2 + i} --endpoint http://127.0.0.1:400${i}`)
      expect(agent).to.deep.include({ agent_id: i, owner: testAccount(2 + i).address })
    }
    expect(await json('agent show 0')).to.deep.include({
      wallet: testAccount(2).address,
      endpoint: 'http://127.0.0.1:4000',
      factor_bps: 2_500,
      newcomer: true,
    })
  })

  it('creates a market of § text, and is refused one that no worker could read', async () => {
    const created = await json('market create --deadline +1d --reward 1 --account 1', [], `${question}\n`)
    expect(created).to.deep.include({ market_id: 1, status: 'Open', reward_wei: String(parseEther('1')) })
    const bad = ['--question', '§question Will it rain?']
    expect(await refusal('market create --deadline +1d', bad)).to.deep.include({ error: 'Question.Invalid' })
    expect(await refusal('market create --deadline tomorrow', ['--question', question])).to.deep.include({
      error: 'Cli.Usage',
    })
  })

  it('joins with each agent and the stake that the market asks, and only once', async () => {
    for (const i of [0, 1, 2]) {
      const joined = await json(`market join 1 --agent ${i} --account ${2 + i}`)
      expect(joined).to.deep.include({ join_index: i, stake_wei: String(parseEther('0.5')) })
    }
    const { error, message } = await refusal('market join 1 --agent 0 --account 2')
    expect(error).to.equal('Contract.AlreadyJoined')
    expect(message).to.include('Agent 0 is in market 1 already.')
  })

  it('common refusals say what is wrong and what to do', async () => {
    const refusals: [string, string, RegExp][] = [
      ['market join 1 --agent 7', 'Contract.ERC721NonexistentToken', /no agent 7.*agent register/s],
      ['market join 1 --agent 1 --account 9', 'Contract.AlreadyJoined', /joins a market once/],
      ['market join 1 --agent 0 --stake 0.1', 'Contract.WrongValue', /0\.1 ETH was sent, but 0\.5 ETH/],
      ['market request 1', 'Contract.TooEarly', /too early.*20\d\d-.*Z or later/s],
      ['market draw 1', 'Contract.NoDraw', /no seats to draw.*market request/s],
      ['market leave 1 --agent 9', 'Contract.NotJoined', /Agent 9 is not in market 1/],
      ['market settle 1', 'Contract.WrongStatus', /Market 1 is Open.*market request/s],
      ['market finalize 8', 'Contract.UnknownMarket', /no market 8.*market list/s],
      ['market withdraw', 'Contract.NothingToPay', /nothing to pay/],
      ['market expire 1', 'Contract.TooEarly', /or later/],
      ['market show 1x', 'Cli.Usage', /no whole number/],
      ['market show 1 --network nowhere', 'Cli.Usage', /networks\.json/],
    ]
    await Promise.all(
      refusals.map(async ([words, name, sentence]) => {
        const { error, message } = await refusal(words)
        expect(error, words).to.equal(name)
        expect(message, words).to.match(sentence)
      }),
    )
  })

  it('asks at the deadline, and a report must say what its votes tally to', async () => {
    await warp(day)
    expect(await json('market request 1')).to.deep.include({ status: 'Requested', round: 1 })
    const { error, message } = await refusal('report sign', [], report('NO'))
    expect(error).to.equal('Contract.OutcomeMismatch')
    expect(message).to.include('says NO, but its votes tally to YES')
  })

  it("signs a report with the local DON's keys and sends it through the forwarder", async () => {
    const reported = await json('report sign', [], report('YES'))
    expect(reported).to.deep.include({ status: 'Resolved', outcome: 'YES', reported_round: 1 })
    expect(await refusal('report sign', [], report('YES', 2))).to.deep.include({
      error: 'Contract.UnknownMarket',
    })
    expect(await refusal('market settle 1')).to.deep.include({ error: 'Contract.TooEarly' })
  })

  it('is refused a challenge whose evidence is none', async () => {
    const words = 'market challenge 1 --kind equivocation --seat 0 --evidence'
    expect(await refusal(`${words} 0x1234`)).to.deep.include({ error: 'Contract.NoReason' })
    expect(await refusal(`${words} 0x123`)).to.deep.include({ error: 'Cli.Usage' })
  })

  it('settles after the window, finalizes and pays everybody, to the wei', async () => {
    await warp(2 * 3_600)
    expect(await json('market settle 1')).to.deep.include({ status: 'Settled', outcome: 'YES' })
    expect(await json('market finalize 1')).to.deep.include({ status: 'Finalized' })
    const workers = votes.map(({ outcome, ...three }) => ({
      vote: Vote.cast(outcome as Vote.Outcome),
      ...{ answeredBefore: false, cohort: 0, stake: parseEther('0.5') },
      share: BigInt(Score.share(three, 2_500)),
    }))
    const ended = { ending: 'YES', pool: parseEther('1'), workers, appeals: [] } as const
    const due = Payout.preview({ ...ended, decidedIn: 0, turnedBy: null, rulingCost: 0n })
    // The pool less its fee of 3 % and the slashed half stake, shared 8,050 : 6,000; the fee and what is left over are the treasury's.
    expect(due.workers).to.deep.equal([
      1_199_003_558_718_861_209n,
      1_020_996_441_281_138_789n,
      250_000_000_000_000_000n,
    ])
    expect([due.creator, due.treasury]).to.deep.equal([0n, 30_000_000_000_000_002n])
    const payees = [2, 3, 4].map((index) => testAccount(index).address)
    const before = await Promise.all(payees.map(balanceOf))
    const { paid } = await json('market claim 1 --all --account 0')
    const after = await Promise.all(payees.map(balanceOf))
    expect(after.map((balance, i) => balance - before[i]!)).to.deep.equal([...due.workers])
    expect(paid.map(({ amount_wei }: { amount_wei: string }) => BigInt(amount_wei))).to.deep.equal([
      ...due.workers,
    ])
    expect(await refusal('market withdraw --account 1')).to.deep.include({ error: 'Contract.NothingToPay' })
    // The treasury is the owner's, who is the deployer's account here.
    await json('market withdraw --account 0', ['--to', receiver])
    expect(await balanceOf(receiver)).to.equal(due.treasury)
    const { contracts } = await json('deploy --dry-run')
    expect(await balanceOf(contracts.CREsolverMarket.address)).to.equal(0n)
    expect(await refusal('market claim 1 --seat 0')).to.deep.include({ error: 'Contract.NothingToPay' })
    expect(await refusal('market claim 1 --all')).to.deep.include({ error: 'Cli.Usage' })
  })

  it('publishes feedback once, and sees what the agent has earned', async () => {
    expect(await json('market publish 1 --seat 0')).to.deep.include({ published: true })
    expect(await refusal('market publish 1 --seat 0')).to.deep.include({ error: 'Contract.NoFeedback' })
    const agent = await json('agent show 0')
    expect(agent).to.deep.include({ markets: 1, correct: 1, mean_res_quality: 80, newcomer: false })
    expect(agent.factor_bps).to.equal(3_363)
  })

  it('reads it all in tables, with amounts in ETH', async () => {
    const shown = await cli('market show 1')
    expect(shown.stdout).to.include('Finalized: YES').and.include('pool 1 ETH').and.include('paid')
    expect((await cli('market list')).stdout).to.include('Will the bill be signed by March?')
    expect((await cli('market show --parameters')).stdout).to.match(/minBond +0\.01 ETH/)
    expect(await json('market show 1')).to.deep.include({ ending: 'by vote', round: 1 })
  })

  it('S0-66: an auto rule is reported with its docket, whose rule comes from the question', async () => {
    const auto = '§question BTC at 75000?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:75000'
    const { market_id, deadline } = await json('market create --deadline +1d --account 1', [], auto)
    for (const i of [0, 1, 2]) await json(`market join ${market_id} --agent ${i} --account ${2 + i}`)
    await warp(day)
    await json(`market request ${market_id}`)
    const check = (value: string) => ({ observed_at: deadline + 60, value, tier: 3, result: 'YES' })
    const sent = (value: string) =>
      JSON.stringify({
        market_id,
        outcome: 'YES',
        votes: [votes[0], votes[1], { reason: 'no-endpoint' }],
        docket: { checks: [check('80000.5'), check(value), null] },
      })
    const wrong = await refusal('report sign', [], sent('74999'))
    expect(wrong.error).to.equal('Contract.CheckFails')
    expect(wrong.message).to.include('seat 1')
    expect(await json('report sign', [], sent('75000'))).to.deep.include({ outcome: 'YES' })
  })

  it('strikes a worker who signed two answers, and is paid for it', async () => {
    const worker = testAccount(2)
    const { contracts } = await json('deploy --dry-run')
    const sign = async (responseHash: Hex) => {
      const said = { phase: 1, requestHash: zeroHash, responseHash, checkHash: zeroHash }
      const signature = await worker.signTypedData({
        domain: {
          name: 'CREsolver',
          version: '1',
          chainId: 31_337,
          verifyingContract: contracts.CREsolverMarket.address,
        },
        types: {
          Attestation: [
            { name: 'marketId', type: 'uint256' },
            { name: 'agentId', type: 'uint256' },
            { name: 'round', type: 'uint32' },
            { name: 'phase', type: 'uint8' },
            { name: 'requestHash', type: 'bytes32' },
            { name: 'responseHash', type: 'bytes32' },
            { name: 'checkHash', type: 'bytes32' },
          ],
        },
        primaryType: 'Attestation',
        message: { marketId: 2n, agentId: 0n, round: 1, ...said },
      })
      return { ...said, signature }
    }
    const evidence = encodeAbiParameters(
      parseAbiParameters([
        'Equivocation shown',
        'struct Equivocation { Attestation one; Attestation other; }',
        'struct Attestation { uint8 phase; bytes32 requestHash; bytes32 responseHash; bytes32 checkHash; bytes signature; }',
      ]),
      [{ one: await sign(`0x${'01'.repeat(32)}`), other: await sign(`0x${'02'.repeat(32)}`) }],
    )
    const words = 'market challenge 2 --kind equivocation --account 5 --evidence'
    expect(await refusal(`${words} ${evidence} --seat 1`)).to.deep.include({
      error: 'Contract.BadSignature',
    })
    const file = `${folder}/evidence.hex`
    writeFileSync(file, `${evidence}\n`)
    const struck = await json(`${words} ${file} --seat 0`)
    // A quarter of the stake of 0.001 ETH.
    expect(struck).to.deep.include({ outcome: 'YES', reward_wei: '250000000000000' })
    expect((await json('market show 2')).workers[0]).to.deep.include({ vote: null, reason: 'struck' })
    expect(await json('market withdraw --account 5')).to.deep.include({ amount_wei: '250000000000000' })
    expect(await refusal(`${words} ${evidence} --seat 0`)).to.deep.include({
      error: 'Contract.NotStrikable',
    })
  })

  it('ends what nobody asks for, and has the reward back', async () => {
    await json('market create --deadline +1h --reward 0.25 --account 7', [], question)
    expect(await refusal('market request 3')).to.deep.include({ error: 'Contract.TooEarly' })
    const clean = await node.client.snapshot()
    await warp(3_600 + 2 * day)
    expect(await json('market expire 3')).to.deep.include({ status: 'Invalid', outcome: 'INVALID' })
    expect(await json('market withdraw --account 7')).to.deep.include({
      amount_wei: String(parseEther('0.25')),
    })
    await node.client.revert({ id: clean })
  })

  it('appeals with the bond that the contract asks for', async () => {
    const escalated = await json('market escalate 2 --account 6')
    expect(escalated).to.deep.include({ status: 'Resolved', bond_wei: String(parseEther('0.01')) })
    expect((await json('market show 2')).appealing).to.equal(true)
    expect(await refusal('market escalate 2')).to.deep.include({ error: 'Contract.NoAppeal' })
  })

  it('never sees a key or the URL it gave, whatever goes wrong', async () => {
    const secret = 'f00d'.repeat(15)
    const failures = await Promise.all([
      cli('market finalize 1', [], { env: { CRESOLVER_KEY: secret } }),
      cli('market finalize 1', [], { env: { CRESOLVER_KEY: `0x${'0'.repeat(64)}` } }),
      cli('market finalize 1 --key-env MY_KEY', [], { env: { MY_KEY: `${secret}beef` } }),
      run(['market', 'list', '--rpc-url', `http://127.0.0.1:1/${secret}`]),
    ])
    for (const { status, stdout, stderr } of failures) {
      expect(status).to.be.oneOf([1, 2])
      expect(stdout + stderr).to.match(/no private key|is Finalized|not enough ETH|No node answers/)
      expect(stdout + stderr).not.to.include('f00d')
      expect(stdout + stderr).not.to.include('0000000000000')
    }
  })
})
