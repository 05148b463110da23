/**
 * What stands in for the internet in tests and in worlds on one machine. No config can name one: only code passes it. Everything
 * is checked as ever, names, addresses, ports and certificates; only then does the connection go where `route` says.
 */
export type Network = {
  /** All addresses of a name. */
  readonly resolve: (host: string) => Promise<readonly string[]>
  /** Where a connection to a checked address and port really goes. */
  readonly route: (address: string, port: number) => { readonly address: string; readonly port: number }
  /** The certificate that vouches for its hosts, as PEM; the usual ones vouch for nobody here. */
  readonly ca: string
  /** Milliseconds since 1970 where a world has a time of its own, by which its replies are dated; else the machine's. */
  readonly now?: () => number
}
