import type { Service } from '../Service.ts'
import type { Topic } from './Topic.ts'

/** Tells all topics what went out. One that can't be told does not keep the others waiting. */
export async function deliver({ store, metrics, log }: Service, topics: readonly Topic[]): Promise<void> {
  for (const topic of topics) {
    try {
      const { behind, dropped } = await topic.deliver(store)
      metrics.topicBehind.set({ topic: topic.name }, behind)
      if (dropped === 0) continue
      metrics.topicDropped.inc({ topic: topic.name }, dropped)
      log.error({ topic: topic.name, dropped }, 'a topic was too far behind: reports were left out')
    } catch (error) {
      log.warn({ err: error, topic: topic.name }, 'a topic could not be told')
    }
  }
}
