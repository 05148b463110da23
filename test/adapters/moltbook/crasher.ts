import { solve } from '../../../adapters/captcha/solve.ts'
import { type Clock, create, cycle, draft, openAdapter } from '../../../adapters/moltbook/index.ts'
import { openResolving } from '../../../cli/moltbook/resolving.ts'
import { sourcesConfig } from '../../../cli/source/sourcesConfig.ts'

/** Runs one command in a process of its own, and dies without a word at the n-th step. */
const [command, home, baseUrl, sources, raw, deadline, fatal] = process.argv.slice(2) as string[]

async function advance(seconds: number): Promise<number> {
  const url = baseUrl!.replace('/api/v1', '/control/clock')
  const reply = await fetch(url, { method: 'POST', body: JSON.stringify({ advance: seconds }) })
  return Math.floor(((await reply.json()) as { now: number }).now)
}

let now = await advance(0)
const clock: Clock = {
  now: () => now,
  sleep: async (seconds) => {
    now = await advance(seconds)
  },
}

let steps = 0
const adapter = openAdapter({
  home,
  baseUrl,
  clock,
  solver: solve,
  resolving: openResolving(sourcesConfig.parse(JSON.parse(sources!))),
  checkpoint(step) {
    steps++
    if (steps !== Number(fatal)) return
    process.stdout.write(step)
    process.kill(process.pid, 'SIGKILL')
  },
})
if (command === 'create') {
  await create(
    adapter,
    await draft(adapter, { raw: raw!, deadline: Number(deadline), submolt: 'predictmarket' }),
  )
} else await cycle(adapter)
adapter.close()
