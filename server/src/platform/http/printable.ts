// Control characters, and the signs that turn the direction of writing: a line of a log could pretend to be two, or colour a terminal.
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unseen = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The text with what cannot be seen written out: a line feed as `\u000a`. */
export function printable(text: string): string {
  return text.replace(unseen, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
