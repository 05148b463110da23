import { readFileSync } from 'node:fs'
import { create } from '@bufbuild/protobuf'
import { anyPack } from '@bufbuild/protobuf/wkt'
import { hexToBytes } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { buildWorkflow } from '../../don/build.ts'
import { Don, type DonOptions } from '../../don/don.ts'
import { readLimits } from '../../don/limits.ts'
import { HttpTrigger } from '../../don/sdk.ts'

/** A DON of the standard test mnemonic: nodes from index 100 on, the workflow's owner at 99. */
const phrase = 'test test test test test test test test test test test junk'
const accountAt = (addressIndex: number) => mnemonicToAccount(phrase, { addressIndex })

export const nodeKeys = (nodes: number) =>
  Array.from({ length: nodes }, (_, i) => {
    const account = accountAt(100 + i)
    return { privateKey: account.getHdKey().privateKey!, address: account.address }
  })

const limitsFile = new URL('../../workflow/limits.json', import.meta.url)
export const limits = readLimits(JSON.parse(readFileSync(limitsFile, 'utf8')))

let tiny: Promise<Uint8Array> | undefined

/** The tiny workflow, built once for all tests. */
export const tinyWorkflow = async (): Promise<Uint8Array> => {
  tiny ??= buildWorkflow(new URL('../fixtures/workflows/tiny/main.ts', import.meta.url).pathname, {
    checks: false,
    cache: true,
  })
  return await tiny
}

export const startDon = (
  options: Pick<DonOptions, 'wasm'> & Partial<DonOptions> & { settings?: unknown; nodes?: number },
): Don => {
  const { settings = {}, nodes = 4, ...rest } = options
  return new Don({
    config: Buffer.from(JSON.stringify(settings)),
    name: 'cresolver-local',
    owner: hexToBytes(accountAt(99).address),
    donId: 1,
    configVersion: 1,
    f: Math.floor((nodes - 1) / 3),
    keys: nodeKeys(nodes),
    chains: new Map(),
    limits,
    graceMs: 300,
    ...rest,
  })
}

/** The payload of an HTTP trigger. */
export const httpPayload = (input: unknown) =>
  anyPack(
    HttpTrigger.PayloadSchema,
    create(HttpTrigger.PayloadSchema, { input: Buffer.from(JSON.stringify(input)) }),
  )
