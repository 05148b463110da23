/**
 * A reading that is kept for a while: anybody may ask for health as often as they like, but nodes are paid by the call and disks
 * have other things to do. Whoever asks while it is read joins in.
 */
export function kept<value>(
  read: () => Promise<value>,
  { ms, now }: { readonly ms: number; readonly now: () => number },
): () => Promise<value> {
  let last: { readonly at: number; readonly value: Promise<value> } | null = null
  return () => {
    const at = now()
    // A clock that was set back must not keep a value for ever.
    if (last === null || at < last.at || at >= last.at + ms) last = { at, value: read() }
    return last.value
  }
}
