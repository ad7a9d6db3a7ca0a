// A number may stand alone or after a #.
const word = /[\p{L}\p{N}][\p{L}\p{N}._/-]{1,59}/gu
const signs = '._/-'

/** The words of a text that may be the number of a case: letters, digits and signs, with a digit among them. At most `max`, each once. */
export function caseNumbersIn(text: string, max: number): string[] {
  const words = [...text.matchAll(word)].map(([found]) => withoutLastSigns(found))
  return [...new Set(words.filter((found) => found.length > 1 && /\p{N}/u.test(found)))].slice(0, max)
}

/** The sign that ends a sentence is not part of a number. */
function withoutLastSigns(found: string): string {
  let end = found.length
  while (end > 0 && signs.includes(found.charAt(end - 1))) end--
  return found.slice(0, end)
}
