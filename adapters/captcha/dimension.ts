/** What a number measures, as powers of what it is made of: `{ kg: 1, m: 1, s: -2 }` is newtons, `{ egg: 1, s: -1 }` eggs per second. */
export type Dimension = Readonly<Record<string, number>>

const merge = (a: Dimension, b: Dimension, sign: 1 | -1): Dimension => {
  const merged: Record<string, number> = { ...a }
  for (const [base, power] of Object.entries(b)) {
    merged[base] = (merged[base] ?? 0) + sign * power
    if (merged[base] === 0) delete merged[base]
  }
  return merged
}

export const times = (a: Dimension, b: Dimension): Dimension => merge(a, b, 1)
export const over = (a: Dimension, b: Dimension): Dimension => merge(a, b, -1)

export function isSame(a: Dimension, b: Dimension): boolean {
  const bases = Object.keys(a)
  return bases.length === Object.keys(b).length && bases.every((base) => a[base] === b[base])
}

/** Whether it is so much per something. */
export const isRate = (dimension: Dimension): boolean => Object.values(dimension).some((power) => power < 0)

/** The quantities of physics that have a name. */
export const physical = {
  length: { m: 1 },
  time: { s: 1 },
  mass: { kg: 1 },
  area: { m: 2 },
  volume: { m: 3 },
  speed: { m: 1, s: -1 },
  acceleration: { m: 1, s: -2 },
  force: { kg: 1, m: 1, s: -2 },
  energy: { kg: 1, m: 2, s: -2 },
  power: { kg: 1, m: 2, s: -3 },
  momentum: { kg: 1, m: 1, s: -1 },
  pressure: { kg: 1, m: -1, s: -2 },
  density: { kg: 1, m: -3 },
} as const satisfies Readonly<Record<string, Dimension>>

export type Physical = keyof typeof physical

export const nameOf = (dimension: Dimension): Physical | null =>
  (Object.keys(physical) as Physical[]).find((name) => isSame(physical[name], dimension)) ?? null
