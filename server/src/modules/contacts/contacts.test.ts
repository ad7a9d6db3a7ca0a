import type { Contact, ContactInput } from '@regie/contract/contact.ts'
import { contactApi, contactListApi } from '@regie/contract/contacts.ts'
import { loginApi } from '@regie/contract/login.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { userApi } from '@regie/contract/users.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'

const rights = [Right.viewContacts, Right.changeContacts, Right.removeContacts]
const ada: ContactInput = {
  ...{
    salutation: 'mevr',
    initials: 'A.',
    firstName: 'Ada',
    middleName: 'van',
    lastName: 'Dam',
    department: 'Directie',
    jobTitle: 'Hoofd',
  },
  ...{ email: 'ada@klant.nl', phone: '', mobile: '06 12345678', locale: 'nl', notes: '', active: true },
}

let app: TestApp
let customerID: number
let staff: Staff
beforeAll(async () => void (app = await openTestApp()))
beforeEach(async () => {
  await app.db.deleteFrom('system_messages').execute()
  customerID = (await app.build.customer()).id
  staff = await app.build.staff({ rights, customers: [customerID] })
})
afterAll(() => app.close())

const add = async (changed: Partial<ContactInput> = {}): Promise<Contact> =>
  (await app.call(contactApi.add, { body: { customerID, contact: { ...ada, ...changed } } }).as(staff)).body
const get = ({ contactID }: Contact) => app.call(contactApi.get, { params: { contactID }, query: { customerID } }).as(staff)
const change = ({ contactID, version }: Contact, changed: Partial<ContactInput>) =>
  app.call(contactApi.change, { params: { contactID }, body: { customerID, contact: { ...ada, ...changed }, version } }).as(staff)
const remove = ({ contactID }: Contact) => app.call(contactApi.remove, { params: { contactID }, query: { customerID } }).as(staff)
const listed = async (query: object = {}) => (await app.call(contactApi.list, { query: { customerID, ...query } }).as(staff)).body
const linked = async () => {
  const user = await app.build.user({ home: customerID })
  const reach = { first_name: 'Bo', last_name: 'Bos', email: 'bo@klant.nl', mobile: '+31687654321' }
  const { id } = await app.db
    .updateTable('contacts')
    .set(reach)
    .where('user_id', '=', user.userId)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...user, contact: (await app.call(contactApi.get, { params: { contactID: id }, query: { customerID } }).as(staff)).body }
}

test('a contact is added, found by any word, changed and deleted; another customer does not know them', async () => {
  const contact = await add()
  expect(contact).toMatchObject({ ...ada, mobile: '+31612345678', userID: null, version: 1 })
  expect((await listed({ q: 'dam directie' })).rows.map((row) => row.contactID)).toEqual([contact.contactID])
  expect((await listed({ q: '0687' })).rows).toEqual([])
  expect((await change(contact, { lastName: 'Damen' })).body).toMatchObject({ lastName: 'Damen', version: 2 })
  expect((await change(contact, { lastName: 'Te laat' })).body).toMatchObject({ error: 'error.conflict', current: { lastName: 'Damen' } })
  const { id: otherID } = await app.build.customer()
  const stranger = await app.build.staff({ rights, customers: [otherID] })
  const theirs = { params: { contactID: contact.contactID }, query: { customerID } }
  expect((await app.call(contactApi.get, theirs).as(stranger)).status).toBe(404)
  expect((await app.call(contactApi.remove, { ...theirs, query: { customerID: otherID } }).as(stranger)).status).toBe(404)
  expect((await remove(contact)).status).toBe(204)
  expect((await get(contact)).body).toMatchObject({ error: 'contact.notFound' })
})

test('input that is wrong is refused at its field and nothing is kept', async () => {
  const tryOut = (changed: Partial<ContactInput>) =>
    app.call(contactApi.add, { body: { customerID, contact: { ...ada, ...changed } } }).as(staff)
  expect((await tryOut({ lastName: ' ' })).body).toMatchObject({ error: 'user.lastNameMissing', field: 'contact.lastName' })
  expect((await tryOut({ email: 'geen adres' })).body).toMatchObject({ error: 'user.emailInvalid', field: 'contact.email' })
  expect((await tryOut({ phone: '12' })).body).toMatchObject({ error: 'user.phoneInvalid', field: 'contact.phone' })
  expect((await listed()).total.value).toBe(0)
})

test('every order has pages that together show each contact once', async () => {
  for (const [i, lastName] of ['Zoet', 'ander', 'Émile', 'Bos', 'bos'].entries())
    await add({ lastName, email: `c${i}@klant.nl`, department: '' })
  for (const sort of ['lastName', 'firstName', 'email', 'department', 'updatedAt'] as const)
    for (const direction of ['asc', 'desc'] as const) {
      const seen: number[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof listed>> = await listed({ sort, direction, limit: 2, ...(cursor !== null && { cursor }) })
        seen.push(...page.rows.map((row) => row.contactID))
        cursor = page.nextCursor
      } while (cursor !== null)
      expect(new Set(seen).size).toBe(5)
      expect(seen).toHaveLength(5)
    }
})

test('who signs in cannot be deleted, and their address and mobile are not changed behind the back of the user manager', async () => {
  const { contact, userId } = await linked()
  expect((await remove(contact)).body).toMatchObject({ error: 'contact_has_login', params: { userID: userId } })
  const { contactID: _id, customerID: _customer, userID: _user, createdAt: _made, updatedAt: _at, version: _version, ...input } = contact
  expect((await change(contact, { ...input, email: 'kaper@elders.nl' })).body).toMatchObject({ error: 'contact.addressOfLogin' })
  expect((await change(contact, { ...input, mobile: '+31611111111' })).body).toMatchObject({ field: 'contact.mobile' })
  expect((await change(contact, { ...input, department: 'Beheer' })).body).toMatchObject({ department: 'Beheer', email: 'bo@klant.nl' })
})

test('a user that is deleted leaves the contact, who can then be deleted too', async () => {
  const { contact, userId } = await linked()
  const manager = await app.build.staff({ rights: [Right.viewUsers, Right.lockUsers], customers: [customerID], home: customerID })
  const { body: owned } = await app.call(userApi.owned, { params: { userID: userId } }).as(manager)
  expect(owned.keepsContact).toBe(true)
  expect((await app.call(userApi.remove, { params: { userID: userId } }).as(manager)).status).toBe(204)
  expect((await get(contact)).body).toMatchObject({ userID: null, email: 'bo@klant.nl' })
  expect((await remove(contact)).status).toBe(204)
})

test('whoever signs in hears all of their contact, in the language of their account', async () => {
  const contact = { salutation: 'mevr', department: 'Incasso', job_title: 'Teamleider' }
  await app.db.updateTable('contacts').set(contact).where('user_id', '=', staff.userId).execute()
  await app.call(loginApi.changeLocale, { body: { locale: 'fr' } }).as(staff)
  expect((await app.call(loginApi.info).as(staff)).body.contactInfo).toMatchObject({
    ...{ userID: staff.userId, salutation: 'mevr', department: 'Incasso', jobTitle: 'Teamleider', locale: 'fr', active: true },
  })
})

test('a list keeps its name for itself, takes many members at once, and leaves them when it goes', async () => {
  const [one, other] = [await add(), await add({ email: 'bo@klant.nl', lastName: 'Bos' })]
  const ids = [one.contactID, other.contactID]
  const newList = (name: string) =>
    app.call(contactListApi.add, { body: { customerID, list: { name, description: 'Maandag' }, memberIDs: [one.contactID] } }).as(staff)
  const { body: list } = await newList('Directie')
  expect(list).toMatchObject({ name: 'Directie', memberIDs: [one.contactID], version: 1 })
  expect((await newList('directie')).body).toMatchObject({ error: 'contact.listNameTaken', field: 'list.name' })
  const params = { listID: list.listID }
  const members = { params, body: { customerID, contactIDs: ids } }
  expect((await app.call(contactListApi.addMembers, members).as(staff)).body.memberIDs).toEqual(ids)
  expect((await listed({ listID: list.listID })).total.value).toBe(2)
  const missing = { params, body: { customerID, contactIDs: [9_000_000] } }
  expect((await app.call(contactListApi.addMembers, missing).as(staff)).body).toMatchObject({ error: 'contact.notFound' })
  const one_ = { params, body: { customerID, contactIDs: [one.contactID] } }
  expect((await app.call(contactListApi.removeMembers, one_).as(staff)).body.memberIDs).toEqual([other.contactID])
  const renamed = { params, body: { customerID, list: { name: 'Bestuur', description: '' }, version: 1 } }
  expect((await app.call(contactListApi.change, renamed).as(staff)).body).toMatchObject({ name: 'Bestuur', version: 2 })
  expect((await app.call(contactListApi.change, renamed).as(staff)).body).toMatchObject({ error: 'error.conflict' })
  expect((await app.call(contactListApi.remove, { params, query: { customerID } }).as(staff)).status).toBe(204)
  expect((await listed()).total.value).toBe(2)
})

test('several contacts become inactive at once, or none when one is not there', async () => {
  const [one, other] = [await add(), await add({ email: 'bo@klant.nl' })]
  const set = (contactIDs: number[]) => app.call(contactApi.setActive, { body: { customerID, contactIDs, active: false } }).as(staff)
  expect((await set([one.contactID, 9_000_000])).status).toBe(404)
  expect((await set([one.contactID, other.contactID])).body).toEqual({ changed: 2 })
  expect((await set([one.contactID])).body).toEqual({ changed: 0 })
  expect((await listed({ active: 'no' })).total.value).toBe(2)
})

async function importFile(content: string, isAsked = false) {
  const boundary = 'x'.repeat(20)
  const part = (name: string, value: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n${content}\r\n--${boundary}--\r\n`
  const answer = await app.app.inject({
    method: 'POST',
    url: `/api/contacts/import${isAsked ? '/check' : ''}`,
    headers: { origin: app.origin, cookie: app.cookieOf(staff), 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: part('customerID', String(customerID)) + file,
  })
  return answer.json<Record<string, unknown>>()
}
const fileOf = async (locale: 'nl' | 'eng' | 'fr' = 'nl') =>
  (await app.call(contactApi.download, { query: { customerID, locale } }).as(staff)).text

test('what was downloaded in any language changes nothing when it comes back, formulas, apostrophes and lines included', async () => {
  await add({ lastName: '=HYPERLINK("x")', department: "'=a", jobTitle: ' +31 ;-1', notes: 'een\n=twee;drie "vier"\n-5' })
  await add({ email: 'zoe@klant.nl', lastName: "d'Été", salutation: 'geen', locale: 'fr', active: false, phone: '+31101234567' })
  await linked()
  for (const locale of ['nl', 'eng', 'fr'] as const) {
    const file = await fileOf(locale)
    expect(file).toContain(`'=HYPERLINK`)
    expect(await importFile(file)).toMatchObject({ added: 0, changed: 0, same: 3, refused: 0, columns: [] })
  }
})

test('a file adds who is new, changes who is known, names the rows that can not be, and asked first it changes nothing', async () => {
  const { contactID } = await add()
  const { contact } = await linked()
  const file = [
    'Achternaam;E-mail;Mobiel;Afdeling;Schoenmaat',
    'Dam;ADA@klant.nl;06 12345678;Inkoop;42',
    'Nieuw;nieuw@klant.nl;;;',
    'Nieuw;nieuw@klant.nl;;;',
    ';zonder@klant.nl;;;',
    'Fout;geen adres;;;',
    'Fout;fout@klant.nl;12;;',
    `Bos;${contact.email};0611111111;;`,
  ].join('\r\n')
  const outcome = { added: 1, changed: 1, same: 0, refused: 5, columns: ['Schoenmaat'] }
  expect(await importFile(file, true)).toMatchObject(outcome)
  expect((await listed()).total.value).toBe(2)
  const { rows } = (await importFile(file)) as { rows: { why: string }[] }
  expect(rows.map(({ why }) => why)).toEqual(['twice', 'lastName', 'email', 'mobile', 'addressOfLogin'])
  expect((await listed({ q: 'inkoop' })).rows).toMatchObject([{ contactID, firstName: 'Ada', department: 'Inkoop' }])
  expect(await importFile('naam;plaats\r\nDam;Delft\r\n')).toMatchObject({ error: 'contact.noAddressColumn' })
})

test('an empty list is not downloaded', async () => {
  expect((await app.call(contactApi.download, { query: { customerID, locale: 'nl' } }).as(staff)).body).toMatchObject({
    error: 'contact.noneToDownload',
  })
})

test('two who share an address or number are proposed, merged with their lists, and apart again when taken back', async () => {
  const keep = await add({ department: '', notes: 'een' })
  const drop = await add({ email: 'ADA@klant.nl', department: 'Inkoop', notes: 'twee', firstName: 'A.' })
  await add({ email: 'elders@klant.nl', mobile: '' })
  const body = { customerID, list: { name: 'Directie', description: '' }, memberIDs: [drop.contactID] }
  const { body: list } = await app.call(contactListApi.add, { body }).as(staff)
  const { body: found } = await app.call(contactApi.duplicates, { query: { customerID } }).as(staff)
  expect(found.map(({ by, contacts }) => [by, contacts.map((contact) => contact.contactID)])).toEqual([
    ['email', [keep.contactID, drop.contactID]],
  ])
  const pair = { customerID, keepID: keep.contactID, dropID: drop.contactID }
  const wish = { key: 'batch_failed', enabled: true, frequency: 'direct', time: '07:30', scriptIDs: null } as const
  await app.call(contactApi.subscribe, { params: { contactID: drop.contactID }, body: { customerID, subscription: wish } }).as(staff)
  const wishOf = async ({ contactID }: Contact) =>
    (await app.call(contactApi.subscriptions, { params: { contactID }, query: { customerID } }).as(staff)).body[1]?.enabled
  const merged = await app.call(contactApi.merge, { body: pair }).as(staff)
  expect(merged.body).toMatchObject({ contactID: keep.contactID, department: 'Inkoop', firstName: 'Ada', notes: 'een\ntwee', version: 2 })
  const membersOf = async () =>
    (await app.call(contactListApi.list, { query: { customerID } }).as(staff)).body.find(({ listID }) => listID === list.listID)?.memberIDs
  expect(await membersOf()).toEqual([keep.contactID])
  expect(await wishOf(keep)).toBe(true)
  expect((await get(drop)).status).toBe(404)
  expect((await app.call(contactApi.merge, { body: pair }).as(staff)).body).toMatchObject({ error: 'contact.notFound' })

  const { body: entries } = await app.call(undoApi.list).as(staff)
  const undone = await app.call(undoApi.undo, { params: { token: entries[0]?.token ?? '' } }).as(staff)
  expect(undone.body).toMatchObject({ restored: 1, leftAlone: 0 })
  expect(await membersOf()).toEqual([drop.contactID])
  expect([await wishOf(keep), await wishOf(drop)]).toEqual([false, true])
  expect((await get(keep)).body).toMatchObject({ department: '', notes: 'een', version: 3 })
  expect((await get(drop)).body).toMatchObject({ email: 'ADA@klant.nl', department: 'Inkoop', createdAt: drop.createdAt })
})

test('a merge that somebody worked on since is left alone; who signs in is the one that stays', async () => {
  const { contact } = await linked()
  const other = await add({ email: 'bo@klant.nl', mobile: '+31611111111' })
  const merge = (keepID: number, dropID: number) => app.call(contactApi.merge, { body: { customerID, keepID, dropID } }).as(staff)
  expect((await merge(other.contactID, contact.contactID)).body).toMatchObject({ error: 'contact.twoLogins' })
  expect((await merge(contact.contactID, contact.contactID)).body).toMatchObject({ error: 'contact.itself' })
  expect((await merge(contact.contactID, other.contactID)).body).toMatchObject({ mobile: '+31687654321', department: 'Directie' })
  await app.call(contactApi.setActive, { body: { customerID, contactIDs: [contact.contactID], active: false } }).as(staff)
  const { body: entries } = await app.call(undoApi.list).as(staff)
  const undone = await app.call(undoApi.undo, { params: { token: entries[0]?.token ?? '' } }).as(staff)
  expect(undone.body).toMatchObject({ restored: 0, reasons: [{ reason: 'contactChanged', count: 1 }] })
})
