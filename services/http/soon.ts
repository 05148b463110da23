const probeMs = 2_000

/** The value, or null when it fails or takes too long: a health check must not hang with what it checks. */
export async function soon<value>(promise: Promise<value>): Promise<value | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, probeMs, null)
  })
  try {
    return await Promise.race([promise.catch(() => null), late])
  } finally {
    clearTimeout(timer)
  }
}
