import { connect, type AddressInfo, type Socket } from 'node:net'
import { reportApi } from '@regie/contract/reports.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import type { BuiltBatch, Staff } from './builders.ts'
import type { TestApp } from './open-test-app.ts'

/** A batch whose report is more than what the sockets of both sides keep for a reader that never comes. */
export async function buildLargeBatch(app: TestApp): Promise<BuiltBatch> {
  const batch = await app.build.batch()
  await sql`
    insert into cases (customer_id, batch_id, case_number, name, city)
    select ${batch.customerId}, ${batch.id}, 'U' || n, repeat('Jansen ', 12), repeat('Utrecht ', 12)
    from generate_series(1, 60000) n`.execute(app.db)
  return batch
}

/** Somebody who may download it. */
export const buildExporter = (app: TestApp, { customerId }: BuiltBatch): Promise<Staff> =>
  app.build.staff({
    rights: [Right.exportReports, Right.reportBatches, Right.viewCases, Right.viewPersonalData],
    customers: [customerId],
  })

/** Asks for the report over a socket of its own and reads nothing but the first line of the answer. */
export async function askUnread(app: TestApp, batch: BuiltBatch, staff: Staff): Promise<{ status: number; head: string; socket: Socket }> {
  const { port } = app.app.server.address() as AddressInfo
  const body = JSON.stringify({ kind: 'batch', batchIDs: [batch.id], locale: 'nl' })
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  const first = new Promise<string>((resolve, reject) => {
    socket.once('data', (bytes) => {
      socket.pause()
      resolve(bytes.toString('latin1'))
    })
    socket.once('close', () => reject(new Error('closed without an answer')))
  })
  socket.write(
    [
      `POST /api${reportApi.csv.path} HTTP/1.1`,
      `Host: ${new URL(app.origin).host}`,
      `Origin: ${app.origin}`,
      `Cookie: ${app.cookieOf(staff)}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
  const head = await first
  return { status: Number(head.split(' ')[1]), head, socket }
}
