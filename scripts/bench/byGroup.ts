/** Whether something was read right, and the group of things that are like it. */
export type Judged = { readonly group: string; readonly isRight: boolean }
export type GroupShare = {
  readonly groups: number
  readonly share: number
  readonly standardError: number
}

/** How much is read right where each group counts once, however many there are of it, and how far another draw of groups may be off. */
export function byGroup(judged: readonly Judged[]): GroupShare {
  const groups = Object.values(Object.groupBy(judged, ({ group }) => group)).map((members) =>
    shareOf(members!),
  )
  const share = groups.reduce((sum, one) => sum + one, 0) / groups.length
  const squares = groups.reduce((sum, one) => sum + (one - share) ** 2, 0)
  const variance = groups.length < 2 ? 0 : squares / (groups.length - 1)
  return { groups: groups.length, share, standardError: Math.sqrt(variance / groups.length) }
}

const shareOf = (members: readonly Judged[]): number =>
  members.filter(({ isRight }) => isRight).length / members.length
