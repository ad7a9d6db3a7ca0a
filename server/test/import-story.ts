import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { fileApi } from '@regie/contract/files.ts'
import type { Caller } from '../src/platform/http/caller.ts'
import { checkImport } from '../src/modules/imports/check-import.ts'
import { confirmImport } from '../src/modules/imports/confirm-import.ts'
import { importBatch } from '../src/modules/imports/import-batch.ts'
import { findImport, importOf } from '../src/modules/imports/import-queries.ts'
import { uploadFile } from '../src/modules/imports/upload-file.ts'
import { ownCustomerRight, Right } from '@regie/contract/right-codes.ts'
import { openBuilders } from './builders.ts'
import { openTestDatabase } from './open-test-database.ts'

type Confirmed = RequestOf<typeof fileApi.confirm>['body']

/** A database with one customer, one script and one member of staff, and the steps of an import as one call each. */
export async function openImportStory() {
  const clock = { now: () => new Date() }
  const database = { ...(await openTestDatabase()), clock }
  const { db } = database
  const customer = await db
    .insertInto('customers')
    .values({ name: 'Klant', compliance_profile: 'intern_demo' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const script = await db
    .insertInto('scripts')
    .values({ customer_id: customer.id, name: 'Herinnering' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const steps = JSON.stringify([{ kind: 'finish', key: 'klaar', settings: { result: 'MAX' } }])
  const version = await db
    .insertInto('script_versions')
    .values({ customer_id: customer.id, script_id: script.id, steps })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('scripts').set({ live_version_id: version.id }).where('id', '=', script.id).execute()
  const user = await db.insertInto('users').values({ username: 'mees', password_hash: 'x' }).returning('id').executeTakeFirstOrThrow()
  await openBuilders({ db: database.owner.db, clock }).grant(user.id, [Right.uploadFiles, ownCustomerRight(customer.id)])
  const caller: Caller = { userId: user.id, username: 'mees', rights: [], stage: 'full', sessionId: null, customerIds: [customer.id] }

  const upload = async (content: string | Uint8Array, fileName = 'debiteuren.csv', customerFilesMegabytes = 1000) => {
    const stream = (async function* () {
      yield Buffer.from(content)
    })()
    const { importID } = await uploadFile({ db, clock, config: { customerFilesMegabytes, virusScanner: null } }, caller, {
      customerId: customer.id,
      scriptId: script.id,
      fileName,
      stream,
    })
    return importID
  }
  const look = async (importID: number) => importOf(await findImport(db, importID))
  const check = async (importID: number) => {
    await checkImport(database, { importId: importID, customerId: customer.id })
    return look(importID)
  }
  return {
    ...database,
    caller,
    customerId: customer.id,
    scriptId: script.id,
    upload,
    look,
    check,
    uploadAndCheck: async (content: string | Uint8Array, fileName?: string) => check(await upload(content, fileName)),
    importAll: async (importID: number, { name = 'Batch', startLater = false, checkNo, trial }: Partial<Confirmed> = {}) => {
      await confirmImport(database, caller, importID, { name, startLater, checkNo, trial })
      await importBatch(database, { importId: importID, customerId: customer.id })
      return look(importID)
    },
    casesOf: () => db.selectFrom('cases').selectAll().orderBy('id').execute(),
  }
}

/** Three good rows, one of which nobody can reach, with numbers of their own. */
export function threeRows(series: number) {
  const rows = [
    `A${series}-1;Jansen;0612345678;jan@example.nl;47,07`,
    `A${series}-2;de Vries;;;1.250,00`,
    `A${series}-3;Zoë;;zoe@example.nl;12,50`,
  ]
  return ['dossiernummer;achternaam;mobiel;email;openstaand', ...rows, ''].join('\r\n')
}
