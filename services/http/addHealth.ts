import type { Context, Hono } from 'hono'
import { type Env, json } from './baseApp.ts'

const live = JSON.stringify({ live: true })

/**
 * `/live`: the process runs, and restarting it would not help anyone. `/ready`: it can do its work, and if not, why. `/health` is
 * the older name of `/ready`.
 */
export function addHealth(app: Hono<Env>, read: () => Promise<{ readonly ready: boolean }>): void {
  const ready = async (c: Context<Env>) => {
    const health = await read()
    return c.body(JSON.stringify(health), health.ready ? 200 : 503, json)
  }
  app.get('/live', (c) => c.body(live, 200, json))
  app.get('/ready', ready)
  app.get('/health', ready)
}
