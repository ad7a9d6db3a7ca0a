import { headingKey } from '../../fields/default-fields.ts'

const headings = new Set(['bsn', 'bsnnummer', 'burgerservicenummer', 'sofinummer', 'sofi', 'sofinr', 'citizenservicenumber'])
// One in eleven numbers passes by chance: of four in a row that is one file in fifteen thousand.
const proofsMin = 4

/** A citizen service number: nine digits (or eight, its zero gone) that pass the eleven test. */
function isCitizenNumber(text: string): boolean {
  if (!/^\d{8,9}$/.test(text)) return false
  const digits = Array.from(text.padStart(9, '0'), Number)
  const sum = digits.reduce((total, digit, at) => total + digit * (at === 8 ? -1 : 9 - at), 0)
  return sum !== 0 && sum % 11 === 0
}

/** Finds columns of citizen service numbers, which may not be kept (UAVG art. 46): by their heading, or because every cell is one. */
export function openCitizenNumberSearch(names: readonly string[]) {
  // Different ones only: a column in which one number stands a thousand times proves it once.
  const found = names.map(() => new Set<string>())
  const cleared = new Set<number>()
  return {
    look(cells: readonly string[]) {
      for (let index = 0; index < names.length; index += 1) {
        if (cleared.has(index)) continue
        const cell = (cells[index] ?? '').replace(/[\s.-]/g, '')
        if (cell === '') continue
        if (!isCitizenNumber(cell)) cleared.add(index)
        else if ((found[index]?.size ?? 0) < proofsMin) found[index]?.add(cell)
      }
    },
    /** The heading of such a column. */
    result: () =>
      names.find((name, index) => headings.has(headingKey(name)) || (!cleared.has(index) && (found[index]?.size ?? 0) >= proofsMin)),
  }
}
