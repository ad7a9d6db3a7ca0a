import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { customerApi } from '@regie/contract/customers.ts'
import { fileApi } from '@regie/contract/files.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import type { SystemProblem } from '@regie/contract/system.ts'
import { ApiClient } from '../api-client.ts'
import { type Product, startProduct } from '../start-product.ts'
import { expectThat, type Finding } from './fault-lab.ts'
import { makeTempFolder } from '../../server/test/make-temp-folder.ts'

const diskMb = 800
const uploadBytes = 8 * 1024 ** 2
const uploadsWhileFull = 20
const recoveredMsMax = 10_000

/** Why this machine has no small disk for the trial; null when it has. */
export function whyNoSmallDisk(): string | null {
  return process.platform === 'linux' && process.getuid?.() === 0 ? null : 'a file system of its own needs Linux and root'
}

/** R24: the disk of the data folder is full while people work: what does not fit is refused with 507, /api/ready says why, and work goes on when there is room. */
export async function diskFull(): Promise<Finding[]> {
  const disk = makeTempFolder('small-disk')
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m,mode=0755`, 'tmpfs', disk])
  let product: Product | undefined
  try {
    const dataDir = path.join(disk, 'data')
    mkdirSync(dataDir)
    product = await startProduct({ dataDir })
    const findings = await fillAndFree(product, disk)
    const code = await product.stop()
    return [...findings, expectThat(code === 0, `it stops in order, with code ${code}`)]
  } finally {
    await product?.stop()
    execFileSync('umount', [disk])
    rmdirSync(disk)
  }
}

async function fillAndFree({ url, password, output }: Product, disk: string): Promise<Finding[]> {
  const api = new ApiClient(url)
  await api.signIn('beheer', password)
  const [customer] = (await api.call(customerApi.list)).body
  const customerID = customer?.customerID ?? 0
  const [script] = (await api.call(scriptApi.listOfCustomer, { query: { customerID } })).body
  const upload = (serial: number, padding: number) =>
    api.upload(
      fileApi.upload,
      { customerID, scriptID: script?.scriptID ?? 0 },
      { name: `schijf${serial}.csv`, content: csvOf(serial, padding) },
    )
  const isChecked = async (importID: number) => {
    const { status } = (await api.call(fileApi.getImport, { params: { importID } })).body
    return status === 'ready' || status === 'mapping'
  }
  const before = await upload(1, 0)
  const wasChecked = await within(30_000, () => isChecked(before.body.importID))

  const filler = path.join(disk, 'filler')
  fillDisk(disk, filler, 4 * 1024 ** 2)
  const full = await readyOf(url)
  const refused = await refusalsOf((serial) => upload(2 + serial, uploadBytes))
  const reads = await api.call(customerApi.list)
  const calm = output().length

  // Not a byte: when the log of PostgreSQL cannot grow it ends itself, and is started again.
  fillDisk(disk, path.join(disk, 'last'), 0)
  const last = await refusalsOf((serial) => upload(40 + serial, 1024 ** 2))
  const restarts = output().slice(calm).split('started again').length - 1

  rmSync(filler)
  rmSync(path.join(disk, 'last'))
  const freedAt = performance.now()
  const isReady = await within(recoveredMsMax, async () => (await readyOf(url)).status === 200)
  const readyMs = Math.round(performance.now() - freedAt)
  const after = await upload(99, 0)
  const goesOn = after.status < 400 && (await within(30_000, () => isChecked(after.body.importID)))
  return [
    expectThat(before.status < 400 && wasChecked, `before, an upload is taken and checked (${before.status})`),
    expectThat(full.status === 503 && full.problems.includes('diskFull'), `full, /api/ready says ${full.status} ${full.problems.join()}`),
    expectThat(
      refused.length > 0 && refused.every((answer) => answer === '507 server.diskFull'),
      `${refused.length} of ${uploadsWhileFull} large uploads are refused, with ${[...new Set(refused)].join(', ')}`,
    ),
    expectThat(reads.status === 200, `what is read is answered (${reads.status})`),
    expectThat(isReady, `with room again it is ready after ${readyMs} ms (limit ${recoveredMsMax})`),
    expectThat(goesOn, `and the next upload is taken and checked (${after.status})`),
    expectThat(
      last.length > 0 && last.every((answer) => /^50[37] /.test(answer)),
      `without a byte left changes are refused with ${[...new Set(last)].join(', ')} (${restarts} restarts)`,
    ),
    expectThat(
      (await api.call(fileApi.getImport, { params: { importID: before.body.importID } })).status === 200,
      'what was saved before is there',
    ),
  ]
}

/** What those uploads are answered that are refused; each file is another one. */
async function refusalsOf(upload: (serial: number) => Promise<{ status: number; error: string | null }>): Promise<string[]> {
  const refused: string[] = []
  for (let serial = 0; serial < uploadsWhileFull; serial++) {
    const { status, error } = await upload(serial).catch(() => ({ status: 503, error: 'no answer' }))
    if (status >= 400) refused.push(`${status} ${error}`)
    await sleep(100)
  }
  return refused
}

/** Leaves so much, which is less than an upload needs. */
function fillDisk(disk: string, filler: string, leftBytes: number) {
  const file = openSync(filler, 'w')
  const piece = Buffer.alloc(1024 ** 2, 1)
  for (;;) {
    const { bavail, bsize } = statfsSync(disk)
    if (bavail * bsize <= leftBytes) break
    writeSync(file, piece, 0, Math.min(piece.length, bavail * bsize - leftBytes))
  }
  closeSync(file)
}

async function readyOf(url: string): Promise<{ status: number; problems: SystemProblem[] }> {
  const answer = await fetch(`${url}/api/ready`)
  const { problems } = (await answer.json()) as { problems: SystemProblem[] }
  return { status: answer.status, problems }
}

async function within(ms: number, isTrue: () => Promise<boolean>): Promise<boolean> {
  for (const until = performance.now() + ms; performance.now() < until; await sleep(100)) if (await isTrue()) return true
  return false
}

/** One row, and as much that cannot be pressed together. */
function csvOf(serial: number, padding: number): string {
  const row = `S${serial};Jansen;0612345678;s${serial}@voorbeeld.example;F${serial};05-02-2026;20,00;`
  const lines = [row, ...Array.from({ length: padding / 4096 }, (_, at) => `${row}${at}${randomBytes(3_000).toString('base64')}`)]
  return `dossiernummer;achternaam;mobiel;email;factuurnummer;vervaldatum;openstaand;vulling\r\n${lines.join('\r\n')}\r\n`
}
