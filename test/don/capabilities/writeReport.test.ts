import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf'
import { expect } from 'chai'
import {
  type Address,
  bytesToHex,
  createPublicClient,
  createWalletClient,
  custom,
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  hexToBytes,
  keccak256,
  parseAbi,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hardhat } from 'viem/chains'
import { bigintOf } from '../../../don/capabilities/evmMessages.ts'
import { Line } from '../../../don/capabilities/Line.ts'
import { type Caller, writeReport } from '../../../don/capabilities/writeReport.ts'
import * as Report from '../../../don/report.ts'
import { Evm } from '../../../don/sdk.ts'
import { limits } from '../../helpers/localDon.ts'

const abi = parseAbi([
  'function report(address receiver, bytes rawReport, bytes reportContext, bytes[] signatures)',
  'event ReportProcessed(address indexed receiver, bytes32 indexed workflowExecutionId, bytes2 indexed reportId, bool result)',
])
const forwarder: Address = `0x${'f0'.repeat(20)}`
const receiver: Address = `0x${'ec'.repeat(20)}`
const account = privateKeyToAccount(`0x${'1'.padStart(64, '0')}`)
const { SUCCESS, REVERTED } = Evm.ReceiverContractExecutionStatus

const caller: Caller = {
  workflowId: new Uint8Array(32).fill(1),
  workflowName: Report.encodeName('tiny'),
  workflowOwner: new Uint8Array(20).fill(2),
  executionId: new Uint8Array(32).fill(3),
}
const header: Report.Header = { ...caller, timestamp: 1, donId: 1, configVersion: 1, reportId: 7 }
const signature = new Uint8Array(65).fill(9)

/** The chain's node, as far as writing a report asks it. */
function startFake() {
  const fake = {
    asked: [] as string[],
    sent: [] as Hex[],
    /** Of the forwarder's record; null: it keeps none. */
    state: null as number | null,
    /** The result in the event; null: no event. */
    result: true as boolean | null,
    by: forwarder,
    status: '0x1',
    /** What the node says to a transaction; the chain has it nevertheless, unless it is lost. */
    refusal: null as string | null,
    isLost: false,
  }
  const earlier: Hex = `0x${'ea'.repeat(32)}`
  const topics = (): Hex[] =>
    encodeEventTopics({
      abi,
      eventName: 'ReportProcessed',
      args: { receiver, workflowExecutionId: bytesToHex(caller.executionId), reportId: '0x0007' },
    }) as Hex[]
  const logOf = (transactionHash: Hex) => ({
    address: fake.by,
    topics: topics(),
    data: encodeAbiParameters([{ type: 'bool' }], [fake.result ?? false]),
    blockHash: `0x${'b'.repeat(64)}`,
    blockNumber: '0x7d0',
    logIndex: '0x0',
    transactionHash,
    transactionIndex: '0x0',
    removed: false,
  })
  const receiptOf = (transactionHash: Hex) => ({
    transactionHash,
    status: fake.status,
    gasUsed: '0x64',
    effectiveGasPrice: '0x3',
    cumulativeGasUsed: '0x64',
    logs: fake.result === null ? [] : [logOf(transactionHash)],
    blockNumber: '0x7d0',
    blockHash: `0x${'b'.repeat(64)}`,
    transactionIndex: '0x0',
    contractAddress: null,
    from: account.address,
    to: forwarder,
    type: '0x2',
  })
  const answers: Record<string, (params: never[]) => unknown> = {
    eth_chainId: () => '0x7a69',
    eth_getTransactionCount: () => '0x5',
    eth_getBlockByNumber: () => ({ baseFeePerGas: '0x1', number: '0x7d0', transactions: [] }),
    eth_maxPriorityFeePerGas: () => '0x1',
    eth_blockNumber: () => '0x7d0',
    eth_call: () => {
      if (fake.state === null) throw new Error('execution reverted')
      const words = [
        { type: 'bytes32' },
        { type: 'uint8' },
        { type: 'address' },
        { type: 'bool' },
        { type: 'bool' },
        { type: 'uint80' },
      ]
      return encodeAbiParameters(words, [`0x${'0'.repeat(64)}`, fake.state, account.address, false, true, 0n])
    },
    eth_getLogs: ([filter]: { fromBlock: Hex }[]) => {
      fake.asked.push(`logs from ${Number(filter!.fromBlock)}`)
      return fake.result === null ? [] : [logOf(earlier)]
    },
    eth_getTransactionReceipt: ([hash]: Hex[]) => (fake.isLost ? null : receiptOf(hash!)),
    eth_sendRawTransaction: ([raw]: Hex[]) => {
      fake.sent.push(raw!)
      if (fake.refusal !== null) throw new Error(fake.refusal)
      return keccak256(raw!)
    },
  }
  const transport = custom(
    {
      request: async ({ method, params }: { method: string; params: never[] }) => {
        fake.asked.push(method)
        const answer = answers[method]
        if (answer === undefined) throw new Error(`nobody expected ${method}`)
        return answer(params)
      },
    },
    { retryCount: 0 },
  )
  const client = createPublicClient({ chain: hardhat, transport, cacheTime: 0 })
  const wallet = createWalletClient({ account, chain: hardhat, transport })
  return { earlier, fake, route: { client, wallet, forwarder, line: new Line() } }
}

describe('writing a report', () => {
  let stage: ReturnType<typeof startFake>
  beforeEach(() => {
    stage = startFake()
  })

  type Request = MessageInitShape<typeof Evm.WriteReportRequestSchema>
  const sound = (): Request => ({
    receiver: hexToBytes(receiver),
    report: {
      rawReport: Report.encode(header, Buffer.from('payload')),
      reportContext: Report.context(new Uint8Array(32), 1),
      sigs: [{ signature, signerId: 0 }],
    },
  })
  const write = async (changes: Request = {}, route: Partial<typeof stage.route> = {}) =>
    await writeReport(
      { ...stage.route, ...route } as never,
      limits.ChainWrite,
      toBinary(
        Evm.WriteReportRequestSchema,
        create(Evm.WriteReportRequestSchema, { ...sound(), ...changes } as Request),
      ),
      caller,
    )
  const refusal = async (...given: Parameters<typeof write>) => {
    const error = await write(...given).catch((one) => one)
    expect(error.name).to.equal('Capability.CapabilityError')
    expect(stage.fake.sent).to.deep.equal([])
    return error
  }

  it('sends it through the forwarder once, and tells what it cost', async () => {
    const reply = await write()
    const [raw] = stage.fake.sent
    expect(stage.fake.sent).to.have.length(1)
    expect(reply).to.include({ txStatus: Evm.TxStatus.SUCCESS, receiverContractExecutionStatus: SUCCESS })
    expect(bytesToHex(reply.txHash!)).to.equal(keccak256(raw!))
    expect(bigintOf(reply.transactionFee!)).to.equal(300n)
    expect(reply.errorMessage).to.equal(undefined)
    // The call lies whole in the signed transaction.
    const at = raw!.indexOf('11289565')
    const { args } = decodeFunctionData({ abi, data: `0x${raw!.slice(at)}` })
    expect(args[0].toLowerCase()).to.equal(receiver)
    expect(args[1]).to.equal(bytesToHex(Report.encode(header, Buffer.from('payload'))))
    expect(args[3]).to.deep.equal([bytesToHex(signature)])
  })

  it('a receiver that reverts is told of, though the transaction is a success', async () => {
    for (const result of [false, null]) {
      stage.fake.result = result
      const reply = await write()
      expect(reply).to.include({ txStatus: Evm.TxStatus.SUCCESS, receiverContractExecutionStatus: REVERTED })
      expect(reply.errorMessage).to.equal('receiver contract execution failure')
    }
  })

  it('an event of somebody else says nothing', async () => {
    stage.fake.by = receiver
    expect(await write()).to.have.property('receiverContractExecutionStatus', REVERTED)
  })

  it('a forwarder that reverts is told of', async () => {
    stage.fake.status = '0x0'
    const reply = await write()
    expect(reply).to.include({ txStatus: Evm.TxStatus.REVERTED, receiverContractExecutionStatus: REVERTED })
    expect(reply.errorMessage).to.equal('the forwarder refused the report')
  })

  it('a reply of the node that got lost is no failure where the chain has the transaction', async () => {
    stage.fake.refusal = 'connection reset'
    expect(await write()).to.have.property('receiverContractExecutionStatus', SUCCESS)
    stage.fake.isLost = true
    expect((await write().catch((error) => error)).message).to.match(/connection reset/)
  })

  it('what was sent before is not sent again: the first time is told', async () => {
    stage.fake.state = 1
    const reply = await write()
    expect(bytesToHex(reply.txHash!)).to.equal(stage.earlier)
    expect(stage.fake.sent).to.deep.equal([])
    // 2000 blocks are there; a thousand of them are looked through.
    expect(stage.fake.asked).to.include('logs from 1000')
  })

  it('what was tried before and failed, or cannot be found, is sent again', async () => {
    stage.fake.state = 3
    await write()
    expect(stage.fake.sent).to.have.length(1)
    // Recorded as refused for its receiver, while the only event found says that it was taken.
    stage.fake.state = 2
    await write()
    expect(stage.fake.sent).to.have.length(2)
  })

  const rawReport = (changes: Partial<Report.Header>) => ({
    report: {
      ...(sound().report as object),
      rawReport: Report.encode({ ...header, ...changes }, new Uint8Array()),
    },
  })
  const wrong: [string, () => Request, RegExp][] = [
    ['no report', () => ({ report: undefined }) as never, /nil SignedReport/],
    ['a short address', () => ({ receiver: new Uint8Array(19) }), /not 20 bytes long/],
    ['no signatures', () => ({ report: { ...(sound().report as object), sigs: [] } }), /no signatures/],
    [
      'half a header',
      () => ({ report: { rawReport: new Uint8Array(108), sigs: [{ signature }] } }),
      /shorter than its metadata/,
    ],
    [
      'another version',
      () => ({ report: { rawReport: new Uint8Array(109), sigs: [{ signature }] } }),
      /unsupported report version: 0/,
    ],
    ['another execution', () => rawReport({ executionId: new Uint8Array(32) }), /^workflowExecutionID/],
    ['another owner', () => rawReport({ workflowOwner: new Uint8Array(20) }), /^workflowOwner/],
    ['another name', () => rawReport({ workflowName: Report.encodeName('other') }), /^workflowName/],
    ['another workflow', () => rawReport({ workflowId: new Uint8Array(32) }), /^workflowID/],
    [
      'too little gas',
      () => ({ gasConfig: { gasLimit: 199_999n } }),
      /lower than minimum gas limit of: 200000/,
    ],
  ]
  for (const [name, changes, words] of wrong) {
    it(`refuses ${name}, and sends nothing`, async () => {
      const error = await refusal(changes())
      expect(error.message).to.match(words)
      expect(error).to.include({ origin: 'User', code: 'InvalidArgument' })
    })
  }

  it('refuses more gas than a transaction may have, and takes as much', async () => {
    const most = BigInt(limits.ChainWrite.EVM.TransactionGasLimit)
    const error = await refusal({ gasConfig: { gasLimit: most + 1n } })
    expect(error).to.include({ origin: 'User', code: 'LimitExceeded' })
    expect(await write({ gasConfig: { gasLimit: most } })).to.have.property('txStatus', Evm.TxStatus.SUCCESS)
  })

  it('without a forwarder it is the system that is not ready', async () => {
    const error = await refusal({}, { forwarder: zeroAddress })
    expect(error).to.include({ origin: 'System', code: 'FailedPrecondition' })
  })
})
