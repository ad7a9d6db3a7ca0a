import { constants } from 'node:fs'
import { lstat, mkdir, open, opendir, realpath, rename, unlink } from 'node:fs/promises'
import path from 'node:path'
import { freeName, isUnfinished, partsOfFolder } from '../file-names.ts'
import { doneFolders, entriesMax, type Place, type PlaceFile, PlaceFault } from './place.ts'

type Wanted = { root: string | null; customerId: number; folder: string }

/**
 * A folder of the server: below the one that the installation sets, in that of the customer. A link anywhere on the way is refused, so that nobody is led
 * to another customer's files or to those of the system.
 */
export async function openFolder({ root, customerId, folder }: Wanted): Promise<Place> {
  if (root === null) throw new PlaceFault('off')
  const parts = partsOfFolder(folder)
  if (parts === null) throw new PlaceFault('outside')
  const home = await asFault(() => realpath(root))
  const dir = path.join(home, String(customerId), ...parts)
  await mustStandStraight(dir)
  const at = (name: string) => path.join(dir, name)

  return {
    async list() {
      await mustStandStraight(dir)
      return asFault(async () => {
        const files: PlaceFile[] = []
        let entries = 0
        for await (const entry of await opendir(dir)) {
          entries += 1
          if (entries > entriesMax) throw new PlaceFault('tooMany')
          if (!entry.isFile() || isUnfinished(entry.name)) continue
          const found = await lstat(at(entry.name)).catch(() => null)
          if (found?.isFile()) files.push({ name: entry.name, bytes: found.size, modifiedAt: found.mtime })
        }
        return files
      })
    },
    async read(file) {
      await mustStandStraight(dir)
      // Never through a link that was put in the place of the file.
      const handle = await open(at(file.name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null)
      if (!handle) return null
      try {
        if (!isSame(await handle.stat(), file)) return null
        const content = Buffer.alloc(file.bytes)
        const { bytesRead } = await handle.read(content, 0, file.bytes, 0)
        const isWhole = bytesRead === file.bytes && isSame(await handle.stat(), file)
        await mustStandStraight(dir)
        return isWhole ? content : null
      } finally {
        await handle.close()
      }
    },
    async putAway(file, folderName) {
      const there = await lstat(at(file.name)).catch(() => null)
      if (!there || !isSame(there, file)) return true
      if (!(await isOwnFolder(at(folderName)))) return false
      const free = await freeName(file.name, (name) => isThere(at(path.join(folderName, name))))
      if (free === null) return false
      return rename(at(file.name), at(path.join(folderName, free))).then(
        () => true,
        () => false,
      )
    },
    async prepare() {
      const made = await Promise.all(Object.values(doneFolders).map((name) => isOwnFolder(at(name))))
      return made.every(Boolean)
    },
    async has(name) {
      await mustStandStraight(dir)
      return isThere(at(name))
    },
    async write(name, content) {
      await mustStandStraight(dir)
      await asFault(async () => {
        const handle = await open(at(name), constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW, 0o640)
        try {
          await handle.writeFile(content)
          // It outlives a power cut before it gets the name by which it is taken.
          await handle.sync()
        } finally {
          await handle.close()
        }
      })
    },
    rename: (from, to) => asFault(() => rename(at(from), at(to))),
    remove: (name) => asFault(() => unlink(at(name))),
    close: () => Promise.resolve(),
  }
}

const isSame = (found: { isFile(): boolean; size: number; mtime: Date }, { bytes, modifiedAt }: PlaceFile) =>
  found.isFile() && found.size === bytes && found.mtime.getTime() === modifiedAt.getTime()

/** Refuses a folder to which a link leads, and one that is not there. */
async function mustStandStraight(dir: string): Promise<void> {
  const real = await asFault(() => realpath(dir))
  if (real !== dir) throw new PlaceFault('outside')
  if (!(await asFault(() => lstat(dir))).isDirectory()) throw new PlaceFault('folderMissing')
}

async function isOwnFolder(dir: string): Promise<boolean> {
  try {
    await mkdir(dir)
    return true
  } catch {
    // A link in its place would carry the file out of the folder.
    return (await lstat(dir).catch(() => null))?.isDirectory() === true
  }
}

const isThere = (file: string) =>
  lstat(file).then(
    () => true,
    () => false,
  )

async function asFault<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PlaceFault) throw error
    const { code } = error as { code?: string }
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new PlaceFault('folderMissing', error)
    if (code === 'EACCES' || code === 'EPERM') throw new PlaceFault('notAllowed', error)
    throw new PlaceFault('broken', error)
  }
}
