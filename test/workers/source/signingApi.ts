import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { privateKeyToAccount } from 'viem/accounts'
import { Hash } from '../../../protocol/index.ts'
import { marketData, startFakeApi } from '../../helpers/fakeApi.ts'

/**
 * A provider that signs what it says, in a process of its own: its private keys are made here and never leave. It says on standard
 * output, in one line of JSON, where it listens and what its public keys are, and ends with its standard input.
 *
 * Arguments: chain id and address of the register of keys that observations are signed for.
 */
const [chainId = '31337', register = `0x${'11'.repeat(20)}`] = process.argv.slice(2)
const pairs = {
  p256: generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
  secp256k1: generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
}
const observer = privateKeyToAccount(`0x${randomBytes(32).toString('hex')}`)
const sourceId = Hash.ofText('coingecko:bitcoin:price_usd')
const provider = marketData()

const api = await startFakeApi((call) => {
  const answer = provider(call)
  const url = `http://${call.headers.host}${call.path}`
  const algorithm = call.path.includes('/k1/') ? 'secp256k1' : 'p256'
  const timestamp = Math.floor(Date.now() / 1_000)
  const bodyHash = Hash.sha256(Buffer.from(answer.body))
  const text = `CREsolver reply v1\n${call.method}\n${url}\n${Buffer.from(bodyHash).toString('hex')}\n${timestamp}`
  const key = { key: pairs[algorithm].privateKey, dsaEncoding: 'ieee-p1363' } as const
  const headers: Record<string, string> = {
    'x-signature': sign('sha256', Buffer.from(text), key).toString('hex'),
    'x-key-id': `${algorithm}-1`,
    'x-timestamp': String(timestamp),
  }
  const observation = observations.get(call.path)
  return { ...answer, headers: observation === undefined ? headers : { 'x-observation': observation } }
})

// Signing typed data is asynchronous, and the fake answers at once: what will be asked for is signed before.
const observations = new Map<string, string>()
process.stdin.setEncoding('utf8').on('data', async (line: string) => {
  const { path, observedAt, value } = JSON.parse(line)
  const signature = await observer.signTypedData({
    domain: {
      name: 'CREsolver Source',
      version: '1',
      chainId: Number(chainId),
      verifyingContract: register as `0x${string}`,
    },
    types: {
      Observation: [
        { name: 'sourceId', type: 'bytes32' },
        { name: 'observedAt', type: 'uint40' },
        { name: 'value', type: 'int128' },
      ],
    },
    primaryType: 'Observation',
    message: { sourceId, observedAt, value: BigInt(value) },
  })
  observations.set(path, signature)
  console.log(JSON.stringify({ ready: path }))
})
process.stdin.on('end', () => void api.close())

const pem = (name: keyof typeof pairs) => pairs[name].publicKey.export({ type: 'spki', format: 'pem' })
console.log(
  JSON.stringify({
    url: api.url,
    p256: pem('p256'),
    secp256k1: pem('secp256k1'),
    observer: observer.address,
  }),
)
