import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { GuardOptions } from '../../../services/fetch/guard.ts'
import { request } from '../../../services/fetch/request.ts'
import { rpcUrls, variable } from '../../../services/http/ServiceConfig.ts'

/** Whether reports are held back. Several switches may be watched: one of them is enough. */
export type KillSwitch = {
  /** Who holds reports back, in words fit for a log; null where nobody does. A switch that can't be read holds them back. */
  read(): Promise<string | null>
}

export const config = z
  .strictObject({
    /** The switch is on while this file is there, unless it says `off`. */
    file: z.string().min(1).optional(),
    /** An environment variable: `on`, `1` or `true`. */
    env: variable.optional(),
    /** An address that answers `{"active": true}` or `false`. */
    url: z
      .string()
      .regex(/^https?:\/\//, 'expected http:// or https://')
      .optional(),
    /** The KillSwitch contract of a chain. */
    contract: z
      .strictObject({
        address: z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'expected the address of the KillSwitch contract'),
        chainId: z.int().min(0),
        rpcUrl: rpcUrls.optional(),
        rpcUrlEnv: variable.optional(),
      })
      .refine((one) => (one.rpcUrl === undefined) !== (one.rpcUrlEnv === undefined), {
        path: ['rpcUrl'],
        error: 'expected one of rpcUrl and rpcUrlEnv',
      })
      .optional(),
  })
  .prefault({})

/** Whether it is on. Throws when that can't be known. */
export type Switch = { readonly name: string; isOn(): Promise<boolean> }

const timeoutMs = 2_000

/** Watches all of them; without any, nothing is ever held back. */
export function watchSwitches(switches: readonly Switch[]): KillSwitch {
  return {
    async read() {
      const said = await Promise.all(
        switches.map(async ({ name, isOn }) => {
          try {
            return (await isOn()) ? `${name} is on` : null
          } catch {
            // Whoever wanted to stop us may have cut the line: better late than wrong.
            return `${name} cannot be read`
          }
        }),
      )
      return said.find((one) => one !== null) ?? null
    },
  }
}

export const fileSwitch = (path: string): Switch => ({
  name: 'the file',
  async isOn() {
    try {
      return !isOff(await readFile(path, 'utf8'))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
      throw error
    }
  },
})

/** An empty file means on: `touch` is what a person in a hurry does. An empty variable means off, as one that is not set. */
const isOff = (text: string): boolean => ['off', '0', 'false'].includes(text.trim().toLowerCase())

export const envSwitch = (name: string, env: NodeJS.ProcessEnv): Switch => ({
  name: 'the environment',
  async isOn() {
    const value = env[name]?.trim() ?? ''
    return value !== '' && !isOff(value)
  },
})

const reply = z.object({ active: z.boolean() })

export const httpSwitch = (url: string, options: GuardOptions): Switch => ({
  name: 'the address',
  async isOn() {
    const headers = { 'user-agent': 'cresolver-rules' }
    const outgoing = { method: 'GET', url, headers } as const
    const { status, body } = await request(outgoing, { ...options, maxBytes: 4_096, timeoutMs })
    if (status !== 200) throw new Error(`status ${status}`)
    return reply.parse(JSON.parse(new TextDecoder().decode(body))).active
  },
})

/** The flag of a chain's KillSwitch, by whoever reads it. */
export const chainSwitch = (isStopped: () => Promise<boolean>): Switch => ({
  name: 'the contract',
  isOn: isStopped,
})
