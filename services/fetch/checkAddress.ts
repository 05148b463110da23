import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

// What addresses on the public internet begin with; all else of IPv6 is reserved, local, or carries an IPv4 address inside.
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an address is one that anybody on the internet could reach. */
export function isPublicAddress(address: string): boolean {
  // Stricter than ipaddr.js, which takes 1.2.3 and 0177.0.0.1 as well.
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(globalIpv6)
}

/** Whether an address is this machine itself, in its plain spelling. */
export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback'

/** Whether an address is of a local network; link-local ones, where clouds keep their secrets, are not. */
export const isPrivateAddress = (address: string): boolean =>
  isIP(address) !== 0 && ['private', 'uniqueLocal'].includes(ipaddr.parse(address).range())
