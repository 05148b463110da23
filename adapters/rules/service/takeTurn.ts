import type { Service } from './Service.ts'

/** Whether it is this process's turn: at most once in the time given, over all processes. */
export async function takeTurn({ store, now }: Service, name: string, everyMs: number): Promise<boolean> {
  const rows = await store.query(
    `insert into jobs (name, next_at) values ($1, $3)
     on conflict (name) do update set next_at = excluded.next_at where jobs.next_at <= $2 returning 1 as one`,
    [name, new Date(now()), new Date(now() + everyMs)],
  )
  return rows.length > 0
}

/** Says when the next turn is, whoever takes it. */
export const setTurn = ({ store, now }: Service, name: string, inMs: number): Promise<unknown> =>
  store.query('update jobs set next_at = $2 where name = $1', [name, new Date(now() + inMs)])
