/** What may be read in a picture of the screen: our own words. All else came from somebody's data, and is made unreadable. */
export type OwnWords = { sentences: ReadonlySet<string>; words: ReadonlySet<string> }

const wordPattern = /[\p{L}\p{M}]+/gu
const coverCharacter = '▒'

/** The texts of a locale file, whole and by word. A text with arguments counts by its words only. */
export function ownWordsOf(messages: unknown): OwnWords {
  const sentences = new Set<string>()
  const words = new Set<string>()
  const take = (value: unknown) => {
    if (typeof value === 'string') {
      sentences.add(value.trim())
      // Names of arguments are no words that a screen shows.
      for (const [word] of value.replace(/\{\s*\w+\s*(\}|,\s*\w+\s*,?)/g, ' ').matchAll(wordPattern)) words.add(word.toLowerCase())
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(take)
  }
  take(messages)
  return { sentences, words }
}

/**
 * Makes a text of the screen unreadable but for our own words; digits go always. Where data stands (`isData`: table cells, fields, values)
 * only a text that is ours as a whole stays: a word such as `Post` may be somebody's name there.
 */
export function hidePersonal(text: string, own: OwnWords, isData: boolean): string {
  if (own.sentences.has(text.trim())) return text
  const withoutDigits = text.replace(/[\p{N}]/gu, coverCharacter)
  return withoutDigits.replace(wordPattern, (word) =>
    !isData && own.words.has(word.toLowerCase()) ? word : coverCharacter.repeat(word.length),
  )
}

const dataPlaces = 'td, dd, option, [role=gridcell], [role=cell], textarea, output, article, blockquote, [data-personal]'

/** Makes a copy of the page fit to leave the browser. Frames and pictures of others go too: nobody knows what they show. */
export function hidePersonalIn(page: Document, own: OwnWords): void {
  for (const element of page.querySelectorAll('iframe, video, canvas, img:not([src^="/"])')) element.replaceWith(page.createElement('span'))
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const isData = node.parentElement?.closest(dataPlaces) != null
    if (node.nodeValue?.trim()) node.nodeValue = hidePersonal(node.nodeValue, own, isData)
  }
  for (const input of page.querySelectorAll('input, textarea')) {
    if (!(input instanceof HTMLElement)) continue
    const field = input as HTMLInputElement
    if (['checkbox', 'radio', 'button', 'submit'].includes(field.type)) continue
    field.value = hidePersonal(field.value, own, true)
    field.setAttribute('value', field.value)
    field.placeholder = hidePersonal(field.placeholder, own, false)
  }
}
