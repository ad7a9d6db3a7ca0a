import { createHash } from 'node:crypto'
import { connect as connectSocket, type Socket } from 'node:net'
import { promisify } from 'node:util'
import type { FileDelivery } from '@regie/contract/file-deliveries.ts'
import { Client, type FileEntry, type SFTPWrapper, type Stats } from 'ssh2'
import { mustBeSftpHost, OutboundRefused, publicLookup } from '../../../platform/http/outbound-guard.ts'
import { freeName, isUnfinished } from '../file-names.ts'
import { doneFolders, entriesMax, type Place, type PlaceFile, PlaceFault } from './place.ts'

export type SftpAddress = {
  host: string
  port: number
  username: string
  signIn: FileDelivery['signIn']
  secret: string
  folder: string
  /** The key of the other machine that is trusted; null: none yet. */
  hostKey: string | null
}
type Options = { allowedHosts: readonly string[]; signal: AbortSignal; onHostKey?: (hostKey: string) => void }

const connectMs = 10_000
// SFTP has three codes that we tell apart (draft-ietf-secsh-filexfer-02 §7).
const codes = { end: 1, missing: 2, denied: 3 } as const
const mode = { kinds: 0o170_000, file: 0o100_000, folder: 0o040_000 } as const

/** As OpenSSH shows it: `ssh-keygen -lf`. */
const fingerprintOf = (key: Buffer): string => `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}`

/**
 * A folder of another machine over SFTP. The machine shows its key before it is told who comes: one that is not the trusted one gets no password. Never a
 * machine of our own network, unless the installation allows it.
 */
export async function openSftp(address: SftpAddress, options: Options): Promise<Place> {
  const { sftp, leave } = await connect(address, options)
  const asFault = <T>(work: () => Promise<T>) =>
    work().catch((error: unknown) => {
      throw faultOf(error, options.signal)
    })
  const ask = callsOf(sftp)
  const base = address.folder === '' ? '.' : address.folder
  const at = (...names: string[]) => [base, ...names].join('/')
  const entriesOf = async (dir: string): Promise<FileEntry[]> => {
    const handle = await ask.opendir(dir)
    const found: FileEntry[] = []
    try {
      for (;;) {
        found.push(...(await ask.readdir(handle)))
        if (found.length > entriesMax) throw new PlaceFault('tooMany')
      }
    } catch (error) {
      if (codeOf(error) !== codes.end) throw error
      return found
    } finally {
      await ask.close(handle).catch(() => undefined)
    }
  }
  const statOf = (name: string) =>
    ask.lstat(at(name)).catch((error: unknown) => (codeOf(error) === codes.missing ? null : Promise.reject(error)))
  const isOwnFolder = async (name: string) => {
    const found = await statOf(name)
    if (found) return found.isDirectory()
    return ask.mkdir(at(name)).then(
      () => true,
      () => false,
    )
  }

  return {
    list: () =>
      asFault(async () => {
        const entries = await entriesOf(base)
        const files = entries
          .filter(isFile)
          .map(({ filename, attrs }) => ({ name: filename, bytes: attrs.size, modifiedAt: new Date(attrs.mtime * 1_000) }))
        // A name twice is one file of which something else is said the second time.
        const known = new Set<string>()
        return files.filter(({ name }) => !known.has(name) && known.add(name))
      }),
    read: (file) =>
      asFault(async () => {
        if (!isSame(await statOf(file.name), file)) return null
        const content = await readOf(sftp, at(file.name), file.bytes)
        return content !== null && isSame(await statOf(file.name), file) ? content : null
      }),
    putAway: (file, folderName) =>
      asFault(async () => {
        if (!isSame(await statOf(file.name), file)) return true
        if (!(await isOwnFolder(folderName))) return false
        const free = await freeName(file.name, async (name) => (await statOf(`${folderName}/${name}`)) !== null)
        if (free === null) return false
        return ask.rename(at(file.name), at(folderName, free)).then(
          () => true,
          () => false,
        )
      }),
    prepare: () =>
      asFault(async () => {
        const made = []
        for (const name of Object.values(doneFolders)) made.push(await isOwnFolder(name))
        return made.every(Boolean)
      }),
    has: (name) => asFault(async () => (await statOf(name)) !== null),
    write: (name, content) => asFault(() => ask.writeFile(at(name), content)),
    rename: (from, to) => asFault(() => ask.rename(at(from), at(to))),
    remove: (name) => asFault(() => ask.unlink(at(name))),
    close: leave,
  }
}

// A name with a slash would lead out of the folder, and one with a zero ends there; no honest server has one. A size or a moment may be left out, or be more
// than any file has: one such file does not keep the others from being taken.
const isFile = ({ filename, longname, attrs }: FileEntry) =>
  filename !== '' &&
  !/[/\0]/.test(filename) &&
  !isUnfinished(filename) &&
  Number.isSafeInteger(attrs.size) &&
  Number.isSafeInteger(attrs.mtime) &&
  // Some servers leave the kind out of the mode and say it in the line that people read.
  ((attrs.mode ?? 0) & mode.kinds ? (attrs.mode & mode.kinds) === mode.file : longname.startsWith('-'))

const isSame = (found: Stats | null, { bytes, modifiedAt }: PlaceFile) =>
  found !== null && found.size === bytes && found.mtime * 1_000 === modifiedAt.getTime()

const codeOf = (error: unknown) => (error as { code?: unknown }).code

type Calls = {
  opendir(path: string): Promise<Buffer>
  readdir(handle: Buffer): Promise<FileEntry[]>
  close(handle: Buffer): Promise<void>
  lstat(path: string): Promise<Stats>
  mkdir(path: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  writeFile(path: string, content: Buffer): Promise<void>
  unlink(path: string): Promise<void>
}

function callsOf(sftp: SFTPWrapper): Calls {
  return {
    opendir: promisify((path: string, done: (error: Error | null | undefined, handle: Buffer) => void) => sftp.opendir(path, done)),
    readdir: promisify((handle: Buffer, done: (error: Error | null | undefined, list: FileEntry[]) => void) => sftp.readdir(handle, done)),
    close: promisify((handle: Buffer, done: (error?: Error | null) => void) => sftp.close(handle, done)),
    lstat: promisify((path: string, done: (error: Error | null | undefined, stats: Stats) => void) => sftp.lstat(path, done)),
    mkdir: promisify((path: string, done: (error?: Error | null) => void) => sftp.mkdir(path, done)),
    writeFile: promisify((path: string, content: Buffer, done: (error?: Error | null) => void) => sftp.writeFile(path, content, done)),
    unlink: promisify((path: string, done: (error?: Error | null) => void) => sftp.unlink(path, done)),
    rename: promisify((from: string, to: string, done: (error?: Error | null) => void) => sftp.rename(from, to, done)),
  }
}

/** So many bytes, and null when there are more or fewer. */
async function readOf(sftp: SFTPWrapper, path: string, bytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  const stream = sftp.createReadStream(path)
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > bytes) {
      stream.destroy()
      return null
    }
    chunks.push(chunk)
  }
  return length === bytes ? Buffer.concat(chunks, length) : null
}

async function connect(address: SftpAddress, { allowedHosts, signal, onHostKey }: Options) {
  const { host, port, username, signIn, secret, hostKey } = address
  const socket = openSocket(address, allowedHosts)
  const client = new Client()
  let shown: string | null = null
  const cutOff = () => {
    client.destroy()
    socket.destroy()
  }
  signal.addEventListener('abort', cutOff, { once: true })
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  void closed.then(() => signal.removeEventListener('abort', cutOff))
  try {
    const sftp = await new Promise<SFTPWrapper>((resolve, reject) => {
      // Both may complain again when we have left already.
      socket.on('error', reject)
      client.on('error', reject)
      client.once('close', () => reject(new PlaceFault(signal.aborted ? 'timeout' : 'broken')))
      client.once('ready', () => client.sftp((error, opened) => (error ? reject(error) : resolve(opened))))
      client.connect({
        ...{ sock: socket, host, port, username, readyTimeout: connectMs, keepaliveInterval: 0 },
        ...(signIn === 'key' ? { privateKey: secret } : { password: secret }),
        hostVerifier: (key: Buffer) => {
          shown = fingerprintOf(key)
          onHostKey?.(shown)
          return shown === hostKey
        },
      })
    })
    return { sftp, leave: () => leave(client, closed) }
  } catch (error) {
    cutOff()
    if (shown !== null && shown !== hostKey) throw new PlaceFault(hostKey === null ? 'hostKeyNew' : 'hostKeyChanged', error)
    throw faultOf(error, signal)
  }
}

// The address that was looked up and found public is the one that is connected to.
function openSocket({ host, port }: SftpAddress, allowedHosts: readonly string[]): Socket {
  try {
    const isOurs = mustBeSftpHost(host, port, allowedHosts)
    return connectSocket({ host, port, ...(!isOurs && { lookup: publicLookup }) })
  } catch (error) {
    throw faultOf(error)
  }
}

/** `closed`: from the moment at which it was opened, since the other machine may have left before we do. */
async function leave(client: Client, closed: Promise<void>): Promise<void> {
  client.end()
  const timer = setTimeout(() => client.destroy(), 2_000)
  await closed
  clearTimeout(timer)
}

const unreachable = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']

function faultOf(error: unknown, signal?: AbortSignal): PlaceFault {
  if (error instanceof PlaceFault) return error
  if (error instanceof OutboundRefused) return new PlaceFault('refused', error)
  const { code, level, message = '' } = error as { code?: string | number; level?: string; message?: string }
  if (signal?.aborted || level === 'client-timeout' || code === 'ETIMEDOUT') return new PlaceFault('timeout', error)
  if (level === 'client-authentication' || message.startsWith('Cannot parse privateKey')) return new PlaceFault('signIn', error)
  if (typeof code === 'string' && unreachable.includes(code)) return new PlaceFault('unreachable', error)
  if (code === codes.missing) return new PlaceFault('folderMissing', error)
  if (code === codes.denied) return new PlaceFault('notAllowed', error)
  return new PlaceFault('broken', error)
}
