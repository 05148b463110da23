import { connect } from 'node:net'
import { type Address, BaseError, type Bytes, Json, Schema } from '../../protocol/index.ts'
import { lines } from './lines.ts'
import { type Draft, type Refusal, type Reply, reply } from './Message.ts'

/** Asks a signer on this machine. Nothing here knows a key. */
export type SignerClient = {
  address(): Promise<Address.Address>
  attest(draft: Draft): Promise<{ readonly address: Address.Address; readonly signature: Bytes.Hex }>
}

/**
 * @example
 * const { signature } = await askSigner('signer.sock').attest(draft)
 */
export function askSigner(socket: string, { timeoutMs = 10_000 }: { timeoutMs?: number } = {}): SignerClient {
  const ask = async (message: object) => {
    const answer = await exchange(socket, message, timeoutMs)
    if (!answer.ok) throw new RefusedError(answer.reason, answer.message)
    return answer
  }
  return {
    address: async () => (await ask({ op: 'address' })).address,
    async attest(draft) {
      const { address, signature } = await ask({ op: 'attest', draft })
      if (signature === undefined) throw new UnavailableError(socket)
      return { address, signature: signature as Bytes.Hex }
    },
  }
}

async function exchange(path: string, message: object, timeoutMs: number): Promise<Reply> {
  const socket = connect(path)
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('It did not answer in time.')))
  try {
    socket.write(`${JSON.stringify(message)}\n`)
    for await (const line of lines(socket)) return Schema.read(reply, Json.parse(line, { depth: 8 }))
    throw new Error('It hung up.')
  } catch (cause) {
    throw new UnavailableError(path, { cause })
  } finally {
    socket.destroy()
  }
}

export class RefusedError extends BaseError {
  override readonly name = 'Signer.RefusedError'
  readonly reason: Refusal
  constructor(reason: Refusal, message: string) {
    super(`The signer refuses: ${message} (${reason})`)
    this.reason = reason
  }
}

export class UnavailableError extends BaseError {
  override readonly name = 'Signer.UnavailableError'
  constructor(socket: string, options: { cause?: unknown } = {}) {
    super(`No signer answers on ${socket}.`, {
      metaMessages: ['Start one: cresolver signer start --config signer.yaml'],
      ...options,
    })
  }
}
