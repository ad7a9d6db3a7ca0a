import { usualRules } from '@regie/contract/self-service.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPaymentStory, type PaymentStory } from '../../../../test/payment-story.ts'

let story: PaymentStory
beforeEach(async () => {
  story = await openPaymentStory()
})
afterEach(() => story.close())

const pauses = async () => {
  const { status, paused_for, paused_until } = await story.theCase()
  return { status, paused_for, paused_until }
}

test('who cannot pay reads who helps, says so, and hears nothing for as long as the customer has it', async () => {
  const { open, page, send, events } = story
  const { html } = await open(`${page}/hardship`)
  expect(html).toMatch(/href="https:\/\/geldfit\.nl"[^]*tel:08008115/)
  const answers = [
    await send(`${page}/hardship`, { text: 'Ik ben <b>mijn baan</b> kwijt' }),
    await send(`${page}/hardship`, { text: 'Ik ben <b>mijn baan</b> kwijt' }),
  ]
  expect(answers.map(({ status, html: said }) => [status, said.includes('Wij hebben het genoteerd')])).toEqual([
    [200, true],
    [200, true],
  ])
  expect(await pauses()).toEqual({ status: 'paused', paused_for: 'vulnerable', paused_until: new Date('2027-01-24T23:00:00Z') })
  expect((await events()).filter((event) => event === 'hardshipByPayer').length).toBe(1)
  expect((await open(page)).html).toContain('Wij sturen u tot en met 24 januari 2027 geen herinneringen.')
})

test('who says that something is wrong reads at the page, opened again, that nobody writes until it is looked at', async () => {
  const { open, page, sendFile, db, caseId } = story
  expect((await open(page)).html).not.toContain('geen herinneringen tot')
  await sendFile(`${page}/objection`, { reason: 'notMine' }, { name: '', content: Buffer.alloc(0) })
  expect((await open(page)).html).toContain('Wij sturen u geen herinneringen tot wij naar uw dossier hebben gekeken.')
  await db.updateTable('cases').set({ paused_for: 'staff' }).where('id', '=', caseId).execute()
  expect((await open(page)).html).not.toContain('geen herinneringen tot')
})

test('an address of help that leads nowhere, kept from before it was refused, is shown as it was written', async () => {
  const names = Object.entries({ ...usualRules, helpUrl: 'https://[' }).map(([name, value]) => [
    name.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`),
    value,
  ])
  const values = { customer_id: story.customerId, version: 2, ...Object.fromEntries(names) }
  await story.db.insertInto('self_service').values(values).execute()
  const { status, html } = await story.open(`${story.page}/hardship`)
  expect([status, html.includes('https://[')]).toEqual([200, true])
})

test('what staff put on hold stays on hold, and a closed case is left alone', async () => {
  const { db, caseId, page, send, events } = story
  await db.updateTable('cases').set({ status: 'paused', paused_for: 'staff' }).where('id', '=', caseId).execute()
  await send(`${page}/hardship`, {})
  expect(await pauses()).toMatchObject({ paused_for: 'staff', paused_until: null })
  expect(await events()).toContain('hardshipByPayer')
  await db.updateTable('cases').set({ status: 'closed', paused_for: null }).where('id', '=', caseId).execute()
  expect((await send(`${page}/hardship`, { text: 'nogmaals' })).to).toBe(page)
  expect((await events()).filter((event) => event === 'hardshipByPayer').length).toBe(1)
})

const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(200, 7)])
const files = () => story.db.selectFrom('files').select(['name', 'bytes', 'uploaded_by']).execute()

test('a proof goes with the dispute, once, under a name that says what it is', async () => {
  const { page, sendFile, db } = story
  const form = { reason: 'paid', text: 'Op 3 januari' }
  for (let again = 0; again < 2; again++)
    expect((await sendFile(`${page}/objection`, form, { name: '../../afschrift.exe', content: png })).status).toBe(200)
  expect(await files()).toEqual([{ name: 'afschrift.exe.png', bytes: png.length, uploaded_by: null }])
  expect((await db.selectFrom('complaint_files').selectAll().execute()).length).toBe(1)
  expect((await db.selectFrom('complaints').select('text').execute()).map(({ text }) => text)).toEqual(['Ik heb al betaald: Op 3 januari'])
})

test.each([
  ['a program', Buffer.from('MZ\x90\0 this is no picture'), 'Dit bestand kunnen wij niet lezen'],
  ['a page', Buffer.from('<!doctype html><script>1</script>'), 'Dit bestand kunnen wij niet lezen'],
  ['a picture that says it is one by its name alone', Buffer.from('%PD'), 'Dit bestand kunnen wij niet lezen'],
  ['a file that is too large', Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]), 'groter dan 5 MB'],
])('%s is refused in words, and leaves nothing', async (_words, content, said) => {
  const { page, sendFile, db } = story
  const { status, html } = await sendFile(`${page}/objection`, { reason: 'paid' }, { name: 'bewijs.pdf', content })
  expect([status, html.includes(said)]).toEqual([422, true])
  expect([await files(), await db.selectFrom('complaints').select('id').execute()]).toEqual([[], []])
})

test('a form without a file is a dispute all the same', async () => {
  const { page, sendFile, db } = story
  expect((await sendFile(`${page}/objection`, { reason: 'notMine' }, { name: '', content: Buffer.alloc(0) })).status).toBe(200)
  expect((await db.selectFrom('complaints').select('text').execute()).map(({ text }) => text)).toEqual(['Deze factuur is niet voor mij'])
})
