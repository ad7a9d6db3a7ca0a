import type { TableSort } from './table-head.tsx'

/** An order as it stands in the address: "name", or "-name" from high to low; without one the list's own. */
export function readSort(address: string, own: TableSort): TableSort {
  if (address === '') return own
  return address.startsWith('-') ? { key: address.slice(1), direction: 'desc' } : { key: address, direction: 'asc' }
}

export function writeSort({ key, direction }: TableSort): string {
  return direction === 'desc' ? `-${key}` : key
}

/** Is this an order, as in the address, by one of these? */
export function sortsBy(known: readonly string[], address: string): boolean {
  return known.includes(address.replace(/^-/, ''))
}
