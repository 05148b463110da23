import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as Fixture from './Fixture.ts'
import type { Transport } from './Transport.ts'

/**
 * A transport that keeps what another one brings, for `replay`. Only replies with a status of success are kept unless told:
 * a busy day of a provider is nothing to remember it by.
 */
export function record(
  transport: Transport,
  folder: string,
  { keepErrors = false }: { readonly keepErrors?: boolean } = {},
): Transport {
  return async (request, options) => {
    const reply = await transport(request, options)
    const isSuccess = reply.status >= 200 && reply.status < 300
    if (!isSuccess && !keepErrors) return reply
    await mkdir(folder, { recursive: true })
    const name = Fixture.fileName(request)
    const text = Fixture.toText(Fixture.make(request, reply))
    // Whoever reads the folder meanwhile finds the old file or the new one, never half of one.
    const part = join(folder, `.${name}.${process.pid}.${Math.random().toString(36).slice(2)}`)
    await writeFile(part, text)
    await rename(part, join(folder, name))
    await removeOthers(folder, name)
    return reply
  }
}

/** An older recording of the same request may carry another name, when it was renamed by hand. */
async function removeOthers(folder: string, name: string): Promise<void> {
  const ending = name.slice(name.lastIndexOf('.', name.length - 6))
  for (const other of await readdir(folder)) {
    if (other !== name && !other.startsWith('.') && other.endsWith(ending)) await rm(join(folder, other))
  }
}
