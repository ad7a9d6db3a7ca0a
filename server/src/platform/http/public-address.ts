import { BlockList, isIP } from 'node:net'

/** This machine itself. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** What IANA keeps for special use: nothing in it is a host of the internet. */
const special = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  // Addresses of IPv4 in the clothes of IPv6 lead to what they hold.
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(net, prefix, 'ipv6')

const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')

/** Is this the address of a host on the internet, and not of this machine, its network or the cloud's own services? */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && globalIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6')
}
