import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'

const texts = readdirSync(path.resolve(import.meta.dirname, '../web/src/locales/nl')).map((name) => name.replace('.json', ''))
/** A key of a text, where the text should stand. */
const key = new RegExp(`(^|\\s)(${texts.join('|')})(\\.\\w+)+($|\\s)`)
/** What code writes when it has no word. A name between two braces is a place in a message, which staff do read. */
const codeWord = /(?<!\{)\{\w+\}(?!\})|\bundefined\b|\bNaN\b|\[object |Invalid Date/

/** What stands on the screen, or is read aloud there, that is no text. What is marked as code, such as the codes of errors on the API page, is meant to be. */
export async function textFaults(page: Page, screen: string): Promise<string[]> {
  const words = await page.evaluate<string[]>(`(() => {
    const found = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) if (!walker.currentNode.parentElement.closest('script, style, code')) found.push(walker.currentNode.data)
    for (const element of document.body.querySelectorAll('*'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) if (element.hasAttribute(name)) found.push(element.getAttribute(name))
    return [...new Set(found)]
  })()`)
  return words.filter((word) => key.test(word) || codeWord.test(word)).map((word) => `${screen}: reads “${word.trim()}”`)
}
