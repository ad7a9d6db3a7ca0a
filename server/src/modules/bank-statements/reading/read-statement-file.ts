import { readCamt } from './read-camt.ts'
import { readMt940 } from './read-mt940.ts'
import { type ReadStatement, StatementFault } from './statement.ts'
import { withKeys } from './with-keys.ts'

/** The statements of a file of a bank, CAMT.053 or MT940, whatever it is called. Throws StatementFault where it cannot be relied on as a whole. */
export function readStatementFile(content: Buffer): ReadStatement[] {
  const text = decode(content)
  if (/^\s*<\?xml|^\s*<[\w:]*Document\b/.test(text)) return readCamt(text).map(withKeys)
  if (/^:(20|940):/m.test(text)) return readMt940(text).map(withKeys)
  throw new StatementFault('formatUnknown')
}

/** Banks write UTF-8; older programs Latin-1, in which every byte is a character. */
function decode(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return new TextDecoder('windows-1252').decode(content)
  }
}
