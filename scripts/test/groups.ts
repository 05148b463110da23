import { type Costs, costOf } from './costs.ts'

/** Tests that run in one process, and the seconds that they are expected to take. */
export type Group = { readonly name: string; readonly files: readonly string[]; readonly seconds: number }

/** A process loads for a second and starts databases and chains that its files share, so groups are not short. */
const longest = 60
const least = 15

/** Every file in one group: the files of a room together, as far as they do not take too long. The longest group comes first. */
export function groupsOf(files: readonly string[], costs: Costs): Group[] {
  const rooms = new Map<string, string[]>()
  for (const file of [...files].sort()) {
    const room = file.split('/').slice(0, 2).join('/')
    rooms.set(room, [...(rooms.get(room) ?? []), file])
  }
  const groups = [...rooms].flatMap(([room, own]) => split(room, own, costs))
  const small = groups.filter(({ seconds }) => seconds < least)
  const rest: Group[] =
    small.length < 2
      ? small
      : [
          {
            name: small.map(({ name }) => name).join(', '),
            files: small.flatMap((group) => group.files),
            seconds: sum(small.map(({ seconds }) => seconds)),
          },
        ]
  return [...groups.filter(({ seconds }) => seconds >= least), ...rest].sort((a, b) => b.seconds - a.seconds)
}

/** Neighbours stay together: they import the same things. */
function split(room: string, files: readonly string[], costs: Costs): Group[] {
  const parts: { files: string[]; seconds: number }[] = []
  const total = sum(files.map((file) => costOf(file, costs)))
  const share = total / Math.ceil(total / longest)
  for (const file of files) {
    const seconds = costOf(file, costs)
    const last = parts.at(-1)
    if (last !== undefined && last.seconds + seconds / 2 <= share) {
      last.files.push(file)
      last.seconds += seconds
    } else parts.push({ files: [file], seconds })
  }
  return parts.map((part, i) => ({ ...part, name: parts.length === 1 ? room : `${room} ${i + 1}` }))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
