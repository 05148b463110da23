import {
  create,
  type DescMessage,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf'
import { secp256k1 } from '@noble/curves/secp256k1'
import { expect } from 'chai'
import { type Address, encodeFunctionData, hexToBytes, parseAbi, toBytes, toEventSelector } from 'viem'
import { EvmCapability } from '../../../don/capabilities/evm.ts'
import { bigintMessage, bigintOf } from '../../../don/capabilities/evmMessages.ts'
import { bytesOf, refuse } from '../../../don/capability.ts'
import * as Report from '../../../don/report.ts'
import { Evm, Sdk } from '../../../don/sdk.ts'
import { limits, nodeKeys } from '../../helpers/localDon.ts'
import { type ForwarderChain, startForwarderChain } from './forwarderChain.ts'

const processed = toEventSelector(
  'event ReportProcessed(address indexed, bytes32 indexed, bytes2 indexed, bool)',
)
const configured = toEventSelector('event ConfigSet(uint32 indexed, uint32 indexed, uint8, address[])')

describe('a chain as a workflow reads and writes it', () => {
  let chain: ForwarderChain
  let evm: EvmCapability
  let executions = 0

  before(async function () {
    this.timeout(60_000)
    chain = await startForwarderChain()
    evm = new EvmCapability(chain.config, limits)
  })
  after(async () => await chain.close())

  const caller = () => ({
    workflowId: new Uint8Array(32).fill(1),
    workflowName: Report.encodeName('tiny'),
    workflowOwner: new Uint8Array(20).fill(2),
    executionId: Report.executionId(new Uint8Array(32), `event ${++executions}`),
  })
  type Caller = ReturnType<typeof caller>

  async function ask<asked extends DescMessage, told extends DescMessage>(
    method: string,
    [request, reply]: readonly [asked, told],
    input: MessageInitShape<asked>,
    by: Caller = caller(),
  ): Promise<MessageShape<told>> {
    const { response } = await evm.call(method, toBinary(request, create(request, input)), by)
    if (response.case !== 'payload') throw new Error(String(response.value))
    return fromBinary(reply, response.value.value)
  }
  const failure = async (work: Promise<unknown>) =>
    await work.then(
      () => 'it did not fail',
      (error) => {
        const { response } = fromBinary(Sdk.CapabilityResponseSchema, bytesOf(refuse(error)))
        return response.value as string
      },
    )
  const calls = [Evm.CallContractRequestSchema, Evm.CallContractReplySchema] as const
  const balances = [Evm.BalanceAtRequestSchema, Evm.BalanceAtReplySchema] as const
  const headers = [Evm.HeaderByNumberRequestSchema, Evm.HeaderByNumberReplySchema] as const
  const filters = [Evm.FilterLogsRequestSchema, Evm.FilterLogsReplySchema] as const
  const estimates = [Evm.EstimateGasRequestSchema, Evm.EstimateGasReplySchema] as const
  const transactions = [Evm.GetTransactionByHashRequestSchema, Evm.GetTransactionByHashReplySchema] as const
  const receipts = [Evm.GetTransactionReceiptRequestSchema, Evm.GetTransactionReceiptReplySchema] as const
  const writes = [Evm.WriteReportRequestSchema, Evm.WriteReportReplySchema] as const

  describe('reads', () => {
    const version = toBytes(
      encodeFunctionData({ abi: parseAbi(['function typeAndVersion() view returns (string)']) }),
    )
    const message = () => ({ to: hexToBytes(chain.forwarder), data: version })

    it('a contract, at the latest, safe and finalized block, and at one by number', async () => {
      for (const at of [undefined, -2n, -3n, -4n, await chain.client.getBlockNumber()]) {
        const blockNumber = at === undefined ? {} : { blockNumber: bigintMessage(at) }
        const { data } = await ask('CallContract', calls, { call: message(), ...blockNumber })
        expect(Buffer.from(data).toString()).to.contain('KeystoneForwarder 1.0.0')
      }
      const early = await ask('CallContract', calls, { call: message(), blockNumber: bigintMessage(0n) })
      expect(early.data).to.have.length(0)
    })

    it('a balance, at a block', async () => {
      const account = hexToBytes(chain.config.transmitter.address)
      const { balance } = await ask('BalanceAt', balances, { account })
      expect(bigintOf(balance!) > 0n).to.equal(true)
      const early = await ask('BalanceAt', balances, { account, blockNumber: bigintMessage(0n) })
      expect(bigintOf(early.balance!)).to.equal(0n)
    })

    it('a header', async () => {
      const block = await chain.client.getBlock()
      const { header } = await ask('HeaderByNumber', headers, {})
      expect(header?.timestamp).to.equal(block.timestamp)
      expect(bigintOf(header!.blockNumber!)).to.equal(block.number)
      expect(Buffer.from(header!.hash).toString('hex')).to.equal(block.hash.slice(2))
    })

    it('logs of a filter, of no more than 100 blocks', async () => {
      const query = (from: bigint, to: bigint) => ({
        filterQuery: {
          addresses: [hexToBytes(chain.forwarder)],
          topics: [{ topic: [hexToBytes(configured)] }],
          fromBlock: bigintMessage(from),
          toBlock: bigintMessage(to),
        },
      })
      const { logs } = await ask('FilterLogs', filters, query(0n, 99n))
      expect(logs).to.have.length(1)
      expect(Buffer.from(logs[0]!.eventSig).toString('hex')).to.equal(configured.slice(2))
      expect(await failure(ask('FilterLogs', filters, query(0n, 100n)))).to.match(
        /^Public:User:LimitExceeded:a query spans at most 100 blocks/,
      )
    })

    it('gas, a transaction and its receipt', async () => {
      const { gas } = await ask('EstimateGas', estimates, { msg: message() })
      expect(gas > 21_000n).to.equal(true)
      const { transactions: hashes } = await chain.client.getBlock({ blockNumber: 1n })
      const hash = hexToBytes(hashes[0]!)
      const { transaction } = await ask('GetTransactionByHash', transactions, { hash })
      expect(transaction?.hash).to.deep.equal(hash)
      expect(transaction?.to).to.have.length(0)
      const { receipt } = await ask('GetTransactionReceipt', receipts, { hash })
      expect(receipt?.status).to.equal(1n)
      expect(receipt?.contractAddress).to.deep.equal(hexToBytes(chain.forwarder))
      const unknown = await failure(ask('GetTransactionByHash', transactions, { hash: new Uint8Array(32) }))
      expect(unknown).to.match(/^Public:User:NotFound:/)
    })

    it('tells of a revert and of what it does not offer in the engine’s form', async () => {
      const call = { to: hexToBytes(chain.forwarder), data: toBytes('0x12345678') }
      expect(await failure(ask('CallContract', calls, { call }))).to.match(
        /^Public:User:Unknown:Execution reverted/,
      )
      expect(await failure(evm.call('Rewind', new Uint8Array(), caller()))).to.match(
        /^Public:User:Unimplemented:/,
      )
    })

    it('tells that the node is down, and not where it was', async () => {
      const gone = new EvmCapability({ ...chain.config, rpcUrl: 'http://127.0.0.1:1/secret-key' }, limits)
      const bytes = toBinary(
        Evm.BalanceAtRequestSchema,
        create(Evm.BalanceAtRequestSchema, { account: new Uint8Array(20) }),
      )
      const told = await failure(gone.call('BalanceAt', bytes, caller()))
      expect(told).to.equal("Public:System:Unavailable:the chain's node does not answer")
    })
  })

  describe('writes', () => {
    const header = (by: Caller): Report.Header => ({
      ...by,
      timestamp: 1,
      donId: 1,
      configVersion: 1,
      reportId: 1,
    })

    /** A report as f + 1 nodes sign it. */
    function signed(fields: Report.Header, nodes: readonly number[] = [0, 1]) {
      const rawReport = Report.encode(fields, Buffer.from('the payload'))
      const reportContext = Report.context(new Uint8Array(32), 1)
      const digest = Report.digest(rawReport, reportContext)
      const sigs = nodes.map((node) => {
        const signature = secp256k1.sign(digest, nodeKeys(4)[node]!.privateKey)
        return {
          signature: Uint8Array.from([...signature.toCompactRawBytes(), signature.recovery]),
          signerId: node,
        }
      })
      return { rawReport, reportContext, sigs }
    }
    const write = async (receiver: Address, by: Caller, report = signed(header(by)), gasLimit?: bigint) =>
      await ask(
        'WriteReport',
        writes,
        {
          receiver: hexToBytes(receiver),
          report,
          ...(gasLimit === undefined ? {} : { gasConfig: { gasLimit } }),
        },
        by,
      )

    it('through the genuine forwarder to a receiver', async () => {
      const reply = await write(chain.receiver, caller())
      expect(reply.txStatus).to.equal(Evm.TxStatus.SUCCESS)
      expect(reply.receiverContractExecutionStatus).to.equal(Evm.ReceiverContractExecutionStatus.SUCCESS)
      expect(bigintOf(reply.transactionFee!) > 0n).to.equal(true)
      expect(reply.errorMessage).to.equal(undefined)
      const hash = `0x${Buffer.from(reply.txHash!).toString('hex')}` as const
      const { logs } = await chain.client.getTransactionReceipt({ hash })
      expect(logs[0]?.topics[0]).to.equal(processed)
    })

    it('a receiver that reverts leaves the transaction a success', async () => {
      const reply = await write(chain.refusing, caller())
      expect(reply.txStatus).to.equal(Evm.TxStatus.SUCCESS)
      expect(reply.receiverContractExecutionStatus).to.equal(Evm.ReceiverContractExecutionStatus.REVERTED)
      expect(reply.errorMessage).to.equal('receiver contract execution failure')
    })

    it('the same report again is not sent again, and tells of the first time', async () => {
      const by = caller()
      const first = await write(chain.receiver, by)
      const head = await chain.client.getBlockNumber({ cacheTime: 0 })
      const again = await write(chain.receiver, by)
      expect(again).to.deep.equal(first)
      expect(await chain.client.getBlockNumber({ cacheTime: 0 })).to.equal(head)
    })

    it('with the wrong signers the forwarder reverts', async () => {
      const by = caller()
      for (const nodes of [[0], [0, 0], [0, 1, 2]]) {
        const reply = await write(chain.receiver, by, signed(header(by), nodes))
        expect(reply.txStatus).to.equal(Evm.TxStatus.REVERTED)
        expect(reply.errorMessage).to.equal('the forwarder refused the report')
      }
    })

    it('refuses a report of another execution, owner, name or workflow, and an empty or short one', async () => {
      const by = caller()
      const others: [Partial<Report.Header>, RegExp][] = [
        [{ executionId: new Uint8Array(32) }, /workflowExecutionID in the report does not match/],
        [{ workflowOwner: new Uint8Array(20) }, /workflowOwner in the report does not match/],
        [{ workflowName: Report.encodeName('other') }, /workflowName in the report does not match/],
        [{ workflowId: new Uint8Array(32) }, /workflowID in the report does not match/],
      ]
      const refusal = async (report: ReturnType<typeof signed>) =>
        await failure(write(chain.receiver, by, report))
      for (const [fields, why] of others) {
        const told = await refusal(signed({ ...header(by), ...fields }))
        expect(told).to.match(why)
        expect(told).to.match(/^Public:User:InvalidArgument:/)
      }
      const sound = signed(header(by))
      expect(await refusal({ ...sound, sigs: [] })).to.match(/no signatures/)
      expect(await refusal({ ...sound, rawReport: new Uint8Array(108) })).to.match(
        /shorter than its metadata/,
      )
      const rawReport = Uint8Array.from(sound.rawReport)
      rawReport[0] = 2
      expect(await refusal({ ...sound, rawReport })).to.match(/unsupported report version: 2/)
    })

    it('refuses more gas than a transaction may have, and less than the forwarder needs', async () => {
      const by = caller()
      const gas = async (limit: bigint) => await failure(write(chain.receiver, by, undefined, limit))
      expect(await gas(5_000_001n)).to.match(/^Public:User:LimitExceeded:gas limit exceeds/)
      expect(await gas(199_999n)).to.match(/lower than minimum gas limit/)
    })
  })
})
