import { BlockList, isIP } from 'node:net'

/** Whether an address is one of these, or in one of these nets; an empty list holds every address. What is IPv4 in the clothes of IPv6 counts as IPv4. */
export function isInAddresses(addresses: readonly string[], address: string): boolean {
  if (addresses.length === 0) return true
  const family = familyOf(address)
  if (family === null) return false
  const list = new BlockList()
  for (const one of addresses) {
    const [net = '', bits] = one.split('/')
    const its = familyOf(net)
    if (its === null) continue
    if (bits === undefined) list.addAddress(net, its)
    else list.addSubnet(net, Number(bits), its)
  }
  return list.check(address, family)
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const family = isIP(address)
  return family === 0 ? null : family === 4 ? 'ipv4' : 'ipv6'
}
