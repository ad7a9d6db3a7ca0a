/** What a letter on paper says: what stands in the window of its envelope, who sends it, and its text. */
export type LetterPaper = {
  title: string
  author: string
  /** In which it is read aloud (`nl-NL`). */
  language: string
  madeAt: string
  /** The logo of who sends it, as a PNG in base64; null: its name. */
  logo: string | null
  senderName: string
  /** Beside the letter: address, telephone and the rest of who sends it, a line each. */
  senderLines: readonly string[]
  /** On one line above the address, for what cannot be delivered. */
  returnLine: string
  address: readonly string[]
  /** Above the text: day, reference and the like. */
  facts: readonly (readonly [name: string, value: string])[]
  subject: string
  text: string
  pageOf: string
}
