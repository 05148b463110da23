import { registerHooks } from 'node:module'

/** Stand-ins by the number of the import that asked for them. */
const replaced: Record<string, Record<string, object>> = {}
const names = globalThis as unknown as { cresolverReplaced?: typeof replaced }
names.cresolverReplaced = replaced
let imports = 0

registerHooks({
  resolve(specifier, context, next) {
    const id = /\?with=(\d+)$/.exec(context.parentURL ?? '')?.[1]
    const exports = id === undefined ? undefined : replaced[id]![specifier]
    if (exports === undefined) return next(specifier, context)
    const from = `globalThis.cresolverReplaced[${id}][${JSON.stringify(specifier)}]`
    const lines = Object.keys(exports).map((name) => `export const ${name} = ${from}.${name}`)
    return {
      url: `data:text/javascript,${encodeURIComponent(lines.join('\n'))}`,
      format: 'module',
      shortCircuit: true,
    }
  },
})

/** A fresh copy of a file of ours, for which what it imports by these names is what the test says. */
export async function importWith<file>(path: string, stands: Record<string, object>): Promise<file> {
  const id = ++imports
  replaced[id] = stands
  const url = new URL(`../../${path}`, import.meta.url).href
  return (await import(`${url}?with=${id}`)) as file
}
