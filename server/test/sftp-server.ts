import { generateKeyPairSync } from 'node:crypto'
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import ssh2 from 'ssh2'

const { OK, EOF, NO_SUCH_FILE, PERMISSION_DENIED, FAILURE } = ssh2.utils.sftp.STATUS_CODE
type Handle = { names: string[] } | { content: Buffer } | { written: number }

/** A machine with files in `root`, which `regie` signs in to with `geheim`, at a port of this one. */
export async function openSftpServer(root: string, at = 0) {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  /** What it does is heard before it is done, `renamed` after; nothing is answered to what `on` says no to. */
  const machine = { passwords: [] as string[], isReadOnly: false, on: (_what: 'read' | 'rename' | 'renamed') => true }
  const server = new ssh2.Server({ hostKeys: [privateKey] }, (client) => {
    client.on('error', () => undefined)
    client.on('authentication', (asked) => {
      machine.passwords.push(asked.method === 'password' ? asked.password : asked.method)
      if (asked.method === 'password' && asked.password === 'geheim') asked.accept()
      else asked.reject(['password'])
    })
    client.on('ready', () => client.on('session', (accept) => accept().on('sftp', (take) => serveFiles(take()))))
  })
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', () => resolve()))

  function serveFiles(sftp: ssh2.SFTPWrapper) {
    const handles = new Map<number, Handle>()
    let next = 0
    const real = (name: string) => path.join(root, name)
    const open = (what: Handle) => {
      next += 1
      handles.set(next, what)
      const handle = Buffer.alloc(4)
      handle.writeUInt32BE(next)
      return handle
    }
    const attrsOf = (name: string) => {
      const { mode, uid, gid, size, atimeMs, mtimeMs } = lstatSync(real(name))
      return { mode, uid, gid, size, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) }
    }
    const stat = (id: number, name: string) => (existsSync(real(name)) ? sftp.attrs(id, attrsOf(name)) : sftp.status(id, NO_SUCH_FILE))
    sftp.on('OPENDIR', (id, name) =>
      existsSync(real(name))
        ? sftp.handle(id, open({ names: readdirSync(real(name)).map((one) => path.join(name, one)) }))
        : sftp.status(id, NO_SUCH_FILE),
    )
    sftp.on('READDIR', (id, handle) => {
      const its = handles.get(handle.readUInt32BE())
      if (!its || !('names' in its) || its.names.length === 0) return sftp.status(id, EOF)
      sftp.name(
        id,
        its.names.splice(0).map((name) => ({ filename: path.basename(name), longname: '-', attrs: attrsOf(name) })),
      )
    })
    sftp.on('LSTAT', stat)
    sftp.on('STAT', stat)
    sftp.on('OPEN', (id, name, flags) => {
      if (!(flags & ssh2.utils.sftp.OPEN_MODE.WRITE)) return sftp.handle(id, open({ content: readFileSync(real(name)) }))
      if (machine.isReadOnly) return sftp.status(id, PERMISSION_DENIED)
      sftp.handle(id, open({ written: openSync(real(name), 'w') }))
    })
    sftp.on('WRITE', (id, handle, offset, data) => {
      const its = handles.get(handle.readUInt32BE())
      if (!its || !('written' in its)) return sftp.status(id, FAILURE)
      writeSync(its.written, data, 0, data.length, offset)
      sftp.status(id, OK)
    })
    sftp.on('REMOVE', (id, name) => {
      unlinkSync(real(name))
      sftp.status(id, OK)
    })
    sftp.on('FSTAT', (id) => sftp.status(id, FAILURE))
    sftp.on('READ', (id, handle, offset, length) => {
      if (!machine.on('read')) return
      const its = handles.get(handle.readUInt32BE())
      if (!its || !('content' in its) || offset >= its.content.length) return sftp.status(id, EOF)
      sftp.data(id, its.content.subarray(offset, offset + length))
    })
    sftp.on('CLOSE', (id, handle) => {
      const its = handles.get(handle.readUInt32BE())
      if (its && 'written' in its) closeSync(its.written)
      sftp.status(id, OK)
    })
    sftp.on('MKDIR', (id, name) => {
      if (machine.isReadOnly) return sftp.status(id, PERMISSION_DENIED)
      mkdirSync(real(name))
      sftp.status(id, OK)
    })
    sftp.on('RENAME', (id, from, to) => {
      if (machine.isReadOnly) return sftp.status(id, PERMISSION_DENIED)
      if (!machine.on('rename')) return
      renameSync(real(from), real(to))
      if (machine.on('renamed')) sftp.status(id, OK)
    })
  }

  const { port } = server.address() as AddressInfo
  return Object.assign(machine, { port, close: () => new Promise<void>((done) => server.close(() => done())) })
}
