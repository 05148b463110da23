/** The lot of seats among all who joined. */

/** The odds that at least `least` of `seats` seats go to `own` of `own + honest` agents. */
export function oddsOfSeats(own: number, honest: number, seats: number, least: number): number {
  const all = own + honest
  if (all <= seats) return own >= least ? 1 : 0
  let odds = 0
  for (let k = least; k <= Math.min(own, seats); k++) {
    if (seats - k > honest) continue
    odds += Math.exp(logChoose(own, k) + logChoose(honest, seats - k) - logChoose(all, seats))
  }
  return Math.min(odds, 1)
}

/** How many agents must join to win so many seats with these odds. */
export function joinsNeeded(honest: number, seats: number, least: number, odds: number): number {
  let own = least
  while (oddsOfSeats(own, honest, seats, least) < odds) own++
  return own
}

const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k)

const logs: number[] = [0]

function logFactorial(n: number): number {
  for (let i = logs.length; i <= n; i++) logs.push(logs[i - 1]! + Math.log(i))
  return logs[n]!
}
