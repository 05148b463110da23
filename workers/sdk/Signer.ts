import { BaseError, type Bytes, type Hash } from '../../protocol/index.ts'
import { accountOf } from '../../services/http/accountOf.ts'

/** Signs 32-byte digests with one key that never leaves it: a key in memory, a wallet, or a key service. */
export type Signer = {
  /** The address that the signatures recover to. */
  readonly address: Bytes.Hex
  /** The signature of a digest: 65 bytes, `v` 27 or 28, `s` in the lower half. */
  sign(digest: Hash.Hash): Promise<Bytes.Hex>
}

/**
 * A signer from a private key: 32 bytes in hex, with or without `0x`. The key is not a property of the signer, so that it
 * cannot be printed.
 *
 * @example
 * import { signerOf } from '@cresolver/worker'
 *
 * const signer = signerOf('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
 * signer.address // '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
 */
export function signerOf(key: string): Signer {
  const account = accountOf(key)
  if (account === null) throw new InvalidKeyError()
  return {
    address: account.address.toLowerCase() as Bytes.Hex,
    sign: (digest) => account.sign({ hash: digest }),
  }
}

/** Thrown when the text given to `signerOf` is not a private key. It does not repeat the text. */
export class InvalidKeyError extends BaseError {
  override readonly name = 'Worker.InvalidKeyError'
  constructor() {
    super('This is not a private key.', {
      metaMessages: ['A private key is 32 bytes in hex. Is the variable set that should hold it?'],
    })
  }
}

/** Thrown when a signer's signature does not recover to the address it names. */
export class WrongSignerError extends BaseError {
  override readonly name = 'Worker.WrongSignerError'
  constructor(address: string) {
    super(`The signer does not sign for ${address}.`, {
      metaMessages: ['Give the address of the key that signs, and signatures with v 27 or 28 and a low s.'],
    })
  }
}
