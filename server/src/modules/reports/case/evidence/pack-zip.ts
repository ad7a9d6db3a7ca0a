import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type EvidenceFile, evidenceLink, evidenceStart } from '@regie/contract/evidence.ts'
import yazl from 'yazl'

/** A file of a pack, made when its turn has come. */
export type PackEntry = { path: string; at: Date; read: () => Promise<Buffer> }

/**
 * A ZIP of these files in their order, each made when the one before it has left, so that no more than one is in memory; the last is what `close` makes
 * of the chain of all the others. One that cannot be made breaks the ZIP off: half a pack is no pack.
 */
export function zipOfPack(
  entries: readonly PackEntry[],
  { path, at, close }: { path: string; at: Date; close: (files: EvidenceFile[]) => Promise<Buffer> },
): Readable {
  const zip = new yazl.ZipFile()
  const chained: EvidenceFile[] = []
  let before = evidenceStart
  const add = (entry: PackEntry, onRead: (content: Buffer) => void) => {
    zip.addReadStreamLazy(entry.path, { mtime: entry.at }, (begin) => {
      entry.read().then(
        (content) => {
          onRead(content)
          begin(null, Readable.from([content]))
        },
        (error: unknown) => begin(error, null as never),
      )
    })
  }
  for (const entry of entries)
    add(entry, (content) => {
      const file = { path: entry.path, bytes: content.length, sha256: sha256(content) }
      before = sha256(evidenceLink(before, file))
      chained.push({ ...file, chain: before })
    })
  add({ path, at, read: () => close(chained) }, () => undefined)
  zip.end()
  const stream = zip.outputStream as Readable
  zip.on('error', (error: Error) => stream.destroy(error))
  return stream
}

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')
