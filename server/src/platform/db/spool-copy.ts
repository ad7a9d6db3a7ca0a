import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Pool } from 'pg'
import { to as copyTo } from 'pg-copy-streams'

type Options = {
  /** What stands before the rows. */
  head: string
  /** Where the file lies while it is fetched; without a name, so nothing of it outlives the process. */
  dir: string
  bytesMax: number
  /** So long all of it may take, fetching included. */
  totalMs: number
}

const readBytes = 256 * 1024

/**
 * The rows of a COPY, which PostgreSQL writes to a file as fast as it can while the client reads behind it. A connection is taken for as long as the
 * statement runs, whoever reads how slowly; one statement sees one moment, so the rows are consistent. A file that grows too large, or is fetched too
 * slowly, is broken off.
 */
export async function spoolCopy(pool: Pool, statement: string, { head, dir, bytesMax, totalMs }: Options): Promise<Readable> {
  const client = await pool.connect()
  let file: FileHandle | undefined
  try {
    file = await openNameless(dir)
    await file.write(head)
  } catch (error) {
    await file?.close().catch(() => undefined)
    client.release()
    throw error
  }
  const rows: Readable = client.query(copyTo(statement))
  const reader = new SpoolReader(file, Buffer.byteLength(head))
  const tooSlow = setTimeout(() => reader.destroy(new Error('an export was not fetched in time')), totalMs)
  reader.once('close', () => {
    clearTimeout(tooSlow)
    rows.destroy()
  })
  void reader.fill(rows, bytesMax).then(
    () => client.release(),
    // In the middle of a COPY nothing else can be said on a connection: it is closed, and PostgreSQL ends the statement.
    () => client.release(true),
  )
  return reader
}

async function openNameless(dir: string): Promise<FileHandle> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const name = path.join(dir, `export-${randomUUID()}`)
  const file = await open(name, 'wx+', 0o600)
  await unlink(name)
  return file
}

/** Reads what is written to the file meanwhile, until the writer says that it is all. */
class SpoolReader extends Readable {
  readonly #file: FileHandle
  #written: number
  #read = 0
  #isComplete = false
  #isReading = false
  #isWriting = false
  #wake: () => void = () => undefined

  constructor(file: FileHandle, written: number) {
    super({ highWaterMark: readBytes })
    this.#file = file
    this.#written = written
  }

  /** Writes the rows into the file; a failure is the reader's too, so that no half file looks complete. */
  async fill(rows: Readable, bytesMax: number): Promise<void> {
    this.#isWriting = true
    try {
      for await (const chunk of rows as AsyncIterable<Buffer>) {
        if (this.#written + chunk.length > bytesMax) throw new Error('an export is larger than an export may be')
        await this.#file.write(chunk, 0, chunk.length, this.#written)
        this.#written += chunk.length
        this.#wake()
      }
      if (this.destroyed) throw new Error('nobody reads the export any more')
      this.#isComplete = true
    } catch (error) {
      this.destroy(error as Error)
      throw error
    } finally {
      this.#isWriting = false
      this.#wake()
      if (this.destroyed) this.#closeFile()
    }
  }

  override _read() {
    if (!this.#isReading) void this.#readOn()
  }

  async #readOn() {
    this.#isReading = true
    try {
      while (this.#read >= this.#written && !this.#isComplete && !this.destroyed) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
      if (this.destroyed) return
      const length = Math.min(readBytes, this.#written - this.#read)
      const { bytesRead, buffer } =
        length > 0 ? await this.#file.read(Buffer.allocUnsafe(length), 0, length, this.#read) : { bytesRead: 0, buffer: null }
      this.#read += bytesRead
      this.#isReading = false
      if (buffer === null || bytesRead === 0) this.push(null)
      else this.push(buffer.subarray(0, bytesRead))
    } catch (error) {
      this.destroy(error as Error)
    } finally {
      this.#isReading = false
      if (this.destroyed) this.#closeFile()
    }
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void) {
    this.#wake()
    this.#closeFile()
    done(error)
  }

  // Not while somebody writes or reads: a file's number is given to the next file as soon as it is closed.
  #closeFile() {
    if (!this.#isWriting && !this.#isReading) void this.#file.close().catch(() => undefined)
  }
}
