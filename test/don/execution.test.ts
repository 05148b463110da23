import { create, type DescMessage, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf'
import { anyPack } from '@bufbuild/protobuf/wkt'
import { expect } from 'chai'
import { callbackIdOf } from '../../don/callbackId.ts'
import { respond } from '../../don/capability.ts'
import { outcomeOf } from '../../don/consensus.ts'
import { type Environment, Execution, placesOf } from '../../don/execution.ts'
import type { Questions } from '../../don/guestProcess.ts'
import type { Question } from '../../don/oracleThread.ts'
import { Restrictions } from '../../don/restrictions.ts'
import { ConfidentialHttp, Evm, Http, Sdk, Values } from '../../don/sdk.ts'
import * as Value from '../../don/value.ts'
import { limits } from '../helpers/localDon.ts'

const text = (value: string) => Value.make({ case: 'stringValue', value })
const selector = '7759470850252068959'
const evm = `evm:ChainSelector:${selector}@1.0.0`

/** The oracle of an honest node, in this thread. */
const oracle = {
  ask: async ({ observations }: Omit<Question, 'id'>) => {
    const inputs = observations.map(({ bytes }) => fromBinary(Sdk.SimpleConsensusInputsSchema, bytes))
    return { id: 0, error: null, bytes: Value.bytesOf(outcomeOf(inputs, 1)), signature: null }
  },
}

describe('an execution on four nodes, one of which may fail', () => {
  let asked: { method: string; bytes: Uint8Array }[]
  let sent: number
  beforeEach(() => {
    asked = []
    sent = 0
  })

  const executionOf = (changes: Partial<Environment> = {}): Execution => {
    const around = {
      f: 1,
      oracles: [oracle, oracle, oracle, oracle],
      faults: [null, null, null, null],
      limits,
      http: {
        send: async (_bytes: Uint8Array, quota: { count(what: string): void }) => {
          quota.count('http')
          sent++
          return create(Http.ResponseSchema, { statusCode: 200 })
        },
      },
      chains: new Map([
        [
          selector,
          {
            call: async (method: string, bytes: Uint8Array) => {
              asked.push({ method, bytes })
              if (method === 'BalanceAt') throw new Error('the node is down')
              return respond(
                Evm.CallContractReplySchema,
                create(Evm.CallContractReplySchema, { data: bytes }),
              )
            },
          },
        ],
      ]),
      secrets: { TOKEN: 'abc' },
      workflow: 'ab',
      places: [0, 1, 2, 3].map(() => placesOf(changes.limits ?? limits)),
      graceMs: 0,
      clock: Date.now,
      header: {},
      configDigest: new Uint8Array(32),
      nextSequence: () => 1,
      ...changes,
    }
    return new Execution(around as unknown as Environment)
  }

  const request = <schema extends DescMessage>(
    callbackId: number,
    id: string,
    method: string,
    schema: schema,
    message: MessageInitShape<schema>,
  ): Uint8Array =>
    toBinary(
      Sdk.CapabilityRequestSchema,
      create(Sdk.CapabilityRequestSchema, {
        callbackId,
        id,
        method,
        payload: anyPack(schema, create(schema, message)),
      }),
    )
  const awaiting = (...ids: number[]) =>
    toBinary(Sdk.AwaitCapabilitiesRequestSchema, create(Sdk.AwaitCapabilitiesRequestSchema, { ids }))
  const responseTo = async (questions: Questions, id: number) => {
    const answer = await questions.await(awaiting(id))
    if (!(answer instanceof Uint8Array)) throw new Error(answer.error)
    return fromBinary(Sdk.AwaitCapabilitiesResponseSchema, answer).responses[id]!.response
  }
  /** What each of some nodes gets for the same call, or for one of its own. */
  const each = async (execution: Execution, nodes: readonly number[], ask: (node: number) => Uint8Array) =>
    await Promise.all(
      nodes.map(async (node) => {
        const questions = execution.questionsOf(node)
        const asked = ask(node)
        questions.call(1, asked)
        return await responseTo(questions, callbackIdOf(asked)!)
      }),
    )
  const read = (data: number, method = 'CallContract') =>
    request(1, evm, method, Evm.CallContractRequestSchema, { call: { data: Uint8Array.of(data) } })
  const observing = (value: string) =>
    request(1, 'consensus@1.0.0-alpha', 'Simple', Sdk.SimpleConsensusInputsSchema, {
      observation: { case: 'value', value: text(value) },
      descriptors: { descriptor: { case: 'aggregation', value: Sdk.AggregationType.IDENTICAL } },
    })
  const fetching = request(1, 'http-actions@1.0.0-alpha', 'SendRequest', Http.RequestSchema, {
    url: 'http://127.0.0.1',
  })
  const all = [0, 1, 2, 3]

  it('a read is made once for all nodes, and counts for each', async () => {
    const execution = executionOf()
    const responses = await each(execution, all, () => read(7))
    expect(asked.map(({ method }) => method)).to.deep.equal(['CallContract'])
    for (const one of responses) expect(one.case).to.equal('payload')
    expect(all.map((node) => execution.usageOf(node).reads)).to.deep.equal([1, 1, 1, 1])
    expect(execution.usageOf(0).readBytes).to.be.greaterThan(0)
  })

  it('a read is the one that f + 1 nodes ask for, whatever the others ask', async () => {
    await each(executionOf(), all, (node) => read(node === 0 ? 9 : 7))
    const { call } = fromBinary(Evm.CallContractRequestSchema, asked[0]!.bytes)
    expect([...call!.data]).to.deep.equal([7])
  })

  it('a read that no f + 1 nodes ask for fails for all', async () => {
    const responses = await each(executionOf(), all, (node) => read(node))
    for (const one of responses)
      expect(one).to.deep.include({
        case: 'error',
        value: 'Public:System:ConsensusFailed:consensus calculation failed, only 4 of 4 nodes came or agreed',
      })
    expect(asked).to.deep.equal([])
  })

  it('what the chain refuses is told to every node, in the engine’s form', async () => {
    const responses = await each(executionOf(), all, () => read(7, 'BalanceAt'))
    for (const one of responses) expect(one.value).to.equal('Public:System:Internal:the node is down')
  })

  it('each node fetches for itself, up to its limit', async () => {
    const execution = executionOf()
    await each(execution, all, () => fetching)
    expect(sent).to.equal(4)
    const questions = execution.questionsOf(0)
    const most = limits.HTTPAction.CallLimit
    const again = (id: number) => request(id, 'http-actions@1', 'SendRequest', Http.RequestSchema, {})
    for (let id = 2; id <= most + 1; id++) questions.call(2, again(id))
    const response = await responseTo(questions, most + 1)
    expect(response.value).to.match(/^Public:User:LimitExceeded:PerWorkflow\.HTTPAction\.CallLimit/)
    expect(execution.usageOf(1).http).to.equal(1)
  })

  it('nodes agree although one lies, and one that is silent is not waited for', async () => {
    const lying = executionOf({ faults: [{ kind: 'byzantine' }, null, null, null] })
    for (const one of await each(lying, all, () => observing('YES'))) {
      if (one.case !== 'payload') throw new Error(String(one.value))
      expect(fromBinary(Values.ValueSchema, one.value.value)).to.deep.equal(text('YES'))
    }
    const oracles = [null, oracle, oracle, oracle] as unknown as Environment['oracles']
    const silent = executionOf({ oracles, graceMs: 3_600_000 })
    expect((await each(silent, [1, 2, 3], () => observing('NO')))[0]!.case).to.equal('payload')
  })

  it('consensus has two methods, and observations a size', async () => {
    const execution = executionOf()
    const odd = request(1, 'consensus@1.0.0-alpha', 'Guess', Sdk.SimpleConsensusInputsSchema, {})
    expect((await each(execution, [0], () => odd))[0]!.value).to.equal(
      'Public:User:Unimplemented:consensus has no method Guess',
    )
    const large = observing('x'.repeat(limits.Consensus.ObservationSizeLimit))
    expect((await each(execution, [1], () => large))[0]!.value).to.match(/ObservationSizeLimit/)
  })

  it('a report that is too long is not written', async () => {
    const rawReport = new Uint8Array(limits.ChainWrite.ReportSizeLimit + 1)
    const writing = request(1, evm, 'WriteReport', Evm.WriteReportRequestSchema, { report: { rawReport } })
    expect((await each(executionOf(), [0], () => writing))[0]!.value).to.match(/ReportSizeLimit/)
    expect(asked).to.deep.equal([])
  })

  it('says what is not here: a capability, a chain, a call', async () => {
    const execution = executionOf()
    for (const [i, id] of ['solana@1.0.0', 'evm:ChainSelector:1@1.0.0', 'nothing'].entries()) {
      const odd = request(i, id, 'Do', Http.RequestSchema, {})
      expect((await each(execution, [0], () => odd))[0]!.value).to.equal(
        `Public:User:NotFound:no capability ${id} here`,
      )
    }
    expect(await execution.questionsOf(0).await(awaiting(99))).to.deep.equal({
      error: 'failed to get call from store : 99',
    })
  })

  it('a confidential call is made once for all, and counts for each', async () => {
    const execution = executionOf()
    // Sent to a port where nobody listens: what matters is that all hear the same of it.
    const secret = request(
      1,
      'confidential-http@1.0.0-alpha',
      'SendRequest',
      ConfidentialHttp.ConfidentialHTTPRequestSchema,
      {
        request: { url: 'http://127.0.0.1:1', method: 'GET' },
      },
    )
    const responses = await each(execution, all, () => secret)
    expect(new Set(responses.map(({ value }) => value)).size).to.equal(1)
    expect(responses[0]!.case).to.equal('error')
    expect(all.map((node) => execution.usageOf(node).confidentialHttp)).to.deep.equal([1, 1, 1, 1])
  })

  it('traces every call of every node with its sizes and its error', async () => {
    const execution = executionOf()
    await each(execution, [0, 1], () => read(7))
    await each(execution, [0], () => request(2, 'x@1', 'Do', Http.RequestSchema, {}))
    expect(execution.trace).to.have.length(3)
    const [first] = execution.trace
    expect(first).to.include({ capability: evm, method: 'CallContract', error: null })
    expect(first!.requestBytes).to.be.greaterThan(0)
    expect(first!.responseBytes).to.be.greaterThan(0)
    expect(execution.trace[2]).to.include({ node: 0, capability: 'x@1', responseBytes: 0 })
    expect(execution.trace[2]!.error).to.match(/NotFound/)
  })

  const askingFor = (callbackId: number, ...ids: string[]) =>
    toBinary(
      Sdk.GetSecretsRequestSchema,
      create(Sdk.GetSecretsRequestSchema, { callbackId, requests: ids.map((id) => ({ id })) }),
    )
  const secretsOf = async (questions: Questions, id: number) => {
    const schema = Sdk.AwaitSecretsRequestSchema
    const reply = await questions.awaitSecrets(toBinary(schema, create(schema, { ids: [id] })))
    if (!(reply instanceof Uint8Array)) return reply.error
    return fromBinary(Sdk.AwaitSecretsResponseSchema, reply).responses[id]!.responses.map(
      ({ response }) => response.value,
    )
  }

  it('hands out secrets, several in one call, and counts the calls', async () => {
    const execution = executionOf({ limits: { ...limits, Secrets: { CallLimit: 2 } } })
    const questions = execution.questionsOf(0)
    for (const id of [5, 6, 7]) await questions.getSecrets(askingFor(id, 'TOKEN', 'OTHER'))
    const [token, other] = (await secretsOf(questions, 5)) as { value?: string; error?: string }[]
    expect(token).to.include({ value: 'abc' })
    expect(other).to.include({ error: 'secret OTHER is not there' })
    expect(execution.usageOf(0).secrets).to.equal(2)
    expect(await secretsOf(questions, 7)).to.equal(
      'failed to get secrets for call 7: PerWorkflow.Secrets.CallLimit limited for workflow[ab]: cannot use 3, limit is 2',
    )
    expect(await secretsOf(questions, 9)).to.equal('failed to get call from store : 9')
  })

  it('an id serves once, and an answer is given once, as in the host', async () => {
    const execution = executionOf()
    const questions = execution.questionsOf(0)
    await questions.getSecrets(askingFor(1, 'TOKEN'))
    expect(await questions.getSecrets(askingFor(1, 'TOKEN'))).to.deep.equal({
      error: 'error calling getSecretsAsync: duplicate callback id not allowed',
    })
    await secretsOf(questions, 1)
    expect(await secretsOf(questions, 1)).to.equal('failed to get call from store : 1')
    await each(execution, [0], () => fetching)
    expect(await questions.await(awaiting(1))).to.deep.equal({ error: 'failed to get call from store : 1' })
  })

  it('a chain that the account has not is refused in the engine’s words', async () => {
    const execution = executionOf({
      limits: { ...limits, ChainAllowed: { Default: false, Values: { '1': true } } },
    })
    expect((await each(execution, [0], () => read(7)))[0]!.value).to.equal(
      `Public:User:PermissionDenied:unable to call capability ${evm}: ChainSelector ${selector}: ` +
        'PerWorkflow.ChainAllowed limited for workflow[ab]: not allowed',
    )
    expect(asked).to.deep.equal([])
    const open = { ...limits, ChainAllowed: { Default: false, Values: { [selector]: true } } }
    expect((await each(executionOf({ limits: open }), [0, 1], () => read(7)))[0]!.case).to.equal('payload')
  })

  it('so many calls of a node are under way at once, over all executions; the others wait', async () => {
    let under = 0
    let most = 0
    const ends: (() => void)[] = []
    const http = {
      send: async () => {
        most = Math.max(most, ++under)
        await new Promise<void>((resolve) => ends.push(resolve))
        under--
        return create(Http.ResponseSchema, { statusCode: 200 })
      },
    } as unknown as Environment['http']
    const bounded = { ...limits, CapabilityConcurrencyLimit: 3 }
    const places = [0, 1, 2, 3].map(() => placesOf(bounded))
    const executions = [0, 1].map(() => executionOf({ limits: bounded, places, http }))
    const send = (id: number) => request(id, 'http-actions@1', 'SendRequest', Http.RequestSchema, {})
    for (const execution of executions)
      for (let id = 0; id < 3; id++) execution.questionsOf(0).call(2, send(id))
    const answered = Promise.all(executions.map((one) => one.questionsOf(0).await(awaiting(0, 1, 2))))
    for (let i = 0; i < 6; i++) {
      while (ends.length === 0) await new Promise(setImmediate)
      ends.shift()!()
    }
    await answered
    expect(most).to.equal(3)
  })

  it('a pre-hook bounds its own node’s handler alone, and leaves it all ids', async () => {
    const execution = executionOf()
    execution.begin(0, 'preHook')
    await each(execution, [0], () => fetching)
    execution.begin(0, 'handler')
    const schema = Sdk.RestrictionsSchema
    execution.restrict(
      0,
      new Restrictions(create(schema, { capabilities: { maxTotalCalls: 1 }, secrets: {} })),
    )
    const [bound, free] = await each(execution, [0, 1], () => fetching)
    expect(bound!.value).to.match(/^Public:User:LimitExceeded:call denied by user pre-hook restrictions: /)
    expect(free!.case).to.equal('payload')
    await execution.questionsOf(0).getSecrets(askingFor(5, 'TOKEN'))
    const [denied] = (await secretsOf(execution.questionsOf(0), 5)) as { error: string }[]
    expect(denied!.error).to.match(/denied by user pre-hook restrictions/)
    expect(execution.usageOf(0)).to.include({ secrets: 0, http: 1 })
  })

  it('keeps so many lines of a log, each so long', () => {
    const execution = executionOf({ limits: { ...limits, LogEventLimit: 2, LogLineLimit: 3 } })
    const { log } = execution.questionsOf(1)
    for (const line of ['a', 'abcd', 'c']) log(1, line)
    execution.questionsOf(2).log(1, 'd')
    expect(execution.logs).to.deep.equal([
      { node: 1, text: 'a' },
      { node: 1, text: 'abc' },
      { node: 2, text: 'd' },
    ])
  })

  it('has one time for all nodes, and no time when too few are there to say it', async () => {
    const execution = executionOf()
    const times = await Promise.all(all.map((node) => execution.questionsOf(node).now(0)))
    expect(new Set(times.map((one) => Buffer.from(one as Uint8Array).toString('hex'))).size).to.equal(1)
    const at = new DataView((times[0] as Uint8Array).buffer).getBigUint64(0, true)
    expect(Math.abs(Number(at / 1_000_000n) - Date.now())).to.be.lessThan(60_000)
    const alone = execution.questionsOf(0).now(1)
    execution.close()
    expect(await Promise.resolve(alone).catch((error) => error.message)).to.match(/only 1 of 4 nodes/)
  })

  it('refuses to hand a guest more than a response may have', async () => {
    const tiny = executionOf({ limits: { ...limits, ExecutionResponseLimit: 4 } })
    const questions = tiny.questionsOf(0)
    questions.call(1, fetching)
    expect(await questions.await(awaiting(1))).to.deep.equal({ error: 'response buffer too small' })
  })

  it('a node that starts over has its counts and calls anew', async () => {
    const execution = executionOf()
    await each(execution, [0], () => fetching)
    execution.restart(0)
    expect(execution.usageOf(0).http).to.equal(0)
    expect(await execution.questionsOf(0).await(awaiting(1))).to.have.property('error')
  })
})
