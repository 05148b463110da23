// In a project of your own: from '@cresolver/worker'
import { createWorker, fileStore, memoryStore, signerOf, undecided } from '../../workers/sdk/index.ts'

const { PORT = '4001', WORKER_KEY, WORKER_DATA } = process.env
const evidence = 'The Unicode Consortium dates version 16.0 to September 10, 2024, before 2025 began.'
const sources = ['https://www.unicode.org/versions/Unicode16.0.0/']

const worker = createWorker({
  agentId: 0,
  chainId: 31_337,
  market: '0x0000000000000000000000000000000000000000',
  signer: WORKER_KEY ? signerOf(WORKER_KEY) : null,
  chain: null, // With a stake: connectChain({ rpcUrl, chainId, market })
  store: WORKER_DATA ? await fileStore(WORKER_DATA) : memoryStore(),
  resolve: ({ question }) =>
    question.includes('Unicode Standard')
      ? { determination: true, confidence: 0.97, evidence, sources }
      : undecided('I found nothing that decides this.'),
  challenge: ({ challenges }) => ({
    responses: challenges.map(() => 'My source is dated; one that says otherwise would change my mind.'),
  }),
})
console.log((await worker.listen({ port: Number(PORT) })).url)
