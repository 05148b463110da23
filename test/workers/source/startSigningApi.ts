import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Bytes, Decimal } from '../../../protocol/index.ts'

type Hello = { url: string; p256: string; secp256k1: string; observer: Bytes.Hex }

/** The provider that signs, in its own process. */
export async function startSigningApi(chainId: number, register: string) {
  const path = fileURLToPath(new URL('./signingApi.ts', import.meta.url))
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [path, String(chainId), register])
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => {
    const { value, done } = await lines.next()
    if (done === true) throw new Error(`The signing provider ended: ${complaints}`)
    return JSON.parse(value)
  }
  const hello = (await next()) as Hello
  return {
    ...hello,
    async observe(path: string, observedAt: number, value: string) {
      child.stdin.write(JSON.stringify({ path, observedAt, value: String(Decimal.toFixed18(value)) }))
      await next()
    },
    close: () =>
      new Promise<void>((resolve) => {
        child.on('close', () => resolve())
        child.stdin.end()
      }),
  }
}
