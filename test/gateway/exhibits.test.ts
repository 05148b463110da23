import { expect } from 'chai'
import { askAgain, fetchProofs } from '../../gateway/exhibits.ts'
import { sampleParts } from '../../local/samples/proof.ts'
import { Hash, type Json, Proof, type RoundFile } from '../../protocol/index.ts'
import type { RoundView } from '../../services/chain/Chain.ts'
import type { Store } from '../../services/store/Store.ts'
import { replyOf, roundOf } from '../helpers/round.ts'
import { type Behaviour, type FakeWorker, honest, send, startFakeWorker } from './fakeWorker.ts'
import { gatewayWith } from './gatewayWith.ts'

const noStore = {} as Store
const round = roundOf(3)
const view: RoundView = { ...round, isAsked: true, isRepeat: false, requestedAt: 0, now: 0 }

describe('exhibits', () => {
  const workers: FakeWorker[] = []
  const start = async (behaviour: Behaviour): Promise<FakeWorker> => {
    const worker = await startFakeWorker(behaviour)
    workers.push(worker)
    return worker
  }
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.stop()
  })

  describe('askAgain', () => {
    const left = round.workers.map(
      ({ agentId }, index): RoundFile.Item => ({
        index,
        agent_id: agentId,
        reply: null,
        status: 'omitted-unprobed',
      }),
    )

    it('C3: puts the replies of those that are asked again in their places, and lets the others be', async () => {
      const worker = await start(honest(round, 1))
      const { gateway } = gatewayWith(noStore, new Map([[round.workers[1]!.agentId, worker.url]]))
      const items = await askAgain(gateway, view, left, [1])
      expect(items.map(({ status }) => status)).to.deep.equal(['omitted-unprobed', 'ok', 'omitted-unprobed'])
      expect(items[1]!.reply).to.have.nested.property('attestation.signature')
      expect(worker.asked.map(({ path }) => path)).to.deep.equal(['/a2a/resolve'])
    })

    it('C6: leaves out a worker that is nowhere, or says what can’t be read', async () => {
      const worker = await start((_path, _body, response) => send(response, { determination: 'yes' }))
      const { gateway } = gatewayWith(noStore, new Map([[round.workers[1]!.agentId, worker.url]]))
      expect(await askAgain(gateway, view, left, [0, 1])).to.deep.equal(left)
    })
  })

  describe('fetchProofs', () => {
    const proof = Proof.buildPorBundle(sampleParts())
    const root = proof.bundle.por_root
    const serving = (value: unknown, status = 200) =>
      start((_path, _body, response) => send(response, value, status))
    const itemAt = (index: number, uri: string, named = root): RoundFile.Item => ({
      index,
      agent_id: index,
      reply: JSON.parse(JSON.stringify(replyOf('75120.5', { por: { root: named, uri } }))) as Json.Json,
      status: 'ok',
    })
    const fetched = async (items: RoundFile.Item[]) => {
      const { gateway } = gatewayWith(noStore, new Map())
      return (await fetchProofs(gateway, items)).map(({ index }) => index)
    }

    it('C34: takes a proof that has the root which its worker signed', async () => {
      const { url } = await serving(proof)
      const { gateway } = gatewayWith(noStore, new Map())
      expect(await fetchProofs(gateway, [itemAt(2, `${url}/por/${root}`)])).to.deep.equal([
        { index: 2, proof: JSON.parse(JSON.stringify(proof)) },
      ])
    })

    it('C34: leaves out what is no proof, has another root, is away, or was never named', async () => {
      const [good, junk, gone] = [
        await serving(proof),
        await serving('{"made":"up"}'),
        await serving(proof, 404),
      ]
      const silent: RoundFile.Item = { index: 5, agent_id: 5, reply: null, status: 'silent' }
      const plain = { ...itemAt(6, ''), reply: JSON.parse(JSON.stringify(replyOf('75120.5'))) as Json.Json }
      const items = [
        itemAt(0, junk.url),
        itemAt(1, good.url, Hash.asRoot(Hash.ofText('another root'))),
        itemAt(2, gone.url),
        itemAt(3, 'http://127.0.0.1:1/'),
        itemAt(4, good.url),
        silent,
        plain,
      ]
      expect(await fetched(items)).to.deep.equal([4])
      expect(good.asked).to.have.length(2)
    })

    it('takes proofs in the order of their workers until four megabytes are full', async () => {
      // White space counts as bytes, and changes nothing of the proof.
      const long = `${JSON.stringify(proof)}${' '.repeat(1_000_000)}`
      const { url } = await serving(long)
      const items = Array.from({ length: 6 }, (_, i) => itemAt(i, url))
      expect(await fetched(items)).to.deep.equal([0, 1, 2, 3])
    })
  })
})
