const signs = String.raw`\p{L}\p{N}._@+-`
// After a letter or digit it is an e-mail address.
const mention = new RegExp(String.raw`(?<![${signs}])@([\p{L}\p{N}][${signs}]{0,199})`, 'gu')
const whole = new RegExp(String.raw`^[\p{L}\p{N}][${signs}]*$`, 'u')
const beingTyped = new RegExp(String.raw`(?<![${signs}])@([${signs}]{0,199})$`, 'u')

// Nobody calls a whole department in one note.
const mentionsMax = 20

/** The usernames that a note calls by @, in lower case, without the full stop that ends a sentence. */
export function mentionsIn(text: string): string[] {
  const names = [...text.matchAll(mention)].map(([, name = '']) => name.replace(/(?<![._@+-])[._@+-]+$/, '').toLowerCase())
  return [...new Set(names)].slice(0, mentionsMax)
}

/** Can somebody of this name be called by @? A name with a space in it can not. */
export const isMentionable = (username: string) => whole.test(username)

/** What is typed after the @ before the cursor; null when no name is being typed there. */
export function mentionBefore(text: string, cursor: number): string | null {
  return beingTyped.exec(text.slice(0, cursor))?.[1] ?? null
}
