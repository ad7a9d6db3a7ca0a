/** The library has no types of its own: a list of words for each language. */
declare module 'stopword' {
  export const nld: string[]
  export const eng: string[]
  export const fra: string[]
}
