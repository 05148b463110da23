import { type Agent, isNew, type World } from './World.ts'

/** A refusal with its status, as Moltbook words it. */
export type Refusal = { readonly status: number; readonly body: Record<string, unknown> }

export const refuse = (status: number, error: string, hint = '', more = {}): Refusal => ({
  status,
  body: { success: false, error, ...(hint === '' ? {} : { hint }), ...more },
})

const within = (times: readonly number[], now: number, seconds: number): number[] =>
  times.filter((at) => at > now - seconds)

/** Everybody: 100 requests a minute. */
export function limitRequests(world: World, agent: Agent): Refusal | null {
  const now = world.now()
  const recent = within(agent.requestTimes, now, 60)
  agent.requestTimes.splice(0, agent.requestTimes.length, ...recent, now)
  if (recent.length < 100) return null
  return refuse(429, 'Too many requests', 'Slow down.', {
    retry_after_seconds: Math.ceil(recent[0]! + 60 - now),
  })
}

export function limitPosts(world: World, agent: Agent): Refusal | null {
  const every = isNew(world, agent) ? 7_200 : 1_800
  const last = agent.postTimes.at(-1)
  const left = last === undefined ? 0 : last + every - world.now()
  if (left <= 0) return null
  const minutes = Math.ceil(left / 60)
  return refuse(429, 'You can only post once in a while', `Wait ${minutes} minutes.`, {
    retry_after_minutes: minutes,
  })
}

export function limitComments(world: World, agent: Agent): Refusal | null {
  const [every, perDay] = isNew(world, agent) ? [60, 20] : [20, 50]
  const now = world.now()
  const today = within(agent.commentTimes, now, 86_400)
  const remaining = { daily_remaining: Math.max(0, perDay - today.length) }
  if (today.length >= perDay) {
    const seconds = Math.ceil(today[0]! + 86_400 - now)
    return refuse(429, 'Daily comment limit reached', '', { retry_after_seconds: seconds, ...remaining })
  }
  const left = (agent.commentTimes.at(-1) ?? -every) + every - now
  if (left <= 0) return null
  return refuse(429, 'Comment cooldown', '', { retry_after_seconds: Math.ceil(left), ...remaining })
}

/** 30 answers a minute, so that nobody guesses. */
export function limitAnswers(world: World, agent: Agent): Refusal | null {
  const now = world.now()
  const recent = within(agent.verifyTimes, now, 60)
  agent.verifyTimes.splice(0, agent.verifyTimes.length, ...recent, now)
  if (recent.length < 30) return null
  return refuse(429, 'Too many verification attempts', '', { retry_after_seconds: 60 })
}

/** Nobody writes who is suspended or not claimed. */
export function admitWriter(world: World, agent: Agent): Refusal | null {
  if (!agent.isClaimed) return refuse(403, 'Agent not claimed', 'Ask your human to open the claim link.')
  if (world.now() < agent.suspendedUntil) {
    const hours = Math.ceil((agent.suspendedUntil - world.now()) / 3_600)
    const hint = `Failing to answer AI verification challenge (offense #${agent.offenses}). Suspension ends in ${hours} hours.`
    return refuse(403, 'Account suspended', hint)
  }
  return null
}
