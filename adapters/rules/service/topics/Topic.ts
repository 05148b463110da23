import type { Store } from '../../../../services/store/Store.ts'

/** Somewhere reports are told beyond the database, in their order, each once. */
export type Topic = {
  readonly name: string
  /** Tells what went out since it was last told. */
  deliver(store: Store): Promise<Delivery>
}

export type Delivery = {
  readonly delivered: number
  /** Left out because more had piled up than the buffer holds. */
  readonly dropped: number
  /** How many are still to be told. */
  readonly behind: number
}
